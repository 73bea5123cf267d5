#pragma once

#include "sum/kernel/finish.hpp"
#include "sum/kernel/quick_terms.hpp"

/// A block's sum to within a radius, in one pass that sets up nothing: one level of extraction whose scale is guessed
/// from a few elements. docs/maths/sum.md#one-block
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// How large addends are, up to a rounding.
ISOBIT_INLINE silent size_of(silent x) { return x; }
template <class V> ISOBIT_INLINE silent size_of(product<V, true> const& a) { return a.x * a.y; }
template <class V> ISOBIT_INLINE silent size_of(product<V, false> const& a) { return a.value; }

/// 2 to that power is more than n.
ISOBIT_INLINE std::uint64_t bit_count(std::size_t n) { return static_cast<std::uint64_t>(64 - __builtin_clzll(n)); }

template <std::size_t Distance = lanes / 2> ISOBIT_INLINE silent largest_in_lanes(silent x) {
  if constexpr (Distance == 0)
    return x;
  else
    return largest_in_lanes<Distance / 2>(larger_magnitude(x, silent(across<Distance>((f64)x))));
}

/// Where sums begin, and how addends come there. `power` is a power of two, as bits: sums begin a sixteenth above it.
///
/// Products begin at their own size; that a sum left the neighbourhood shows in the XOR of both.
struct block_products {
  static constexpr bool can_be_exact = false;  // products that cancel hardly ever are, and to look takes long
  static constexpr std::uint64_t outside = ~std::uint64_t{0} << 49;  // sign, exponent and eighths
  silent start;

  ISOBIT_INLINE explicit block_products(u64 power) : start((f64)(power + broadcast(std::uint64_t{1} << 48))) {}
  template <class Addend> ISOBIT_INLINE Addend const& scaled(Addend const& a) const { return a; }
  ISOBIT_INLINE u64 moved(u64 before, u64 a, u64 b, u64 c, u64 d) const {
    u64 const from = (u64)(f64)start;
    return or_of(before, differences(a, b, from), differences(c, d, from));
  }
  ISOBIT_INLINE silent_number back(silent_number x) const { return x; }
};
using scaled_number = product<silent, true>;  // without FMA it is rounded, too, but exact
/// Numbers are multiplied by a power of two on their way, which costs nothing where there is FMA, so that sums begin
/// near 2: the exponent of that has one bit, and any other shows in the OR of all sums, which takes half as long.
struct block_values {
  static constexpr bool can_be_exact = true;
  static constexpr std::uint64_t outside = block_products::outside & ~(std::uint64_t{1} << 62);
  silent scale, start = broadcast(2 * (1 + 0x1p-4));
  silent_number unscaled;

  ISOBIT_INLINE explicit block_values(u64 power)
      : scale((f64)(broadcast(std::uint64_t{2047} << 52) - power)),
        unscaled(as_real<double>(power[0] - (std::uint64_t{1} << 52))) {}
  ISOBIT_INLINE scaled_number scaled(silent x) const { return {x, scale}; }
  ISOBIT_INLINE u64 moved(u64 before, u64 a, u64 b, u64 c, u64 d) const { return or_of(before, or_of(a, b, c), d); }
  ISOBIT_INLINE silent_number back(silent_number x) const { return x * unscaled; }
};

/// The sums of lanes are what they are, or take signs.
struct no_signs {
  ISOBIT_INLINE silent operator()(silent x) const { return x; }
};
struct lane_signs {
  u64 negative;
  ISOBIT_INLINE silent operator()(silent x) const {
    return silent((f64)((u64)(f64)x ^ negative)) + silent(f64{});  // a zero of all lanes stays +0
  }
};

template <class Place, class Term, class Signs = no_signs>
ISOBIT_INLINE known_sum<silent_number> enclose_block_at(Term term, std::size_t n, Signs signs = {}) {
  silent largest = larger_magnitude(size_of(term.at(0)), size_of(term.at(lanes)));
  auto const see = [&](std::size_t i) __attribute__((always_inline)) {
    largest = larger_magnitude(largest, larger_magnitude(size_of(term.at(i)), size_of(term.at(i + lanes))));
  };
  see(n / 2);
  see(n - 2 * lanes);

  // Chains of so many additions stay within 2^(top-4) of their start, where no element is twice as large as those seen:
  // that is below 2^(e+1) for the exponent e, and top = e + 1 + bits(additions) + 5.
  std::size_t const additions = n / (4 * lanes) + 4;
  auto const growth = static_cast<std::uint64_t>(6 + bit_count(additions)) << 52;
  u64 const power = ((u64)(f64)largest_in_lanes(largest) & format<double>::infinity) + broadcast(growth);
  std::uint64_t const top = power[0] >> 52;
  Place const place(power);
  silent const start = place.start;

  silent sum[4] = {start, start, start, start}, rest[4] = {};
  u64 moved = {};
  auto const add = [&](auto const& unscaled, std::size_t chain) __attribute__((always_inline)) {
    auto const addend = place.scaled(unscaled);
    silent const next = addend.onto(sum[chain]);
    rest[chain] = rest[chain] + addend.less(next - sum[chain]);
    sum[chain] = next;
  };
  auto const look = [&]() __attribute__((always_inline)) {
    moved = place.moved(moved, (u64)(f64)sum[0], (u64)(f64)sum[1], (u64)(f64)sum[2], (u64)(f64)sum[3]);
  };
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    add(term.at(i), 0);
    add(term.at(i + lanes), 1);
    add(term.at(i + 2 * lanes), 2);
    add(term.at(i + 3 * lanes), 3);
    look();
  }
  if (i + 2 * lanes <= n) {
    add(term.at(i), 0);
    add(term.at(i + lanes), 1);
    i += 2 * lanes;
  }
  if (i + lanes <= n) {
    add(term.at(i), 2);
    i += lanes;
  }
  if (i < n) add(term.at(i, n - i), 3);
  look();
  // A sum of 0 would not show in the OR; it does no harm but at the end. In reach is what neither overflows nor
  // underflows: infinities, NaN and zeros are not.
  u64 const ends = (u64)(f64)sum[0] & (u64)(f64)sum[1] & (u64)(f64)sum[2] & (u64)(f64)sum[3];
  if (top - (1023 - 800) > 1700 || has_any(moved, Place::outside) ||
      has_any((u64)(f64)start & ~ends, ~std::uint64_t{0} << 52))
    return {certify::unknown<silent_number>(), __builtin_inf()};

  auto const [high, low] =
      sums_of_lanes(signs(((sum[0] - start) + (sum[1] - start)) + ((sum[2] - start) + (sum[3] - start))),
                    signs((rest[0] + rest[1]) + (rest[2] + rest[3])));
  // Sums of up to n rests, each of half a unit at most, are exact if they have 53 bits. Powers of two, which bits say.
  std::uint64_t const exact_unit = top - 52 - 53 + bit_count(n), radius = exact_unit + bit_count(additions + 16);
  return {{place.back(high), place.back(low), as_real<double>(radius << 52)},
          Place::can_be_exact ? as_real<double>(exact_unit << 52) : __builtin_inf()};
}

/// Of at least 6 vectors. Says nothing where the guess was wrong, or the elements are out of reach (inf, NaN, near the
/// ends of the range, all zero).
template <class Term> ISOBIT_INLINE known_sum<silent_number> enclose_block(Term term, std::size_t n) {
  if constexpr (__is_same(decltype(term.at(0)), silent))
    return enclose_block_at<block_values>(term, n);
  else
    return enclose_block_at<block_products>(term, n);
}
template <bool Crossed>
ISOBIT_INLINE known_sum<silent_number> enclose_block(quick_pairs<Crossed> const& term, std::size_t n) {
  if constexpr (lanes == 1) return enclose_block_at<block_products>(term, n);
  return enclose_block_at<block_products>(term.parts, n, lane_signs{term.negative()});
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
