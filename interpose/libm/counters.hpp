#pragma once

#include <atomic>
#include <cstdint>

#include "math/function_list.hpp"

/// ISOBIT_M_COUNT=1: how often each function was called, printed when the process ends.
namespace isobit::interpose {

enum class counted {
#define ISOBIT_ENTRY(name) name, name##f,
  ISOBIT_MATH_UNARY(ISOBIT_ENTRY) ISOBIT_MATH_BINARY(ISOBIT_ENTRY) ISOBIT_MATH_INTEGER(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
      sincos,
  sincosf,
  how_many
};

extern bool counting;
extern std::atomic<std::uint64_t> counters[static_cast<int>(counted::how_many)];

inline void count(counted function) noexcept {
  if (counting) [[unlikely]]
    counters[static_cast<int>(function)].fetch_add(1, std::memory_order_relaxed);
}

}  // namespace isobit::interpose
