#pragma once

#include "arithmetic/lanes.hpp"
#include "sum/kernels.hpp"

/// Sums of a few numbers, where setting and restoring the floating-point environment would cost more than the sum.
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// Where a format keeps its significand, seen as 53 bits in a 64-bit lane.
struct few_f64_format {
  using element = double;
  static constexpr int stored_bits = 52, max_biased = 2047, exponent_of_biased_zero = -1075;
  static ISOBIT_INLINE u64 at(double const* x) { return load<u64>(x); }
  static ISOBIT_INLINE u64 negative(u64 bits) { return (u64)((i64)bits < 0); }
};
struct few_f32_format {
  using element = float;
  static constexpr int stored_bits = 23, max_biased = 255, exponent_of_biased_zero = -150 - 29;
  static ISOBIT_INLINE u64 at(float const* x) { return widen(load<u32>(x)); }
  static ISOBIT_INLINE u64 negative(u64 bits) { return -(bits >> 31); }
};

/// Integers only: no rounding mode, flush-to-zero or exception flag is involved. Every significand is shifted to the
/// largest exponent; what leaves below is kept in a second word. docs/maths/sum.md#few
template <class Format> ISOBIT_INLINE few_sum few_values(typename Format::element const* x, std::size_t n) {
  constexpr std::uint64_t implicit = std::uint64_t{1} << Format::stored_bits;
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << fraction_bits) - 1;
  u64 const zero = {};

  typename Format::element padded[lanes] = {};
  if (n < lanes) {
    for (std::size_t i = 0; i < n; ++i) padded[i] = x[i];
    x = padded;
    n = lanes;
  }
  // The exponent field without the sign; numbers below the normal range have the exponent of the smallest normal.
  auto const exponent_of = [&](u64 bits) __attribute__((always_inline)) {
    u64 const biased = bits >> Format::stored_bits & broadcast(std::uint64_t{Format::max_biased});
    return biased - (u64)(biased == zero);
  };
  auto const for_each = [&](auto body) __attribute__((always_inline)) {
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) body(Format::at(x + i));
    if (i < n) body(keep_last(Format::at(x + n - lanes), n - i, zero));
  };

  i64 largest = {};
  for_each([&](u64 bits) __attribute__((always_inline)) { largest = maximum((i64)exponent_of(bits), largest); });
  auto const top = largest_lane(largest);

  u64 whole = {}, fraction = {}, out_of_range = {};
  u64 const tops = broadcast(static_cast<std::uint64_t>(top));
  for_each([&](u64 bits) __attribute__((always_inline)) {
    u64 const biased = bits >> Format::stored_bits & broadcast(std::uint64_t{Format::max_biased});
    u64 const is_subnormal = (u64)(biased == zero);
    u64 const significand = ((bits & broadcast(implicit - 1)) | (broadcast(implicit) & ~is_subnormal))
                            << (52 - Format::stored_bits);
    u64 const distance = tops - (biased - is_subnormal);
    u64 const far = (u64)(distance > broadcast(std::uint64_t{fraction_bits}));
    out_of_range |= far & significand;
    u64 const shift = distance & ~far;
    u64 const minus = Format::negative(bits);
    u64 const upper = significand >> shift;
    u64 const lower = significand << (broadcast(std::uint64_t{fraction_bits}) - shift) & broadcast(fraction_mask);
    whole += ((upper ^ minus) - minus) & ~far;
    fraction += ((lower ^ minus) - minus) & ~far;
  });
  return {static_cast<std::int64_t>(sum_lanes(whole)), static_cast<std::int64_t>(sum_lanes(fraction)),
          static_cast<int>(top) + Format::exponent_of_biased_zero,
          or_lanes(out_of_range) == 0 && top != Format::max_biased};
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
