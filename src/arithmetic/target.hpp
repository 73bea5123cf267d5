#pragma once

#include <isobit/version.hpp>

// What is compiled once for every instruction set (the folders target/) is told by CMake which it is; each has a
// namespace of its own, so that no two share a symbol. All other code is for single numbers.
#ifndef ISOBIT_TARGET
#define ISOBIT_TARGET portable
#define ISOBIT_VECTOR_BYTES 8
#endif

#define ISOBIT_TARGET_NAMESPACE_BEGIN(room) \
  ISOBIT_NAMESPACE_BEGIN                    \
  namespace room {                          \
  inline namespace ISOBIT_TARGET {
#define ISOBIT_TARGET_NAMESPACE_END \
  }                                 \
  }                                 \
  ISOBIT_NAMESPACE_END
