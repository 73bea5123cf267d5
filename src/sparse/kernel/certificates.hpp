#pragma once

#include <algorithm>
#include <type_traits>

#include "sparse/kernel/some_rows.hpp"

/// Certificates that sums of low parts were not rounded, which decide ties and zeros.
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// What the magnitudes of the low parts of a row add up to at most. docs/maths/sparse.md#exact
ISOBIT_INLINE double most_in_rest(double vectors, double start) {
  constexpr double remainders = has_fma ? 1 : 2;
  return start * (0x1.56p-54 * lanes * remainders) * vectors;
}

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

/// Looks at the elements from one place to another.
template <class T> void look_at(T const* x, index begin, index end, seen_elements& seen) {
  f64 least = broadcast(seen.least);
  u64 bits = {};
  auto const note = [&](f64 v) __attribute__((always_inline)) {
    least = select(magnitude(v) > f64{}, smaller_magnitude(least, v), least);  // neither zeros nor NaN
    bits |= (u64)v;
  };
  index i = begin;
  for (; i + group <= end; i += group) note(load_values(x + i));
  if (i < end) note(load_first_values(x + i, static_cast<std::size_t>(end - i)));
  for (std::size_t lane = 0; lane < lanes; ++lane) seen.least = std::min(seen.least, least[lane]);
  seen.bits |= or_lanes(bits);
}

/// Sees to it that the elements [low, high) of x were looked at, and some more, if these are not too many.
template <class T>
__attribute__((noinline)) bool see(T const* x, index columns, index low, index high, row_scale& scale) {
  constexpr index more = 8192;
  seen_elements& seen = scale.seen;
  if (seen.begin == seen.end) seen.begin = seen.end = low;
  index const begin = std::min(seen.begin, low), end = std::min(std::max(seen.end, high) + more, columns);
  if ((end - begin) - (seen.end - seen.begin) > 2 * more + scale.products) return false;
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

/// The same for the elements that some rows read.
template <class Rows> ISOBIT_INLINE bool have_seen_factors(Rows const& rows, row_scale& scale) {
  if (scale.seen.end - scale.seen.begin == rows.a.columns) return true;
  using indices = std::conditional_t<sizeof *rows.a.indices == sizeof(std::int32_t), whole_i32, i64>;
  using one_index = std::remove_cvref_t<decltype(*rows.a.indices)>;
  constexpr index step = sizeof(indices) / sizeof(one_index);
  index i = rows.begin(0);
  index const end = rows.begin(group);
  auto least = load<indices>(rows.a.indices + i), most = least;
  while ((i += step) < end) {  // behind the last there are those of other rows
    auto const some = load<indices>(rows.a.indices + i);
    least = some < least ? some : least;
    most = some > most ? some : most;
  }
  auto const first = static_cast<one_index>(scale.seen.begin), last = static_cast<one_index>(scale.seen.end - 1);
  if (!has_any((u64)((least < first) | (most > last)), ~std::uint64_t{0})) [[likely]]
    return true;
  index low = least[0], high = most[0];
  for (std::size_t lane = 1; lane < step; ++lane) {
    low = std::min(low, static_cast<index>(least[lane]));
    high = std::max(high, static_cast<index>(most[lane]));
  }
  return see(rows.x, rows.a.columns, low, high + 1, scale);
}

/// Nothing is looked for.
struct no_certificate {
  template <class Rows> ISOBIT_INLINE no_certificate(Rows const&, double, row_scale&) {}
  ISOBIT_INLINE void note(f64) {}
  ISOBIT_INLINE bool holds() const { return false; }
};
/// The elements of x that rows read are multiples of a known power of two: a is compared with its own roundings to
/// multiples of the power that is needed. docs/maths/sparse.md#grid
struct grid_certificate {
  f64 rounder = {};  ///< 3 * 2^52 times a power of two
  u64 off = {};

  template <class Rows> ISOBIT_INLINE grid_certificate(Rows const& rows, double vectors, row_scale& scale) {
    double needed = 0;
    if constexpr (Rows::is_whole)
      if (have_seen_factors(rows, scale))
        needed = most_in_rest(vectors, scale.start) * 0x1p-52 * scale.seen.inverse_grid;
    if (needed >= 0x1p-900 && needed <= 0x1p900)
      rounder = broadcast(0x3p52 * from_bits<double>(bits_of(needed) >> 52 << 52));
    else
      off = ~u64{};
  }
  ISOBIT_INLINE void note(f64 a) { off |= (u64)((a + rounder) - rounder) ^ (u64)a; }
  ISOBIT_INLINE bool holds() const { return !has_any(off, ~(std::uint64_t{1} << 63)); }
};

/// Whether no low part of a group's sums was rounded.
template <class Rows>
__attribute__((noinline)) bool has_exact_rests(Rows const& rows, double vectors, row_scale& scale) {
  grid_certificate grid(rows, vectors, scale);
  for (index row = 0; row < group; ++row)
    rows.for_each_value(
        row, [&](f64 a) __attribute__((always_inline)) { grid.note(a); });
  return grid.holds() || have_few_bits(rows, most_in_rest(vectors, scale.start));
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
