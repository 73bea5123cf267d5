#pragma once

#include "arithmetic/target.hpp"

ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// A real number of which this much is known: it lies within `radius` of high + low. A radius that is infinite or NaN
/// says nothing. V is a double or a vector of them.
template <class V> struct enclosure {
  V high{};
  V low{};
  V radius{};
};

ISOBIT_TARGET_NAMESPACE_END
