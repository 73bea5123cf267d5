#pragma once

#include "arithmetic/error_free.hpp"

ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// A sum with what its additions lost: high + low up to the roundings of low, which a small multiple of `size` bounds,
/// the sum of the magnitudes of what was added to it.
template <class V> struct running_sum {
  V high{}, low{}, size{};

  ISOBIT_LANE void add(V x) {
    V const next = high + x;
    add_low(arithmetic::two_sum_error(high, x, next));
    high = next;
  }
  ISOBIT_LANE void add_low(V x) {
    low += x;
    size += arithmetic::magnitude(x);
  }
};

ISOBIT_TARGET_NAMESPACE_END
