#pragma once

#include <cstdint>
#include <span>

#include "stub.hpp"

/// The symbols this library puts before those of BLAS and LAPACK. Each is a few instructions that count the call and
/// jump to `target`, so whatever a routine takes and returns, registers and stack are passed on as they are.
namespace isobit::interpose::blas {

/// Who gives the result of a routine.
enum class provider : std::uint8_t {
  isobit,     ///< the same bits everywhere
  any,        ///< the real library, but it only moves numbers
  lapack,     ///< the reference LAPACK over isobit's BLAS: the same bits wherever that file is the same
  real_blas,  ///< the real library: its bits depend on machine, version and threads
};

/// Aligned and sized alike for every type of function: the linker makes an array of them. The stubs know the first two
/// members by their offsets. Thousands are never called: without pointers to set, starting a program does not touch
/// them.
template <class Function> struct alignas(64) routine_of {
  Function* target;  ///< null until the first call, which decides
  std::uint64_t calls;
  Function* own;  ///< isobit's, or null
  provider by;    ///< before the first call, whose it is meant to be
  char name[39];
};
using routine = routine_of<void()>;
static_assert(sizeof(routine) == 64);

extern "C" {
/// Made by the linker from all records, under the linker's names.
// NOLINTBEGIN(clang-diagnostic-reserved-identifier)
[[gnu::visibility("hidden")]] extern routine __start_isobit_blas_routines[];
[[gnu::visibility("hidden")]] extern routine __stop_isobit_blas_routines[];
// NOLINTEND(clang-diagnostic-reserved-identifier)
/// Whether calls are counted.
[[gnu::visibility("hidden")]] extern bool isobit_blas_counting;
}

inline std::span<routine> routines() { return {__start_isobit_blas_routines, __stop_isobit_blas_routines}; }

}  // namespace isobit::interpose::blas

#define ISOBIT_BLAS_SYMBOL(symbol, type, own_function, how)                                                      \
  extern "C" {                                                                                                   \
  [[gnu::section("isobit_blas_routines"), gnu::visibility("hidden"),                                             \
    gnu::used]] constinit isobit::interpose::blas::routine_of<type>                                              \
      isobit_blas_record_##symbol = {nullptr, 0, own_function, isobit::interpose::blas::provider::how, #symbol}; \
  }                                                                                                              \
  __asm__("isobit_blas_stub " #symbol);

/// A routine that is not isobit's.
#define ISOBIT_BLAS_LEFT(symbol, how) ISOBIT_BLAS_SYMBOL(symbol, void(), nullptr, how)
#define ISOBIT_BLAS_LEFT_FORTRAN(name, how) \
  ISOBIT_BLAS_LEFT(name##_, how)            \
  ISOBIT_BLAS_LEFT(scipy_##name##_, how)    \
  ISOBIT_BLAS_LEFT(name##_64_, how)         \
  ISOBIT_BLAS_LEFT(scipy_##name##_64_, how)
#define ISOBIT_BLAS_LEFT_C(name, how)       \
  ISOBIT_BLAS_LEFT(cblas_##name, how)       \
  ISOBIT_BLAS_LEFT(scipy_cblas_##name, how) \
  ISOBIT_BLAS_LEFT(cblas_##name##_64, how)  \
  ISOBIT_BLAS_LEFT(cblas_##name##64_, how)  \
  ISOBIT_BLAS_LEFT(scipy_cblas_##name##64_, how)

/// A routine that isobit computes: `function` is a template of the element type and the type of integers, which are of
/// 32 bits under BLAS's own names, and of 64 under those that end so. scipy_ is before the names in the wheels of NumPy
/// and SciPy.
#define ISOBIT_BLAS_OURS(symbol, function, T, Int) \
  ISOBIT_BLAS_SYMBOL(symbol, decltype(function<T, Int>), (&function<T, Int>), isobit)
#define ISOBIT_BLAS_FORTRAN(name, function, T)                 \
  ISOBIT_BLAS_OURS(name##_, function, T, std::int32_t)         \
  ISOBIT_BLAS_OURS(scipy_##name##_, function, T, std::int32_t) \
  ISOBIT_BLAS_OURS(name##_64_, function, T, std::int64_t)      \
  ISOBIT_BLAS_OURS(scipy_##name##_64_, function, T, std::int64_t)
#define ISOBIT_BLAS_C(name, function, T)                          \
  ISOBIT_BLAS_OURS(cblas_##name, function, T, std::int32_t)       \
  ISOBIT_BLAS_OURS(scipy_cblas_##name, function, T, std::int32_t) \
  ISOBIT_BLAS_OURS(cblas_##name##_64, function, T, std::int64_t)  \
  ISOBIT_BLAS_OURS(cblas_##name##64_, function, T, std::int64_t)  \
  ISOBIT_BLAS_OURS(scipy_cblas_##name##64_, function, T, std::int64_t)
#define ISOBIT_BLAS_BOTH(name, function, T) \
  ISOBIT_BLAS_FORTRAN(name, function##_, T) \
  ISOBIT_BLAS_C(name, cblas_##function, T)
#define ISOBIT_BLAS_REAL_TYPES(stem, function) \
  ISOBIT_BLAS_BOTH(s##stem, function, float)   \
  ISOBIT_BLAS_BOTH(d##stem, function, double)
#define ISOBIT_BLAS_COMPLEX_TYPES(stem, function)     \
  ISOBIT_BLAS_BOTH(c##stem, function, single_complex) \
  ISOBIT_BLAS_BOTH(z##stem, function, double_complex)
#define ISOBIT_BLAS_EVERY_TYPE(stem, function) \
  ISOBIT_BLAS_REAL_TYPES(stem, function)       \
  ISOBIT_BLAS_COMPLEX_TYPES(stem, function)
