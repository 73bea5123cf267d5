#pragma once

#include "math/fixed/functions.hpp"
#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// A tier between the fast one and the definition, for GPUs: there, a single result by balls takes as long as a million
/// by the fast tier. Where it exists, it has `of<T>(x)`, which is the rounded result or uncertain. docs/maths/fixed.md
template <class Fast> struct fixed_tier { static constexpr bool exists = false; };

/// That of the sine and of the cosine.
template <bool Cosine> struct fixed_sine_tier {
  static constexpr bool exists = true;
  template <class T> ISOBIT_HOST_DEVICE static certain<T> of(double x) {
    if (!magnitude_between(x, 0x1p-20, 0x1p20)) return certify::uncertain;
    auto const result = fixed_sine(x, Cosine);
    return round<T>(result.negative, result.size, 0, 6);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
