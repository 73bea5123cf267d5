#pragma once

#include <bit>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Storage only: IEEE binary16 as sixteen bits. May alias the compiler's own type.
struct __attribute__((may_alias)) ISOBIT_API float16 {
  std::uint16_t bits;
};

/// Storage only: bfloat16, the upper half of a float. May alias the compiler's own type.
struct __attribute__((may_alias)) ISOBIT_API bfloat16 {
  std::uint16_t bits;
};

/// The storage type of a compiler's own 16-bit type (_Float16, std::float16_t, std::bfloat16_t); T itself for others.
template <class T> struct storage { using type = T; };
// Before version 13, gcc for Arm announces the type but has it in C only.
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || !defined(__aarch64__) || __GNUC__ >= 13)
#define ISOBIT_HAS_FLOAT16 1
template <> struct storage<_Float16> { using type = float16; };
#endif
#ifdef __BFLT16_MANT_DIG__
template <> struct storage<__bf16> { using type = bfloat16; };
#endif
template <class T> using storage_t = typename storage<T>::type;

/// The shape of a binary floating-point format and its bits as an unsigned integer.
template <class T> struct format;

namespace detail {

template <class Bits, int Precision, int ExponentBits> struct ieee_format {
  using bits_type = Bits;
  static constexpr int precision = Precision;  ///< significand bits, the implicit one included
  static constexpr int stored_bits = Precision - 1;
  static constexpr int max_biased = (1 << ExponentBits) - 1;  ///< the exponent field of inf and NaN
  static constexpr int bias = max_biased >> 1;
  static constexpr int max_exponent = bias + 1;                ///< finite values are below 2^max_exponent
  static constexpr int min_exponent = 1 - bias - stored_bits;  ///< every value is a multiple of 2^min_exponent
  static constexpr Bits implicit_bit = Bits(Bits{1} << stored_bits);
  static constexpr Bits sign_bit = Bits(Bits{1} << (stored_bits + ExponentBits));
  static constexpr Bits infinity = Bits(Bits(max_biased) << stored_bits);
  static constexpr Bits canonical_nan = Bits(infinity | (implicit_bit >> 1));
};

}  // namespace detail

template <> struct format<double> : detail::ieee_format<std::uint64_t, 53, 11> {};
template <> struct format<float> : detail::ieee_format<std::uint32_t, 24, 8> {};
template <> struct format<float16> : detail::ieee_format<std::uint16_t, 11, 5> {};
template <> struct format<bfloat16> : detail::ieee_format<std::uint16_t, 8, 8> {};

/// float, double and the storage types.
template <class T>
concept has_format = requires {
  typename format<T>::bits_type;
};

template <has_format T> constexpr typename format<T>::bits_type bits_of(T x) noexcept {
  return std::bit_cast<typename format<T>::bits_type>(x);
}

template <class T> constexpr T from_bits(typename format<T>::bits_type bits) noexcept { return std::bit_cast<T>(bits); }

/// A finite number as (-1)^negative * significand * 2^exponent; meaningless for inf and NaN.
struct decomposed {
  bool negative;
  std::uint64_t significand;
  int exponent;
};

template <has_format T> constexpr decomposed decompose(T x) noexcept {
  using f = format<T>;
  auto const bits = bits_of(x);
  int const biased = int(bits >> f::stored_bits) & f::max_biased;
  std::uint64_t const fraction = bits & (f::implicit_bit - 1u);
  bool const normal = biased != 0;
  return {(bits & f::sign_bit) != 0, normal ? fraction | f::implicit_bit : fraction,
          (normal ? biased - 1 : 0) + f::min_exponent};
}

/// True for inf and NaN. By bits, so that `-ffinite-math-only` cannot remove it.
template <has_format T> constexpr bool is_nonfinite(T x) noexcept {
  return (bits_of(x) & format<T>::infinity) == format<T>::infinity;
}

/// True for -0 and +0. By bits, so that no subnormal number raises a flag or passes for zero.
template <has_format T> constexpr bool is_zero(T x) noexcept { return (bits_of(x) & ~format<T>::sign_bit) == 0; }

template <has_format T> constexpr bool is_nan(T x) noexcept {
  using f = format<T>;
  return is_nonfinite(x) && (bits_of(x) & (f::implicit_bit - 1u)) != 0;
}

template <has_format T> constexpr bool is_negative(T x) noexcept { return (bits_of(x) & format<T>::sign_bit) != 0; }

template <has_format T> constexpr T negated(T x) noexcept { return from_bits<T>(bits_of(x) ^ format<T>::sign_bit); }

template <has_format T> constexpr T magnitude(T x) noexcept {
  using bits_type = typename format<T>::bits_type;
  return from_bits<T>(bits_type(bits_of(x) & bits_type(~format<T>::sign_bit)));
}

/// x itself; for every NaN the one that the library returns.
template <has_format T> constexpr T canonical(T x) noexcept {
  return is_nan(x) ? from_bits<T>(format<T>::canonical_nan) : x;
}

/// The float with the same value: every 16-bit number is one. Integer operations only.
constexpr float widen(bfloat16 x) noexcept { return from_bits<float>(std::uint32_t{x.bits} << 16); }
constexpr float widen(float16 x) noexcept {
  using half = format<float16>;
  using single = format<float>;
  std::uint32_t const sign = std::uint32_t(x.bits & half::sign_bit) << 16;
  if (is_nonfinite(x))
    return from_bits<float>(sign | single::infinity | std::uint32_t(x.bits & (half::implicit_bit - 1u)) << 13);
  auto const [negative, significand, exponent] = decompose(x);
  if (significand == 0) return from_bits<float>(sign);
  int const top = std::bit_width(significand) - 1;
  auto const fraction = std::uint32_t(significand << (single::stored_bits - top)) & (single::implicit_bit - 1u);
  return from_bits<float>(sign | std::uint32_t(exponent + top + single::bias) << single::stored_bits | fraction);
}

ISOBIT_NAMESPACE_END
