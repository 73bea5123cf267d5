#pragma once

#include <cstdint>

#include <isobit/version.hpp>

#include "arithmetic/host_device.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 0.limb[0] limb[1] ... * 2^exponent, cut after the last limb: less than a unit of it too small.
template <int Size> struct stored_constant {
  int exponent;
  std::uint64_t limb[Size];
};

}  // namespace math
ISOBIT_NAMESPACE_END
