#pragma once

#include <cmath>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "certify/enclosure.hpp"
#include "linalg/gemv_operand.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Sums of products of some rows, cut at two places, in whole vectors: row[p] says whose those at p are, or is
/// negative. They start at zero. docs/maths/gemv.md#fine
template <class Real> struct fine_sums {
  std::vector<index> row;
  std::vector<double> values;

  explicit fine_sums(std::size_t count) : row(count, -1), values(4 * count) {}
  [[nodiscard]] gemv_fine_sums at(index p = 0) noexcept {
    auto const size = static_cast<index>(row.size());
    double* const first = values.data() + p;
    return {first, first + size, first + 2 * size, first + 3 * size};
  }

  /// Adds factor, 1 or -1, times a sum of others.
  void add(index p, gemv_fine_sums const& other, double factor) noexcept {
    gemv_fine_sums const s = at(p);
    auto const [high, lost] = two_sum(*s.high, factor * *other.high);
    auto const [half, first_error] = two_sum(*s.middle, factor * *other.middle);
    auto const [middle, second_error] = two_sum(half, lost);
    *s.high = high, *s.middle = middle;
    *s.low += (first_error + second_error) + factor * *other.low;
    *s.bound += *other.bound + std::fabs(*s.low) * gemv_fine_low_weight<Real>;
  }

  /// What is known of the sum at p, of operands with this scale; `tiny` is what underflow may have cost.
  [[nodiscard]] certify::enclosure<double> enclosure_at(std::size_t p, gemv_scale const& scale, double tiny) noexcept {
    gemv_fine_sums const s = at(static_cast<index>(p));
    auto const [high, rest] = two_sum(*s.high, *s.middle);
    double const low = rest + *s.low;
    double const radius = *s.bound * gemv_fine_radius<Real> + std::fabs(low) * 0x1p-52 + tiny;
    auto const back = [&](double x) { return x * scale.back_first * scale.back_second; };
    return {back(high), back(low), back(radius) + gemv_tiny};
  }
};

/// What underflow may cost a sum of so many products.
[[nodiscard]] inline double tiny_of_products(index products) noexcept {
  return 8 * static_cast<double>(products + 8) * gemv_tiny;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
