#include "arithmetic/tiles.hpp"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

#if defined(__x86_64__) && defined(__linux__)

bool has_tiles() noexcept {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned saves_state = 1u << 27, tiles = 1u << 24, tiles_of_bytes = 1u << 25;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & saves_state) == 0) return false;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & tiles) == 0 || (d & tiles_of_bytes) == 0) return false;
  unsigned low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr unsigned configuration_and_data = 3u << 17;
  return (low & configuration_and_data) == configuration_and_data;
}

bool ask_for_tiles() noexcept {
  constexpr long request_permission = 0x1023, tile_data = 18;
  return ::syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
}

#else

bool has_tiles() noexcept { return false; }
bool ask_for_tiles() noexcept { return false; }

#endif

}  // namespace arithmetic
ISOBIT_NAMESPACE_END
