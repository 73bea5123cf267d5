#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/host_device.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Bits of numbers from 2^exponent on, in words of `width` bits each: sums of the words are exact of up to 2^(63 -
/// width) numbers.
template <int Words> struct window {
  static constexpr int words = Words;
  int exponent, width;

  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr int bits() const noexcept { return words * width; }
  /// Where the bits above begin.
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr int end() const noexcept { return exponent + bits(); }
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr window below() const noexcept { return {exponent - bits(), width}; }
  [[nodiscard]] static ISOBIT_HOST_DEVICE constexpr window that_ends(int end, int width) noexcept {
    return {end - words * width, width};
  }
};

/// A finite double, cut by windows.
class cut_number {
public:
  ISOBIT_HOST_DEVICE explicit constexpr cut_number(double x) noexcept : parts_(decompose(x)) {}

  /// Its last place, and one beyond its first.
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr int exponent() const noexcept { return parts_.exponent; }
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr int end() const noexcept {
    return parts_.exponent + format<double>::precision;
  }

  /// What word k of a window has of it.
  template <int Words>
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr std::int64_t slice(window<Words> const& here, int k) const noexcept {
    int const shift = parts_.exponent - here.exponent - k * here.width;
    // Shifted by 63 none of the bits is in the word any more.
    std::uint64_t const shifted = shift >= 0 ? parts_.significand << (shift < 63 ? shift : 63)
                                             : parts_.significand >> (shift > -63 ? -shift : 63);
    auto const bits = static_cast<std::int64_t>(shifted & ((std::uint64_t{1} << here.width) - 1));
    return parts_.negative ? -bits : bits;
  }
  /// Whether it has bits below a window.
  template <int Words>
  [[nodiscard]] ISOBIT_HOST_DEVICE constexpr bool is_deeper_than(window<Words> const& here) const noexcept {
    int const hidden = here.exponent - parts_.exponent;
    return hidden > 0 && parts_.significand << (hidden < 64 ? 64 - hidden : 0) != 0;
  }

private:
  decomposed parts_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
