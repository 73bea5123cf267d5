#pragma once

#include <cfenv>
#include <cstdint>

#include <isobit/arithmetic/rounding.hpp>

ISOBIT_NAMESPACE_BEGIN

// Where a floating-point number lies, for the assembler.
#if defined(__x86_64__)
#define ISOBIT_PLACE_OF_NUMBER "+x"
#elif defined(__aarch64__)
#define ISOBIT_PLACE_OF_NUMBER "+w"
#else
#define ISOBIT_PLACE_OF_NUMBER "+m"
#endif

/// Has x computed by now, and what uses it computed later: keeps a result inside the window below.
inline void pin(double& x) noexcept { asm volatile("" : ISOBIT_PLACE_OF_NUMBER(x)::"memory"); }
inline void pin(float& x) noexcept { asm volatile("" : ISOBIT_PLACE_OF_NUMBER(x)::"memory"); }
inline void pin(bool& x) noexcept { asm volatile("" : "+r"(x)::"memory"); }

#if defined(__x86_64__)
/// The control word of SSE and AVX, which holds the sticky flags too.
struct mxcsr {
  static constexpr std::uint32_t standard = 0x1f80;  // all exceptions masked, nearest, no FTZ, no DAZ
  static constexpr std::uint32_t invalid = 1, overflow = 8, underflow = 16, inexact = 32, all_flags = 0x3f;
  static std::uint32_t read() noexcept {
    std::uint32_t word;
    asm volatile("stmxcsr %0" : "=m"(word)::"memory");
    return word;
  }
  static void write(std::uint32_t word) noexcept { asm volatile("ldmxcsr %0" ::"m"(word) : "memory"); }
};
#endif

/// While one lives, the calling thread rounds to nearest with gradual underflow, exceptions are masked, and the
/// sticky flags start clear. The caller's control word and flags come back when it ends: nothing the library does
/// is visible in them.
///
/// The reads and writes here order memory, not arithmetic: use `in_standard_environment`, which keeps arithmetic
/// from being moved out of the window, or `pin` what comes out of it.
class environment_guard {
public:
  environment_guard() noexcept;
  ~environment_guard();
  environment_guard(environment_guard const&) = delete;
  environment_guard& operator=(environment_guard const&) = delete;

  /// Whether anything was rounded, overflowed, underflowed or invalid since the flags were last clear.
  [[nodiscard]] bool rounded() const noexcept { return (flags() & (inexact | overflow | underflow | invalid)) != 0; }
  /// The same, but a rounding alone does not count.
  [[nodiscard]] bool out_of_range() const noexcept { return (flags() & (overflow | underflow | invalid)) != 0; }
  void clear() noexcept;
  /// The rounding mode from here on, one of IEEE's four; back to nearest before the guard ends.
  void set_rounding(rounding mode) noexcept;

private:
#if defined(__x86_64__)
  static constexpr auto invalid = mxcsr::invalid, overflow = mxcsr::overflow, underflow = mxcsr::underflow,
                        inexact = mxcsr::inexact;
  [[nodiscard]] std::uint32_t flags() const noexcept { return mxcsr::read(); }
  std::uint32_t saved_;
#elif defined(__aarch64__)
  static constexpr std::uint64_t invalid = 1, overflow = 4, underflow = 8, inexact = 16;
  static std::uint64_t read_status() noexcept {
    std::uint64_t word;
    asm volatile("mrs %0, fpsr" : "=r"(word)::"memory");
    return word;
  }
  static void write_status(std::uint64_t word) noexcept { asm volatile("msr fpsr, %0" ::"r"(word) : "memory"); }
  static std::uint64_t read_control() noexcept {
    std::uint64_t word;
    asm volatile("mrs %0, fpcr" : "=r"(word)::"memory");
    return word;
  }
  static void write_control(std::uint64_t word) noexcept { asm volatile("msr fpcr, %0" ::"r"(word) : "memory"); }
  [[nodiscard]] std::uint64_t flags() const noexcept { return read_status(); }
  std::uint64_t saved_status_;
  std::uint64_t saved_control_;
#else
  static constexpr int invalid = FE_INVALID, overflow = FE_OVERFLOW, underflow = FE_UNDERFLOW, inexact = FE_INEXACT;
  [[nodiscard]] int flags() const noexcept { return std::fetestexcept(invalid | overflow | underflow | inexact); }
  std::fenv_t saved_;
#endif
};

#if defined(__x86_64__)
inline environment_guard::environment_guard() noexcept : saved_(mxcsr::read()) {
  if (saved_ != mxcsr::standard) mxcsr::write(mxcsr::standard);
}
inline environment_guard::~environment_guard() { mxcsr::write(saved_); }
inline void environment_guard::clear() noexcept { mxcsr::write(mxcsr::standard); }
inline void environment_guard::set_rounding(rounding mode) noexcept {
  bool const up = mode == rounding::upward || mode == rounding::toward_zero;
  bool const down = mode == rounding::downward || mode == rounding::toward_zero;
  mxcsr::write(mxcsr::standard | (up ? 0x4000u : 0) | (down ? 0x2000u : 0));
}
#elif defined(__aarch64__)
inline environment_guard::environment_guard() noexcept : saved_status_(read_status()), saved_control_(read_control()) {
  if (saved_control_ != 0) write_control(0);
  write_status(0);
}
inline environment_guard::~environment_guard() {
  if (saved_control_ != 0) write_control(saved_control_);
  write_status(saved_status_);
}
inline void environment_guard::clear() noexcept { write_status(0); }
inline void environment_guard::set_rounding(rounding mode) noexcept {
  bool const up = mode == rounding::upward || mode == rounding::toward_zero;
  bool const down = mode == rounding::downward || mode == rounding::toward_zero;
  write_control((up ? 0x400000u : 0) | (down ? 0x800000u : 0));
}
#else
inline environment_guard::environment_guard() noexcept {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
  std::feclearexcept(FE_ALL_EXCEPT);
}
inline environment_guard::~environment_guard() { std::fesetenv(&saved_); }
inline void environment_guard::clear() noexcept { std::feclearexcept(FE_ALL_EXCEPT); }
inline void environment_guard::set_rounding(rounding mode) noexcept {
  std::fesetround(mode == rounding::upward ? FE_UPWARD
                  : mode == rounding::downward ? FE_DOWNWARD
                  : mode == rounding::toward_zero ? FE_TOWARDZERO
                                                  : FE_TONEAREST);
}
#endif

/// Whether the calling thread rounds to nearest, found out by arithmetic: reading the control word takes as long as a
/// whole function. Raises inexact.
[[gnu::always_inline]] inline bool rounds_to_nearest() noexcept {
  double one = 1;
  asm("" : ISOBIT_PLACE_OF_NUMBER(one));
  return !(one + 0x1p-60 > one - 0x1p-60);
}

namespace detail {
template <class Body, class... Arguments> [[gnu::noinline]] auto call_out_of_line(Body& body, Arguments&... arguments) {
  return body(arguments...);
}
}  // namespace detail

/// body(environment_guard&) in the standard environment, behind a call that no arithmetic can be moved across.
template <class Body> auto in_standard_environment(Body body) {
  environment_guard environment;
  return detail::call_out_of_line(body, environment);
}

/// The same for a body() that reads no flags. What costs is to write the control word and, on Intel, to raise a flag
/// that is clear: so the word is written only where something differs, hardly ever, and inexact, which nearly every
/// operation of the caller raises too, stays raised. No other flag does.
template <class Body> auto in_standard_rounding(Body body) {
#if defined(__x86_64__)
  struct window {
    std::uint32_t const before = mxcsr::read();
    window() noexcept {
      if ((before & ~mxcsr::all_flags) != mxcsr::standard) mxcsr::write(mxcsr::standard);
    }
    ~window() {
      if (((mxcsr::read() ^ before) & ~mxcsr::inexact) != 0) mxcsr::write(before);
    }
  } const standard;
  return detail::call_out_of_line(body);
#else
  return in_standard_environment([&](environment_guard&) { return body(); });
#endif
}

/// The caller's environment as it is found: short sums do not set up one of their own.
class caller_environment {
public:
#if defined(__x86_64__)
  /// Nearest, gradual underflow and masked exceptions, as it hardly ever is not.
  [[nodiscard]] bool is_standard() const noexcept { return (word_ & ~mxcsr::all_flags) == mxcsr::standard; }
  /// Takes back what was raised since, but for inexact.
  void restore_flags() const noexcept {
    if (((mxcsr::read() ^ word_) & ~mxcsr::inexact) != 0) mxcsr::write(word_);
  }

private:
  std::uint32_t word_ = mxcsr::read();
#else
  [[nodiscard]] bool is_standard() const noexcept { return false; }
  void restore_flags() const noexcept {}
#endif
};

/// body() where the caller's environment is the standard one; else `otherwise`. It may raise inexact, and no other flag
/// stays raised. What the body reads is memory, or it calls through a pointer, and it pins what it computes: nothing
/// else keeps arithmetic here.
template <class Body, class Result>
[[gnu::always_inline]] inline Result if_standard(Body body, Result const& otherwise) {
  caller_environment const caller;
  if (!caller.is_standard()) return otherwise;
  auto const result = body();
  caller.restore_flags();
  return result;
}

/// body() with another rounding mode, behind a call likewise; then to nearest again.
template <class Body> auto in_rounding(environment_guard& environment, rounding mode, Body body) {
  environment.set_rounding(mode);
  auto const result = detail::call_out_of_line(body);
  environment.set_rounding(rounding::nearest_even);
  return result;
}

ISOBIT_NAMESPACE_END
