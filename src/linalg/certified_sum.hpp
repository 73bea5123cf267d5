#pragma once

#include <cmath>

#include <isobit/fp/two_sum.hpp>

#include "engine/leading.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A sum of a few products, each number known up to a radius; rounded if that is certain.
/// docs/maths/gemm.md#combination
class certified_sum {
public:
  /// Adds x * (high + low), where high + low is known up to the radius.
  void add(double x, double high, double low, double radius) noexcept {
    if (!is_moderate(x) || !is_moderate(high)) usable_ = false;
    double const product = x * high, error = std::fma(x, high, -product), rest = x * low;
    auto const [sum, sum_error] = two_sum(high_, product);
    high_ = sum;
    low_ += (sum_error + rest) + error;
    sizes_ += (size(sum_error) + size(rest)) + size(error);
    radius_ += size(x) * radius;
  }
  /// The number that everything within the radius rounds to, if there is one, well inside the range of T.
  template <class T> [[nodiscard]] engine::attempt<double> round() const noexcept {
    if (!usable_) return engine::no_result;
    // At most `additions` roundings lie on the way of any part of low. The constant covers what underflowed.
    constexpr double additions = 16;
    double const radius = (radius_ + sizes_ * (additions * 0x1p-53)) * (1 + 0x1p-20) + 0x1p-1000;
    if constexpr (std::same_as<T, double>) return engine::certify(high_, low_, radius);
    double const sum = high_ + low_, margin = radius + size(sum) * 0x1p-51;
    auto const below = static_cast<float>(sum - margin), above = static_cast<float>(sum + margin);
    if (below == above && size(sum) >= 0x1p-120 && size(sum) <= 0x1p126) return static_cast<double>(below);
    return engine::no_result;
  }

private:
  static double size(double x) noexcept { return x < 0 ? -x : x; }
  static bool is_moderate(double x) noexcept { return x == 0 || (size(x) >= 0x1p-450 && size(x) <= 0x1p500); }

  double high_ = 0, low_ = 0, radius_ = 0, sizes_ = 0;
  bool usable_ = true;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
