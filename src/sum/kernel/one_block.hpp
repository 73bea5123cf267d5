#pragma once

#include "sum/kernel/leading.hpp"

/// A block's sum to within a radius, in one pass that sets up nothing: one level of extraction whose scale is guessed
/// from a few elements. docs/maths/sum.md#one-block
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// How large addends are, up to a rounding.
ISOBIT_INLINE f64 size_of(number const& a) { return a.x; }
template <class V> ISOBIT_INLINE f64 size_of(product<V, true> const& a) { return a.x * a.y; }
template <class V> ISOBIT_INLINE f64 size_of(product<V, false> const& a) { return a.value; }

template <std::size_t Distance = lanes / 2> ISOBIT_INLINE f64 largest_in_lanes(f64 x) {
  if constexpr (Distance == 0)
    return magnitude(x);
  else
    return largest_in_lanes<Distance / 2>(larger_magnitude(x, across<Distance>(x)));
}

/// Where sums begin, and how addends come there.
///
/// Products begin at their own size; that a sum left the neighbourhood shows in the XOR of both.
struct block_products {
  static constexpr std::uint64_t outside = ~std::uint64_t{0} << 49;  // sign, exponent and eighths
  double power;                                                      ///< of two: sums begin a sixteenth above it
  f64 start = broadcast(power * (1 + 0x1p-4));

  ISOBIT_INLINE explicit block_products(int top)
      : power(as_real<double>(static_cast<std::uint64_t>(top + 1023) << 52)) {}
  template <class Addend> ISOBIT_INLINE Addend scaled(Addend const& a) const { return a; }
  ISOBIT_INLINE u64 moved(f64 a, f64 b) const { return ((u64)a ^ (u64)start) | ((u64)b ^ (u64)start); }
  ISOBIT_INLINE double back(double x) const { return x; }
};
/// Numbers are multiplied by a power of two on their way, which costs nothing where there is FMA, so that sums begin
/// near 2: the exponent of that has one bit, and any other shows in the OR of all sums, which takes half as long.
struct block_values {
  static constexpr std::uint64_t outside = block_products::outside & ~(std::uint64_t{1} << 62);
  static constexpr double power = 2;
  double unscaled;
  f64 scale, start = broadcast(power * (1 + 0x1p-4));

  ISOBIT_INLINE explicit block_values(int top)
      : unscaled(as_real<double>(static_cast<std::uint64_t>(top - 1 + 1023) << 52)),
        scale(broadcast(as_real<double>(static_cast<std::uint64_t>(1 - top + 1023) << 52))) {}
  struct addend {
    f64 x, scale;
    ISOBIT_INLINE f64 onto(f64 sum) const { return multiply_add(x, scale, sum); }
    ISOBIT_INLINE f64 less(f64 q) const { return multiply_add(x, scale, -q); }
  };
  ISOBIT_INLINE addend scaled(number const& a) const { return {a.x, scale}; }
  ISOBIT_INLINE u64 moved(f64 a, f64 b) const { return (u64)a | (u64)b; }
  ISOBIT_INLINE double back(double x) const { return x * unscaled; }
};

/// Of at least 6 vectors. Says nothing where the guess was wrong, or the elements are out of reach (inf, NaN, near the
/// ends of the range, all zero).
template <class Place, class Term> ISOBIT_INLINE enclosed_block enclose_block(Term term, std::size_t n) {
  constexpr enclosed_block out_of_reach = {{0, 0, __builtin_inf()}, __builtin_inf()};
  f64 largest = {};
  auto const see = [&](std::size_t i) __attribute__((always_inline)) {
    largest = larger_magnitude(larger_magnitude(largest, size_of(term.at(i))), size_of(term.at(i + lanes)));
  };
  see(0);
  see(n / 2);
  see(n - 2 * lanes);

  // Chains of so many additions stay within 2^(top-4) of their start, where no element is twice as large as those seen.
  std::size_t const additions = n / (4 * lanes) + 4;
  int const exponent = static_cast<int>(((u64)largest_in_lanes(largest))[0] >> 52) - 1022;
  int const top = exponent + (64 - __builtin_clzll(additions)) + 5;
  if (exponent == -1022 || exponent == 1025 || top < -900 || top > 900) return out_of_reach;
  Place const place(top);
  f64 const start = place.start;

  f64 sum[4] = {start, start, start, start}, rest[4] = {};
  u64 moved = {};
  auto const add = [&](auto unscaled, std::size_t chain) __attribute__((always_inline)) {
    auto const addend = place.scaled(unscaled);
    f64 const next = addend.onto(sum[chain]);
    rest[chain] += addend.less(next - sum[chain]);
    sum[chain] = next;
  };
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    add(term.at(i), 0);
    add(term.at(i + lanes), 1);
    moved |= place.moved(sum[0], sum[1]);
    add(term.at(i + 2 * lanes), 2);
    add(term.at(i + 3 * lanes), 3);
    moved |= place.moved(sum[2], sum[3]);
  }
  for (; i + lanes <= n; i += lanes) {
    add(term.at(i), 0);
    moved |= place.moved(sum[0], sum[0]);
  }
  if (i < n) {
    add(term.at(n - lanes, n - i), 1);
    moved |= place.moved(sum[1], sum[1]);
  }
  // A sum of 0 would not show in the OR; it does no harm but at the end.
  u64 const ends = (u64)sum[0] & (u64)sum[1] & (u64)sum[2] & (u64)sum[3];
  if (has_any(moved, Place::outside) || has_any((u64)start & ~ends, ~std::uint64_t{0} << 52)) return out_of_reach;

  double const unit = place.power * 0x1p-52, count = static_cast<double>(n),
               depth = static_cast<double>(additions + 16);
  double const underflow = count * 0x1p-1000;
  // Sums of up to n rests, each of half a unit at most, are exact if they have 53 bits.
  return {{place.back(sum_lanes(((sum[0] - start) + (sum[1] - start)) + ((sum[2] - start) + (sum[3] - start)))),
           place.back(sum_lanes((rest[0] + rest[1]) + (rest[2] + rest[3]))),
           place.back(0.77 * (depth * count * 0x1p-53) * unit + underflow)},
          place.back(count * 0x1p-53 * unit + underflow)};
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
