#pragma once

#include <cstdint>

/// X(T, index, offset) for the types of indices and offsets that there is code for.
#define ISOBIT_FOR_ALL_INDICES(X, T) \
  X(T, std::int32_t, std::int32_t)   \
  X(T, std::int32_t, std::int64_t)   \
  X(T, std::int64_t, std::int64_t)

/// X(T, index) for the types of indices.
#define ISOBIT_FOR_BOTH_INDICES(X, T) \
  X(T, std::int32_t)                  \
  X(T, std::int64_t)
