#pragma once

#include "arithmetic/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

/// The whole number nearest to x, a double or a vector; of two the even one.
template <class V> ISOBIT_LANE V nearest_whole(V x) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (sizeof(V) == sizeof(__m512d)) return (V)_mm512_roundscale_pd((__m512d)x, 0);
#endif
  using namespace arithmetic;
  V const size = magnitude(x), whole = (size + all<V>(0x1p52)) - all<V>(0x1p52);
  return flip_sign(select(size < all<V>(0x1p52), whole, size), sign_of(x));
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
