#pragma once

#include "math/evaluate.hpp"
#include "math/fixed/tier.hpp"
#include "math/kernel.hpp"

/// A function as a GPU computes it: by the fast tier and the definition of everywhere, so with the same bits. Compile
/// with -fmad=false and without fast math; GPUs have one rounding mode for arithmetic, to nearest, and keep subnormals.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The tiers behind the fast one. A call: it is rare, and large.
template <class Fast, class Definition, class T, class... More>
ISOBIT_HOST_DEVICE_CALL T remaining_tiers(T x, More... y) {
  if (auto const far = far_tier<Fast>(x, y...)) return *far;
  if constexpr (fixed_tier<Fast>::exists)
    if (auto const result = fixed_tier<Fast>::template of<T>(double{x}, double{y}...)) return *result;
  return evaluate<Definition>(x, y...);
}

template <class Fast, class Definition, class T, class... More> ISOBIT_HOST_DEVICE T correctly_rounded(T x, More... y) {
  auto const fast = fast_tier<Fast>(x, y...);
  return fast ? *fast : remaining_tiers<Fast, Definition>(x, y...);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
