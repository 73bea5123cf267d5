#pragma once

#include "arithmetic/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Whether any of several vectors of doubles may round to another float than the numbers that they stand for: one test
/// for all of them. docs/maths/vector_operations.md#float
class float_doubts {
public:
  /// The numbers are within `Margin` units of the last place. No doubt is left, where that is cheap to see, of a
  /// magnitude from 2^-63 to 2^65 that is further from a midpoint.
  template <std::uint64_t Margin> ISOBIT_INLINE void add(f64 value) {
    constexpr std::uint64_t half = std::uint64_t{1} << 28, window = 2 * Margin;
    static_assert((window & (window - 1)) == 0);
    // The window around the midpoint becomes zeros, and so do the upper bits of exponents in range.
    u64 const moved = (u64)value + broadcast(half + Margin - (std::uint64_t{960} << 52));
    u64 const apart = broadcast(2 * half - window);
#if ISOBIT_VECTOR_BYTES == 64
    apart_ = _mm512_mask_test_epi64_mask(apart_, (__m512i)moved, (__m512i)apart);
    upper_ |= moved;
#else
    upper_ |= moved | ((moved & apart) - broadcast(std::uint64_t{1}));
#endif
  }
  /// |a| * factor must not be less than |b|: else the difference of both and their sum have different signs.
  ISOBIT_INLINE void add_sizes(f64 a, double factor, f64 b) {
    f64 const difference = multiply_add(a, broadcast(factor), -b), sum = multiply_add(a, broadcast(factor), b);
    signs_ |= (u64)difference ^ (u64)sum;
  }
  [[nodiscard]] ISOBIT_INLINE bool any() const {
    // The upper bits of exponents, and the sign.
    u64 const all = (upper_ & broadcast(std::uint64_t{0x780} << 52)) | (signs_ & broadcast(std::uint64_t{1} << 63));
#if ISOBIT_VECTOR_BYTES == 64
    if (apart_ != 0xff) return true;
#endif
    return has_any(all, ~std::uint64_t{0});
  }

private:
  u64 upper_ = {}, signs_ = {};
#if ISOBIT_VECTOR_BYTES == 64
  __mmask8 apart_ = 0xff;
#endif
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
