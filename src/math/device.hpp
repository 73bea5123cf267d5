#pragma once

#include "math/evaluate.hpp"
#include "math/kernel.hpp"

/// A function as a GPU computes it: by the fast tier and the definition of everywhere, so with the same bits. Compile
/// with -fmad=false and without fast math; GPUs have one rounding mode for arithmetic, to nearest, and keep subnormals.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class Fast, class Definition, class... T> ISOBIT_HOST_DEVICE double correctly_rounded(double x, T... y) {
  if (Fast::inside(x, y...)) {
    auto const t = round_tier(Fast::approximate(x, y...));
    if (t.holds) return t.value;
  }
  return evaluate<Definition>(x, y...);
}

template <class Fast, class Definition, class... T> ISOBIT_HOST_DEVICE float correctly_rounded(float x, T... y) {
  if (Fast::inside_float(double{x}, double{y}...)) {
    double const value = Fast::approximate_float(double{x}, double{y}...);
    if (round_to_float(value, Fast::float_error).holds) return static_cast<float>(value);
  }
  return evaluate<Definition>(x, y...);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
