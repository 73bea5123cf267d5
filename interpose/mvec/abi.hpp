#pragma once

#include <cstdint>
#include <type_traits>

#include "vector_pcs.hpp"

// The vectors that a file of entries is for. CMake says how many bytes (ISOBIT_ENTRY_BYTES), compiles the file for no
// more than callers of such vectors must have, and names the kernels, where they were built (ISOBIT_ENTRY_KERNELS).
//
//   ISOBIT_LETTER         what the vector ABI calls the instruction set; ISOBIT_OTHER_LETTER one with the same
//   registers ISOBIT_DOUBLES        how many doubles, and ISOBIT_FLOATS floats, in words for names ISOBIT_SLEEF_SETS(X)
//   what SLEEF appends to its names for such vectors
#if defined(__aarch64__)
#define ISOBIT_LETTER "n"
#define ISOBIT_SLEEF_SETS(X, ...) X(__VA_ARGS__, advsimd) X(__VA_ARGS__, advsimdnofma)
#elif ISOBIT_ENTRY_BYTES == 16
#define ISOBIT_LETTER "b"
#define ISOBIT_SLEEF_SETS(X, ...) X(__VA_ARGS__, sse2) X(__VA_ARGS__, sse4) X(__VA_ARGS__, avx2128)
#elif ISOBIT_ENTRY_BYTES == 32
#define ISOBIT_LETTER "d"
#define ISOBIT_OTHER_LETTER "c"
#define ISOBIT_SLEEF_SETS(X, ...) X(__VA_ARGS__, avx) X(__VA_ARGS__, fma4) X(__VA_ARGS__, avx2)
#else
#define ISOBIT_LETTER "e"
#define ISOBIT_SLEEF_SETS(X, ...) X(__VA_ARGS__, avx512f) X(__VA_ARGS__, avx512fnofma)
#endif

#if ISOBIT_ENTRY_BYTES == 16
#define ISOBIT_DOUBLES "2"
#define ISOBIT_FLOATS "4"
#elif ISOBIT_ENTRY_BYTES == 32
#define ISOBIT_DOUBLES "4"
#define ISOBIT_FLOATS "8"
#else
#define ISOBIT_DOUBLES "8"
#define ISOBIT_FLOATS "16"
#endif

namespace isobit::interpose {

using doubles = double __attribute__((vector_size(ISOBIT_ENTRY_BYTES)));
using floats = float __attribute__((vector_size(ISOBIT_ENTRY_BYTES)));
/// As many pointers as doubles.
using pointers = std::uint64_t __attribute__((vector_size(ISOBIT_ENTRY_BYTES)));

/// SLEEF's two results.
struct two_doubles {
  doubles first, second;
};
struct two_floats {
  floats first, second;
};

/// A mask is a vector of integers, zero or not; with 512 bits a bit for each lane.
#if ISOBIT_ENTRY_BYTES == 64
using mask_of_doubles = unsigned;
using mask_of_floats = unsigned;
#else
using mask_of_doubles = std::int64_t __attribute__((vector_size(ISOBIT_ENTRY_BYTES)));
using mask_of_floats = std::int32_t __attribute__((vector_size(ISOBIT_ENTRY_BYTES)));
#endif

template <class Mask> inline bool is_active(Mask const& mask, unsigned lane) {
  if constexpr (sizeof mask == sizeof(unsigned))
    return (mask >> lane & 1) != 0;
  else
    return mask[lane] != 0;
}

/// x where the mask is set; elsewhere a number that costs no time.
template <class V, class Mask> inline V active(V x, Mask const& mask, double idle) {
  for (unsigned i = 0; i < sizeof x / sizeof x[0]; ++i)
    if (!is_active(mask, i)) x[i] = static_cast<std::remove_reference_t<decltype(x[0])>>(idle);
  return x;
}

}  // namespace isobit::interpose
