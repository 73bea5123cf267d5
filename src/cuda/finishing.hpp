#pragma once

#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// What becomes of an exact sum: it is rounded, divided by the count or its square root taken; or added to a state.
enum class finishing { round, mean, root, state };

struct finish_request {
  finishing what;
  bool to_float;        ///< or to double
  std::uint64_t count;  ///< of elements
  void* result;         ///< in device memory: a number, or a device_state
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
