#pragma once

#include "math/atan/octant.hpp"
#include "math/double_double.hpp"
#include "math/float_lanes.hpp"
#include "math/quick_tables.hpp"

/// The quick way by pieces: of 32 polynomials the one of the argument's stretch, doubles or floats, all of whose
/// coefficients are permutations of registers with vectors of 512 bits. With FMA alone. docs/maths/quick_pieces.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Row `index` of a table that scripts/math/pieces.py made: the coefficients, the middle of the stretch, and what the
/// first three coefficients lack.
template <class V, std::size_t Columns> struct float_piece {
  static constexpr std::size_t degree = Columns - 5;
  float const (&table)[Columns][32];
  bits<V> index;
  ISOBIT_LANE V operator[](std::size_t column) const { return entry(table[column], index); }
};
template <class V, std::size_t Full, std::size_t Columns> struct double_piece {
  static constexpr std::size_t degree = Columns - 5;
  unsigned const (&lower)[Full][32];
  unsigned const (&upper)[Columns][32];
  bits<V> index;
  ISOBIT_LANE V operator[](std::size_t column) const {
    return column < Full ? entry(lower[column], upper[column], index) : entry(upper[column], index);
  }
};
template <class V, std::size_t Columns>
ISOBIT_LANE float_piece<V, Columns> piece_at(bits<V> index, float const (&table)[Columns][32]) {
  return {table, index};
}
template <class V, std::size_t Full, std::size_t Columns>
ISOBIT_LANE double_piece<V, Full, Columns> piece_at(bits<V> index, unsigned const (&lower)[Full][32],
                                                    unsigned const (&upper)[Columns][32]) {
  return {lower, upper, index};
}

template <class V, class Piece> ISOBIT_LANE V center_of(Piece const& p) { return p[Piece::degree + 1]; }

/// Where a positive float lies among the quarters of binades from 2^-4 to 2^4; below it is in the first.
template <class V> ISOBIT_LANE bits<V> quarter_of_binade(V x) { return as_bits(exceeds(x, all<V>(0x1p-4))) >> 21; }

/// c_First + c_(First + 1) t + ..., by pairs.
template <std::size_t First, class Piece, class V> ISOBIT_LANE V terms_from(Piece const& p, V t, V square) {
  if constexpr (First == Piece::degree)
    return p[First];
  else {
    V const pair = multiply_add(t, p[First + 1], p[First]);
    if constexpr (First + 1 == Piece::degree)
      return pair;
    else
      return multiply_add(square, terms_from<First + 2>(p, t, square), pair);
  }
}

/// The value, and the part of it from the third power of t on, up to its sign: what is rounded without a rest.
template <class V> struct piece_sum : double_double<V> { V cubic; };

/// The polynomial at t + t_low, the three first sums with what they lose. docs/maths/quick_pieces.md#roundings
template <bool HasLow, class Piece, class V> ISOBIT_LANE piece_sum<V> sum_of_piece(Piece const& p, V t, V t_low) {
  V const square = t * t, third = multiply_add(t, terms_from<4>(p, t, square), p[3]);
  V const c2 = p[2], second = multiply_add(t, third, c2), below_second = c2 - second;
  V const second_low = multiply_add(t, third, below_second) + p[Piece::degree + 4];
  V const c1 = p[1], first = multiply_add(t, second, c1);
  V const first_low = multiply_add(t, second_low, multiply_add(t, second, c1 - first) + p[Piece::degree + 3]);
  V const c0 = p[0], head = multiply_add(t, first, c0);
  V const low = multiply_add(t, first_low, multiply_add(t, first, c0 - head) + p[Piece::degree + 2]);
  if constexpr (HasLow)  // times the slope, c1 + 2 c2 t + 3 third t^2
    return {{head, multiply_add(t_low, multiply_add(t, second - below_second, first), low)}, square * below_second};
  else
    return {{head, low}, square * below_second};
}
template <class Piece, class V> ISOBIT_LANE piece_sum<V> sum_of_piece(Piece const& p, V t) {
  return sum_of_piece<false>(p, t, t);
}
template <class Piece, class V> ISOBIT_LANE piece_sum<V> sum_of_piece(Piece const& p, V t, V t_low) {
  return sum_of_piece<true>(p, t, t_low);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
