#pragma once

#include "arithmetic/environment.hpp"

ISOBIT_NAMESPACE_BEGIN

/// The calling thread's rounding mode. Reads the control word, where that is known: fegetround is libm's.
inline rounding current_rounding() noexcept {
#if defined(__x86_64__)
  constexpr rounding modes[] = {rounding::nearest_even, rounding::downward, rounding::upward, rounding::toward_zero};
  return modes[mxcsr::read() >> 13 & 3];
#elif defined(__aarch64__)
  constexpr rounding modes[] = {rounding::nearest_even, rounding::upward, rounding::downward, rounding::toward_zero};
  std::uint64_t word;
  asm volatile("mrs %0, fpcr" : "=r"(word)::"memory");
  return modes[word >> 22 & 3];
#else
  switch (std::fegetround()) {
  case FE_UPWARD:
    return rounding::upward;
  case FE_DOWNWARD:
    return rounding::downward;
  case FE_TOWARDZERO:
    return rounding::toward_zero;
  default:
    return rounding::nearest_even;
  }
#endif
}

ISOBIT_NAMESPACE_END
