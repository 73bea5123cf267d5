#pragma once

#include <algorithm>
#include <type_traits>

#include "sparse/kernel/cut_sum.hpp"
#include "sparse/kernel/some_rows.hpp"

/// Certificates that sums of low parts were not rounded, which decide ties and zeros.
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// One factor of every product has few bits, so that all products, of which the smallest is known, are multiples of
/// what such sums have bits for. docs/maths/sparse.md#exact
template <class Rows> bool have_few_bits(Rows const& rows, double sums) {
  f64 least = broadcast(__builtin_inf());
  u64 bits_of_a = {}, bits_of_x = {};
  for (index row = 0; row < group; ++row)
    rows.for_each(
        row, [&](f64 a, f64 x) __attribute__((always_inline)) {
          // A product that underflows to zero is not one of zero.
          least = select((a != f64{}) & (x != f64{}), smaller_magnitude(least, a * x), least);
          bits_of_a |= (u64)a;
          bits_of_x |= (u64)x;
        });
  auto const either_lacks = [&](int bits) {
    std::uint64_t const low_bits = (std::uint64_t{1} << bits) - 1;
    return !has_any(bits_of_a, low_bits) || !has_any(bits_of_x, low_bits);
  };
  return (either_lacks(28) && all_set(broadcast(sums * 0x1p27) <= least)) ||
         (either_lacks(44) && all_set(broadcast(sums * 0x1p11) <= least));
}

/// Looks at the elements from one place to another, several vectors at a time, so that none waits for the one before.
template <class T> void look_at(T const* x, index begin, index end, seen_elements& seen) {
  constexpr index at_once = 4;
  f64 least[at_once];
  for (f64& one : least) one = broadcast(seen.least);
  u64 bits = {};
  auto const note = [&](f64 v, index k) __attribute__((always_inline)) {
    f64 const not_zero = select(magnitude(v) > f64{}, v, broadcast(seen.least));  // neither zeros nor NaN
    least[k] = smaller_magnitude(least[k], not_zero);
    bits |= (u64)v;
  };
  index i = begin;
  for (; i + at_once * group <= end; i += at_once * group) {
#pragma GCC unroll 4
    for (index k = 0; k < at_once; ++k) note(load_values(x + i + k * group), k);
  }
  for (; i + group <= end; i += group) note(load_values(x + i), 0);
  if (i < end) note(load_first_values(x + i, static_cast<std::size_t>(end - i)), 0);
  for (f64 const one : least)
    for (std::size_t lane = 0; lane < lanes; ++lane) seen.least = std::min(seen.least, one[lane]);
  seen.bits |= or_lanes(bits);
}

/// Sees to it that the elements [low, high) of x were looked at, and some more, if these are not too many.
template <class T>
__attribute__((noinline)) bool see(T const* x, index columns, index low, index high, row_scale& scale) {
  constexpr index more = 8192;
  seen_elements& seen = scale.seen;
  if (seen.begin == seen.end) seen.begin = seen.end = low;
  index const begin = std::min(seen.begin, low), end = std::min(std::max(seen.end, high) + more, columns);
  if ((end - begin) - (seen.end - seen.begin) > 4 * more + scale.products) return false;
  look_at(x, begin, seen.begin, seen);
  look_at(x, seen.end, end, seen);
  seen.begin = begin, seen.end = end;
  seen.inverse_grid = 0;
  if (seen.least >= 0x1p-900 && seen.least <= 0x1p900) {
    std::uint64_t const significand = seen.bits | std::uint64_t{1} << 52, last = significand & -significand;
    double const power = from_bits<double>(bits_of(seen.least) >> 52 << 52);
    seen.inverse_grid = 0x1p52 / (power * static_cast<double>(last));
  }
  return true;
}

/// Between which places the elements lie that some rows read.
template <class Index> struct places_read {
  using indices = std::conditional_t<sizeof(Index) == sizeof(std::int32_t), whole_i32, i64>;
  static constexpr index step = sizeof(indices) / sizeof(Index);
  indices least, most;

  template <class Rows> ISOBIT_INLINE explicit places_read(Rows const& rows) {
    index i = rows.begin(0);
    index const end = rows.begin(group);
    least = most = load<indices>(rows.a.indices + i);
    while ((i += step) < end) {  // behind the last there are those of other rows
      auto const some = load<indices>(rows.a.indices + i);
      least = some < least ? some : least;
      most = some > most ? some : most;
    }
  }
  [[nodiscard]] ISOBIT_INLINE bool were_seen(seen_elements const& seen) const {
    auto const first = static_cast<Index>(seen.begin), last = static_cast<Index>(seen.end - 1);
    return !has_any((u64)((least < first) | (most > last)), ~std::uint64_t{0});
  }
};
template <class Rows> ISOBIT_INLINE auto places_of(Rows const& rows) {
  return places_read<std::remove_cvref_t<decltype(*rows.a.indices)>>(rows);
}

/// Whether all elements were looked at that some rows read.
template <class Rows> ISOBIT_INLINE bool have_seen_factors(Rows const& rows, seen_elements const& seen) {
  return seen.end - seen.begin == rows.a.columns || places_of(rows).were_seen(seen);
}
/// The same, after a look at those that were not.
template <class Rows> ISOBIT_INLINE bool see_factors(Rows const& rows, row_scale& scale) {
  if (have_seen_factors(rows, scale.seen)) [[likely]]
    return true;
  auto const places = places_of(rows);
  index low = places.least[0], high = places.most[0];
  for (std::size_t lane = 1; lane < places.step; ++lane) {
    low = std::min(low, static_cast<index>(places.least[lane]));
    high = std::max(high, static_cast<index>(places.most[lane]));
  }
  return see(rows.x, rows.a.columns, low, high + 1, scale);
}

/// Nothing is looked for.
struct no_certificate {
  ISOBIT_INLINE no_certificate(bool, sum_shape const&, row_scale const&) {}
  template <class Rows> static ISOBIT_INLINE bool covers(Rows const&, seen_elements const&) { return true; }
  template <class Rows> static ISOBIT_INLINE bool cover(Rows const&, row_scale&) { return true; }
  ISOBIT_INLINE void note(f64) {}
  ISOBIT_INLINE bool holds() const { return false; }
};
/// The elements of x that rows read are multiples of a known power of two: a is compared with its own roundings to
/// multiples of the power that is needed. docs/maths/sparse.md#grid
struct grid_certificate {
  f64 rounder = {};  ///< 3 * 2^52 times a power of two
  u64 off = {};

  /// For rows that it covers, or for none.
  ISOBIT_INLINE grid_certificate(bool covered, sum_shape const& shape, row_scale const& scale) {
    double const needed = covered ? most_in_rest(shape, scale.start) * 0x1p-52 * scale.seen.inverse_grid : 0;
    if (needed >= 0x1p-900 && needed <= 0x1p900)
      rounder = broadcast(0x3p52 * from_bits<double>(bits_of(needed) >> 52 << 52));
    else
      off = ~u64{};
  }
  template <class Rows> static ISOBIT_INLINE bool covers(Rows const& rows, seen_elements const& seen) {
    return have_seen_factors(rows, seen);
  }
  /// The same, after a look at what it takes.
  template <class Rows> static ISOBIT_INLINE bool cover(Rows const& rows, row_scale& scale) {
    if constexpr (Rows::is_whole) return see_factors(rows, scale);
    return false;
  }
  ISOBIT_INLINE void note(f64 a) { off |= (u64)((a + rounder) - rounder) ^ (u64)a; }
  ISOBIT_INLINE bool holds() const { return !has_any(off, ~(std::uint64_t{1} << 63)); }
};

/// Whether no low part of a group's sums was rounded.
template <class Rows>
__attribute__((noinline)) bool has_exact_rests(Rows const& rows, sum_shape const& shape, row_scale& scale) {
  grid_certificate grid(grid_certificate::cover(rows, scale), shape, scale);
  for (index row = 0; row < group; ++row)
    rows.for_each_value(
        row, [&](f64 a) __attribute__((always_inline)) { grid.note(a); });
  return grid.holds() || have_few_bits(rows, most_in_rest(shape, scale.start));
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
