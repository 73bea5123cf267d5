#pragma once

#include <string>

namespace common {

#if defined(__x86_64__)
inline constexpr bool is_x86 = true;
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#else
inline constexpr bool is_x86 = false;
inline bool has_avx2() { return false; }
inline bool has_avx512() { return false; }
#endif

/// The processor's own name for itself, "unknown" where the system does not say.
std::string processor_name();

/// Name and version of the compiler that built this.
std::string compiler_name();

}  // namespace common
