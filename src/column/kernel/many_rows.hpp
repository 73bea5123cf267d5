#pragma once

#include "arithmetic/fold.hpp"
#include "certify/rounding_test.hpp"
#include "column/kernel/panel.hpp"

/// Columns of many rows of doubles: two sums that stay in the binades they start in, so that what an addition leaves is
/// a number: the second takes what the first leaves, and it is seen whether that is all. Five additions an element,
/// where TwoSum twice takes twelve, and a certificate for exact sums, too. docs/maths/columns.md#many-rows
ISOBIT_NAMESPACE_BEGIN
namespace columns::ISOBIT_TARGET {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63, sign_and_exponent = std::uint64_t{0xfff} << 52;
constexpr std::uint64_t middle_of_binade = std::uint64_t{1} << 51;

/// After so many rows what the second sum has goes into the first.
constexpr int rows_between = 64;

/// Of how many rows the magnitudes are looked at before the first is added.
constexpr int most_sampled_rows = 8;

/// A pair of sums in each lane.
struct binade_sum {
  f64 high, low;
  u64 moved;  ///< the bits that an addition changed in `high`: none of its exponent if that has stayed in its binade
  u64 lost;   ///< no bit but that of the sign if `low` has taken all that `high` left

  /// `size` is a guess of the sum of the magnitudes: a wrong one leaves the sum open.
  static ISOBIT_INLINE binade_sum around(f64 size) {
    // So that nothing underflows, and that the sums start at numbers.
    f64 const least = broadcast(0x1p-800), most = broadcast(0x1p1022), wanted = broadcast(8.0) * size;
    f64 const guess = larger_number(wanted <= most ? wanted : most, least);
    f64 const binade = (f64)((u64)guess & broadcast(sign_and_exponent));
    return {middle_of(binade), middle_of(below(binade)), u64{}, u64{}};
  }

  ISOBIT_INLINE void add(f64 x) {
    f64 const minus_one = broadcast(-1.0);
    f64 const next = high + x;
    f64 const left = subtract_by_fma(x, subtract_by_fma(next, high, minus_one), minus_one);
    f64 const next_low = low + left;
    lost |= (u64)subtract_by_fma(next_low, low, minus_one) ^ (u64)left;
    low = next_low;
    move_to(next);
  }
  ISOBIT_INLINE void pass_on() {
    f64 const start = middle_of(below(binade())), kept = low - start;
    f64 const next = high + kept;
    low = start + (kept - (next - high));
    move_to(next);
  }

  ISOBIT_INLINE f64 binade() const { return (f64)((u64)high & broadcast(sign_and_exponent)); }
  ISOBIT_INLINE f64 high_sum() const { return high - middle_of(binade()); }
  ISOBIT_INLINE f64 low_sum() const { return low - middle_of(below(binade())); }
  ISOBIT_INLINE i64 has_stayed() const { return (moved & broadcast(sign_and_exponent)) == u64{}; }
  ISOBIT_INLINE i64 is_exact() const { return (lost & ~broadcast(sign_bit)) == u64{}; }

private:
  static ISOBIT_INLINE f64 middle_of(f64 binade) { return (f64)((u64)binade | broadcast(middle_of_binade)); }
  /// That of `low`, which has room for `rows_between` rests.
  static ISOBIT_INLINE f64 below(f64 binade) { return binade * broadcast(0x1p-45); }
  ISOBIT_INLINE void move_to(f64 next) {
    moved |= (u64)next ^ (u64)high;
    high = next;
  }
};

/// What a row may lose, in the binade of the first sum.
constexpr double lost_by_row = 0x1p-98;

/// From a few rows, the first and the last among them; where a column has only zeros there, from its neighbours.
ISOBIT_INLINE void start(panel<double, binade_sum>& columns) {
  int const ranks = columns.in.ranks, sampled = ranks < most_sampled_rows ? ranks : most_sampled_rows;
  f64 const rows = broadcast((double)ranks);
  f64 all = {};
  for (std::size_t v = 0; v < columns.vectors; ++v) {
    std::size_t const column = columns.column_of(v);
    f64 largest = {};
    for (int i = 0; i < sampled; ++i)
      largest = larger_magnitude(largest, columns.at((int)((std::int64_t)i * (ranks - 1) / (sampled - 1)), column));
    columns.sums[v].high = largest;
    all = larger_magnitude(all, largest);
  }
  all = largest_in_lanes(all);
  for (std::size_t v = 0; v < columns.vectors; ++v) {
    f64 const largest = columns.sums[v].high;
    columns.sums[v] = binade_sum::around((largest == f64{} ? all : largest) * rows);
  }
}

/// Of an exact sum that is zero, whether it is known to be +0: not if all addends might be -0.
ISOBIT_INLINE i64 has_known_sign(f64 value, f64 first_addend) {
  return (value != f64{}) | ((u64)first_addend != broadcast(sign_bit));
}

ISOBIT_INLINE certify::certain<f64> round(binade_sum const& sum, f64 radius, f64 first_addend) {
  f64 const high = sum.high_sum(), low = sum.low_sum(), value = high + low;
  auto const test =
      certify::round_with_room<double>(certify::enclosure<f64>{high, low, certify::with_room(radius, low)});
  return {value, either(both(sum.is_exact(), has_known_sign(value, first_addend)), both(test.holds, value != f64{}))};
}

ISOBIT_INLINE void sum_many_rows(block_rows const& in, std::byte* result, std::uint64_t* open) {
  panel<double, binade_sum> columns(in);
  start(columns);
  columns.add_all([&](int rows) __attribute__((always_inline)) {
    if (rows % rows_between == 0)
      for (std::size_t v = 0; v < columns.vectors; ++v) columns.sums[v].pass_on();
  });
  f64 const radius = broadcast((double)in.ranks * lost_by_row);
  for (std::size_t word = 0; word * 64 < in.count; ++word) open[word] = 0;
  for (std::size_t v = 0; v < columns.vectors; ++v) {
    std::size_t const column = columns.column_of(v);
    auto const& sum = columns.sums[v];
    auto const [value, holds] = round(sum, sum.binade() * radius, columns.at(0, column));
    store(result + column * sizeof(double), value);
    mark_open(open, column, both(holds, sum.has_stayed()));
  }
}

}  // namespace columns::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
