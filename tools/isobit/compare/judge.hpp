#pragma once

#include <cmath>
#include <concepts>
#include <limits>

#include <isobit/sum/exact.hpp>

#include "table.hpp"

namespace isobit::tool {

/// What is compared: each is a sum of terms, and something done to it at the end.
enum class compared { sum, dot, norm, mean };

/// The exact sums of the terms and of their magnitudes.
struct exact_sums {
  exact_product sum;
  exact_product magnitudes;
  std::uint64_t count = 0;
};

/// One unit in the last place of x, for x neither infinite nor NaN.
template <class T> double unit_in_last_place(T x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  exponent = x == 0 ? format<T>::min_exponent : exponent - format<T>::precision;
  return std::ldexp(1.0, exponent < format<T>::min_exponent ? format<T>::min_exponent : exponent);
}

/// Holds results in T against the exact one.
template <class T> class judge {
public:
  judge(compared operation, exact_sums const& sums) : operation_(operation), sums_(sums) {
    result_ = operation == compared::norm   ? sums.sum.template square_root<T>()
              : operation == compared::mean ? sums.sum.template mean<T>(sums.count)
                                            : sums.sum.template round<T>();
  }

  /// The right result.
  [[nodiscard]] T result() const noexcept { return result_; }

  [[nodiscard]] comparison_row row(std::string name, T value) const {
    return {std::move(name),
            {static_cast<double>(value), std::same_as<T, float>},
            error(value),
            bits_of(value) == bits_of(result_)};
  }

  [[nodiscard]] comparison table() const { return {sums_.count, std::same_as<T, float>, condition(), {}}; }

private:
  /// Of a sum or a dot product: the distance from the exact value, so that even the right result shows the half unit
  /// (at most) that rounding costs. Of the others: the distance from the correctly rounded result.
  [[nodiscard]] double error(T value) const {
    if (is_nonfinite(value) || is_nonfinite(result_)) {
      bool const same = bits_of(value) == bits_of(result_) || (is_nan(value) && is_nan(result_));
      return same ? 0 : std::numeric_limits<double>::infinity();
    }
    double difference = static_cast<double>(value) - static_cast<double>(result_);
    if (operation_ == compared::sum || operation_ == compared::dot) {
      exact_product distance = sums_.sum;
      distance.subtract(static_cast<double>(value));
      difference = distance.round<double>();
    }
    if (result_ == 0 && sums_.sum.sign() == 0) return difference == 0 ? 0 : std::numeric_limits<double>::infinity();
    return std::fabs(difference) / unit_in_last_place(result_);
  }

  [[nodiscard]] double condition() const {
    if (sums_.count == 0 || operation_ == compared::norm) return 1;
    double const magnitudes = sums_.magnitudes.template round<double>();
    double const sum = std::fabs(sums_.sum.template round<double>());
    if (magnitudes == 0) return 1;
    if (!std::isinf(magnitudes) || std::isinf(sum)) return magnitudes / sum;
    // The magnitudes' sum is beyond double: both are scaled down by an exact division.
    constexpr std::uint64_t scale = std::uint64_t{1} << 62;
    return sums_.magnitudes.template mean<double>(scale) / std::fabs(sums_.sum.template mean<double>(scale));
  }

  compared operation_;
  exact_sums const& sums_;
  T result_;
};

}  // namespace isobit::tool
