#pragma once

#include "math/fixed/functions.hpp"
#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// A tier between the fast one and the definition, for GPUs: there, a single result by balls takes as long as a million
/// by the fast tier. Where it exists, it has `of<T>(x)`, which is the rounded result or uncertain. docs/maths/fixed.md
template <class Fast> struct fixed_tier { static constexpr bool exists = false; };

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
