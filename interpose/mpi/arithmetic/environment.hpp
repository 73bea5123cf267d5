#pragma once

#include "fp/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// body() in the standard floating-point environment, behind a call that no arithmetic can be moved across; the
/// caller's control word and flags are the same afterwards. Writing the register takes longer than adding a few
/// numbers, so it is written only where something differs: hardly ever.
template <class Body> void in_standard_environment(Body body) {
#if defined(__x86_64__)
  constexpr std::uint32_t standard = 0x1f80, flags = 0x3f;
  std::uint32_t before, after;
  asm volatile("stmxcsr %0" : "=m"(before)::"memory");
  if ((before & ~flags) != standard) asm volatile("ldmxcsr %0" ::"m"(standard) : "memory");
  detail::call_out_of_line(body);
  asm volatile("stmxcsr %0" : "=m"(after)::"memory");
  if (after != before) asm volatile("ldmxcsr %0" ::"m"(before) : "memory");
#else
  isobit::in_standard_environment([&](environment_guard&) { body(); });
#endif
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
