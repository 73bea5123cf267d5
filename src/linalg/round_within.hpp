#pragma once

#include <cmath>
#include <concepts>

#include <isobit/fp/bits.hpp>
#include <isobit/fp/two_sum.hpp>

#include "engine/attempt.hpp"
#include "linalg/certain_range.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The T that every number within `radius` of high + low rounds to, to nearest-even, if there is one that is well
/// inside the range of T or exact. Zero is +0. A radius that is infinite or NaN says nothing. Needs the standard
/// environment. docs/maths/gemm.md#rounding-test
template <std::floating_point T>
[[nodiscard]] inline engine::attempt<T> round_within(double high, double low, double radius) noexcept {
  auto const [sum, rest] = two_sum(high, low);
  double const size = std::fabs(sum);
  T below, above;
  if constexpr (std::same_as<T, double>) {
    double const margin = radius + (radius + std::fabs(rest)) * 0x1p-51;
    below = sum + (rest - margin), above = sum + (rest + margin);
  } else {
    double const margin = radius + (radius + size) * 0x1p-51;
    below = static_cast<T>(sum - margin), above = static_cast<T>(sum + margin);
  }
  bool const large_enough = size >= least_certain<T>, small_enough = size <= most_certain<T>;
  if ((below == above) & large_enough & small_enough) return below;
  bool const is_exact = radius == 0 && (std::same_as<T, double> || rest == 0);
  if (is_exact && !is_nonfinite(sum)) return sum == 0 ? T(0) : static_cast<T>(sum);
  return engine::no_result;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
