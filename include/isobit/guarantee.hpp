#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// What the bits of a result may depend on, strongest promise first.
enum class guarantee {
  correctly_rounded,  ///< the multiset of inputs
  order_free,         ///< that, and the accumulator's parameters
  fixed_plan,         ///< the sequence of inputs, and the plan
  none,               ///< everything
};

/// True when `given` is at least as strong as `wanted`.
constexpr bool satisfies(guarantee given, guarantee wanted) noexcept { return given <= wanted; }

ISOBIT_NAMESPACE_END
