#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace certify {

/// A real number of which this much is known: it lies within `radius` of high + low. A radius that is infinite or NaN
/// says nothing. V is a double or a vector of them. No instruction set has its own: kernels return it.
template <class V> struct enclosure {
  V high{};
  V low{};
  V radius{};
};

}  // namespace certify
ISOBIT_NAMESPACE_END
