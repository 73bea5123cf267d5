#pragma once

#include <cstdint>

#include "arithmetic/environment.hpp"

ISOBIT_NAMESPACE_BEGIN

#if defined(__x86_64__)
/// While one lives, the x87 unit rounds to nearest with 64 bits of precision and exceptions are masked. It has a
/// control word and flags of its own, apart from those of `environment_guard`; the caller's come back at the end.
class x87_guard {
public:
  x87_guard() noexcept {
    asm volatile("fnstenv %0" : "=m"(saved_)::"memory");
    std::uint16_t const standard = 0x037f;
    asm volatile("fldcw %0" ::"m"(standard) : "memory");
  }
  ~x87_guard() { asm volatile("fldenv %0" ::"m"(saved_) : "memory"); }
  x87_guard(x87_guard const&) = delete;
  x87_guard& operator=(x87_guard const&) = delete;

private:
  struct {
    std::uint32_t words[7];
  } saved_;
};
#endif

/// `in_standard_environment` for arithmetic that may be x87's.
template <bool UsesX87, class Body> auto in_extended_environment(Body body) {
#if defined(__x86_64__)
  if constexpr (UsesX87)
    return in_standard_environment([&](environment_guard& environment) {
      x87_guard guard;
      return detail::call_out_of_line(body, environment);
    });
#endif
  return in_standard_environment(body);
}

ISOBIT_NAMESPACE_END
