#pragma once

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/two_sum.hpp>

#include "arithmetic/host_device.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// A sum as two doubles whose sum it is, exactly; that of nothing but -0 is -0, for -0 + x is x. In the standard
/// environment. docs/maths/sum.md#pair
struct pair_sum {
  double high = -0.0, low = 0;

  /// False, with the pair as it was, where two doubles cannot hold the sum, infinities and NaN among them.
  ISOBIT_INLINE bool add(double x) noexcept {
    auto const [next, error] = two_sum(high, x);
    double const rest = low + error;
    if (!((rest - low == error) & (rest - error == low))) [[unlikely]]
      return false;
    high = next;
    low = rest;
    return true;
  }
  [[nodiscard]] bool is_negative_zero() const noexcept { return bits_of(high) == format<double>::sign_bit && low == 0; }
};

}  // namespace summation
ISOBIT_NAMESPACE_END
