#pragma once

#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// An exact sum as value * 2^exponent, which nearly every short one is; value is not 0.
struct integer_sum {
  __int128 value;
  int exponent;
};

/// The exact sum of a view of one block at most, without an accumulator. Returns whether it is one; `sum` is not set
/// where it is not.
template <class T> ISOBIT_API bool short_sum(vector_view<T const> const& values, integer_sum& sum);

}  // namespace summation
ISOBIT_NAMESPACE_END
