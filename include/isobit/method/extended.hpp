#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/guarantee.hpp>

ISOBIT_NAMESPACE_BEGIN

/// What an extended-precision sum is held in.
enum class ISOBIT_API extended_format {
  binary64,       ///< a double, for floats: the same bits everywhere
  x87,            ///< the 80-bit format of x86-64, 64 bits of significand: there only
  double_double,  ///< the unevaluated sum of two doubles: the same bits everywhere
};

[[nodiscard]] constexpr std::string_view name(extended_format format) noexcept {
  return format == extended_format::binary64 ? "binary64" : format == extended_format::x87 ? "x87-80" : "double-double";
}

/// What `extended<T>` uses where none is named: for doubles it differs between platforms, and so do the bits.
#if defined(__x86_64__)
inline constexpr bool has_x87 = true;
#else
inline constexpr bool has_x87 = false;
#endif
template <std::floating_point T>
inline constexpr extended_format native_format = has_x87 ? extended_format::x87 : extended_format::double_double;
template <> inline constexpr extended_format native_format<float> = extended_format::binary64;

namespace detail {

template <extended_format> struct extended_words;
template <> struct extended_words<extended_format::binary64> { double sum = 0; };
template <> struct extended_words<extended_format::x87> {
  std::uint64_t significand = 0;
  std::uint16_t sign_and_exponent = 0;
};
template <> struct extended_words<extended_format::double_double> {
  double high = 0;
  double low = 0;
};

}  // namespace detail

/// The plain sum in a wider format, rounded once at the end. docs/maths/compensated.md#extended
///
/// `extended<float>` and `extended<double, extended_format::double_double>` give the same bits on every platform.
/// `extended<double>` is what the platform has, as in the paper: 80 bits on x86-64, double-double elsewhere; code that
/// asserts `is_portable` finds out when compiled. The wider sum does not overflow where that of floats or, in 80 bits,
/// of doubles would. A NaN is the canonical one; the sum of nothing, and of nothing but -0, is +0. Not a monoid: no
/// `merge`.
///
///     double s = isobit::sum<isobit::extended<double, isobit::extended_format::double_double>>(values);
template <std::floating_point T = double, extended_format Format = native_format<T>> class ISOBIT_API extended {
  static_assert(std::same_as<T, double> || std::same_as<T, float>, "isobit::extended: sums of float or double");
  static_assert((Format == extended_format::binary64) == std::same_as<T, float>,
                "isobit::extended: floats are summed in binary64, doubles in x87 or double_double");
  static_assert(Format != extended_format::x87 || has_x87,
                "isobit::extended: this platform has no 80-bit format; use extended_format::double_double");

public:
  using value_type = T;
  static constexpr guarantee promise = guarantee::fixed_plan;
  static constexpr extended_format format = Format;
  static constexpr std::string_view format_name = name(Format);
  /// Whether this type exists, with the same bits, on every platform.
  static constexpr bool is_portable = Format != extended_format::x87;

  extended() noexcept = default;
  void add(T x) noexcept;
  /// One addition for each value, first to last. Throws `error` for null with a size.
  void add(std::span<T const> values);
  /// The state of one block of the plan `fixed_lanes`. Throws `error` for null with a size.
  [[nodiscard]] static extended of_block(std::span<T const> values);
  /// Adds the wide sum of `next`: one addition in the wide format.
  void take_in(extended const& next) noexcept;

  /// The wide sum rounded to nearest-even.
  [[nodiscard]] T round() const noexcept;
  [[nodiscard]] T sum() const noexcept { return round(); }
  /// What that rounding leaves: the wide sum is sum + correction, exactly. Zero where the sum is not finite.
  [[nodiscard]] double correction() const noexcept;

  /// Equal bits.
  [[nodiscard]] bool operator==(extended const& other) const noexcept;

private:
  detail::extended_words<Format> words_;
};

extern template class extended<float, extended_format::binary64>;
extern template class extended<double, extended_format::double_double>;
#if defined(__x86_64__)
extern template class extended<double, extended_format::x87>;
#endif

ISOBIT_NAMESPACE_END
