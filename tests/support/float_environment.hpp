#pragma once

#include <cfenv>
#include <cstdint>
#include <vector>

namespace isobit::test {

/// The calling thread's floating-point control word and sticky flags, as the processor has them.
struct float_environment {
  std::uint64_t control;
  std::uint64_t flags;
  bool operator==(float_environment const&) const = default;
};

#if defined(__x86_64__)

inline constexpr std::uint64_t inexact_flag = 0x20;
inline constexpr std::uint64_t every_flag = 0x3f;
inline float_environment read_environment() {
  std::uint32_t word;
  asm volatile("stmxcsr %0" : "=m"(word)::"memory");
  return {word & ~every_flag, word & every_flag};
}
inline void write_environment(float_environment e) {
  auto const word = static_cast<std::uint32_t>(e.control | e.flags);
  asm volatile("ldmxcsr %0" ::"m"(word) : "memory");
}
/// The four rounding modes, with and without flush-to-zero and denormals-are-zero.
inline std::vector<std::uint64_t> every_control_word() {
  std::vector<std::uint64_t> words;
  for (std::uint64_t rounding : {0u, 0x2000u, 0x4000u, 0x6000u})
    for (std::uint64_t flush : {0u, 0x8000u, 0x0040u, 0x8040u}) words.push_back(0x1f80 | rounding | flush);
  return words;
}

#elif defined(__aarch64__)

inline constexpr std::uint64_t inexact_flag = 0x10;
inline constexpr std::uint64_t every_flag = 0x9f;
inline float_environment read_environment() {
  std::uint64_t control, flags;
  asm volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(flags)::"memory");
  return {control, flags & every_flag};
}
inline void write_environment(float_environment e) {
  asm volatile("msr fpcr, %0\n\tmsr fpsr, %1" ::"r"(e.control), "r"(e.flags) : "memory");
}
inline std::vector<std::uint64_t> every_control_word() {
  std::vector<std::uint64_t> words;
  for (std::uint64_t rounding : {0u, 1u, 2u, 3u})
    for (std::uint64_t flush : {0u, 1u}) words.push_back(rounding << 22 | flush << 24);
  return words;
}

#else

// Only what <cfenv> offers: rounding modes and flags.
inline constexpr std::uint64_t inexact_flag = FE_INEXACT;
inline constexpr std::uint64_t every_flag = FE_ALL_EXCEPT;
inline float_environment read_environment() {
  return {static_cast<std::uint64_t>(std::fegetround()), static_cast<std::uint64_t>(std::fetestexcept(FE_ALL_EXCEPT))};
}
inline void write_environment(float_environment e) {
  std::fesetround(static_cast<int>(e.control));
  std::feclearexcept(FE_ALL_EXCEPT);
  if (e.flags != 0) std::feraiseexcept(static_cast<int>(e.flags));
}
inline std::vector<std::uint64_t> every_control_word() { return {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}; }

#endif

/// Whether a call left the environment as it may: inexact may be raised, and nothing else has changed.
inline bool undisturbed(float_environment before, float_environment after) {
  bool const still_inexact = (before.flags & inexact_flag & ~after.flags) == 0;
  return after.control == before.control && (after.flags | inexact_flag) == (before.flags | inexact_flag) &&
         still_inexact;
}

}  // namespace isobit::test
