#pragma once

#include "sparse/kernel/gather.hpp"
#include "sparse/row_table.hpp"

/// Certificates that sums of low parts were not rounded, which decide ties and zeros.
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Rows are taken as many at a time as a vector has lanes.
constexpr index group = static_cast<index>(lanes);

/// What the magnitudes of the low parts of a row add up to at most. docs/maths/sparse.md#exact
ISOBIT_INLINE double most_in_rest(double vectors, double start) {
  constexpr double remainders = has_fma ? 1 : 2;
  return start * (0x1.56p-54 * lanes * remainders) * vectors;
}

/// Nothing is looked for.
struct no_certificate {
  ISOBIT_INLINE void note(f64, f64) {}
  ISOBIT_INLINE bool holds(double, double) const { return false; }
};
/// One factor of every product has few bits, so that all products, of
/// which the smallest is known, are multiples of what such sums have bits for. docs/maths/sparse.md#exact
struct few_bits_certificate {
  f64 least = broadcast(__builtin_inf());
  u64 bits_of_a = {}, bits_of_x = {};

  ISOBIT_INLINE void note(f64 a, f64 x) {
    // A product that underflows to zero is not one of zero.
    least = select((a != f64{}) & (x != f64{}), smaller_magnitude(least, a * x), least);
    bits_of_a |= (u64)a;
    bits_of_x |= (u64)x;
  }
  ISOBIT_INLINE bool holds(double vectors, double start) const {
    double const sums = most_in_rest(vectors, start);
    return (either_lacks<28>() && all_set(broadcast(sums * 0x1p27) <= least)) ||
           (either_lacks<44>() && all_set(broadcast(sums * 0x1p11) <= least));
  }

private:
  template <int Bits> [[nodiscard]] ISOBIT_INLINE bool either_lacks() const {
    constexpr std::uint64_t low_bits = (std::uint64_t{1} << Bits) - 1;
    return !has_any(bits_of_a, low_bits) || !has_any(bits_of_x, low_bits);
  }
};

/// The same where all elements of x are multiples of a known power of two: a is then compared with its own roundings to
/// multiples of the power that is needed. docs/maths/sparse.md#grid
struct grid_certificate {
  f64 rounder;
  u64 off = {};

  /// 3 * 2^52 times a power of two; 0 where that is too near an end of the range.
  static ISOBIT_INLINE double rounder_for(double vectors, double start, double inverse_grid_of_x) {
    double const needed = most_in_rest(vectors, start) * 0x1p-52 * inverse_grid_of_x;
    if (!(needed >= 0x1p-900 && needed <= 0x1p900)) return 0;
    return 0x3p52 * from_bits<double>(bits_of(needed) >> 52 << 52);
  }
  ISOBIT_INLINE void note(f64 a, f64) { off |= (u64)((a + rounder) - rounder) ^ (u64)a; }
  ISOBIT_INLINE bool holds(double, double) const { return !has_any(off, ~(std::uint64_t{1} << 63)); }
};

/// The inverse of a power of two that all elements are multiples of, as far as they are finite; 0 where there is none
/// of a moderate size.
template <class T> double inverse_grid_of(T const* x, index count) {
  f64 least = broadcast(__builtin_inf());
  u64 bits = {};
  auto const note = [&](f64 v) __attribute__((always_inline)) {
    least = select(magnitude(v) > f64{}, smaller_magnitude(least, v), least);  // neither zeros nor NaN
    bits |= (u64)v;
  };
  index i = 0;
  for (; i + group <= count; i += group) note(load_values(x + i));
  if (i < count) note(load_first_values(x + i, static_cast<std::size_t>(count - i)));
  double smallest = least[0];
  for (std::size_t lane = 1; lane < lanes; ++lane) smallest = least[lane] < smallest ? least[lane] : smallest;
  if (!(smallest >= 0x1p-900 && smallest <= 0x1p900)) return 0;
  std::uint64_t const significand = or_lanes(bits) | std::uint64_t{1} << 52, last = significand & -significand;
  double const power = from_bits<double>(bits_of(smallest) >> 52 << 52);
  return 0x1p52 / (power * static_cast<double>(last));
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
