#pragma once

#include "cuda/call.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// call(memory, bytes), twice, as CUB has it: first for the size of the memory that it needs.
template <class Call> void with_memory(place const& here, char const* what, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), what);
  kept_memory const memory(bytes, here.device(), here.stream());
  check(call(memory.data(), bytes), what);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
