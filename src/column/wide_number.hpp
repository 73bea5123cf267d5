#pragma once

#include "column/integers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// A number of a format that the processor may lack, or may be set to compute otherwise: IEEE arithmetic, rounded to
/// nearest, in integers.
template <number_format Format> struct wide_number {
  uint128 bits = 0;

  friend wide_number operator+(wide_number a, wide_number b) noexcept {
    std::byte both[2][16];
    store_bits<Format>(both[0], a.bits);
    store_bits<Format>(both[1], b.bits);
    return {sum_in_integers<Format>({both[0], 16, 2})};
  }
  friend wide_number operator-(wide_number a, wide_number b) noexcept {
    return a + wide_number{b.bits ^ shape<Format>::sign_bit};
  }
  friend wide_number operator*(wide_number a, wide_number b) {
    std::byte both[2][16];
    store_bits<Format>(both[0], a.bits);
    store_bits<Format>(both[1], b.bits);
    return {product_in_integers<Format>({both[0], 16, 2})};
  }
  [[nodiscard]] friend bool is_nonfinite(wide_number x) noexcept { return columns::is_nonfinite<Format>(x.bits); }
  [[nodiscard]] friend wide_number canonical(wide_number x) noexcept {
    return columns::is_nan<Format>(x.bits) ? wide_number{shape<Format>::canonical_nan} : x;
  }
};

}  // namespace columns
ISOBIT_NAMESPACE_END
