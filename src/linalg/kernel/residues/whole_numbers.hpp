#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/residues/nearest_whole.hpp"
#include "linalg/residues/number_of_digits.hpp"
#include "linalg/residues/residue_table.hpp"

/// From elements to whole numbers, and from residues to the numbers that have them. docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

static_assert(residue_lines % lanes == 0);

/// The elements of a chunk, element p of line q at [p * residue_lines + q].
inline void gather_chunk(lines_to_convert const& lines, index first, double* out) {
  constexpr int side_by_side = 4;
  index const left = lines.depth - first, count = left < residue_chunk ? left : residue_chunk;
  for (index q = 0; q < residue_lines; q += side_by_side) {
    double const* const* const from = lines.from + q;
    bool together = from[0] != nullptr;
    for (int i = 1; i < side_by_side; ++i) together = together && from[i] == from[0] + i;
    if (together)
      for (index p = 0; p < count; ++p)
        __builtin_memcpy(out + p * residue_lines + q, from[0] + (first + p) * lines.step,
                         side_by_side * sizeof(double));
    else
      for (index p = 0; p < count; ++p)
        for (int i = 0; i < side_by_side; ++i)
          out[p * residue_lines + q + i] = from[i] == nullptr ? 0 : from[i][(first + p) * lines.step];
  }
  for (index i = count * residue_lines; i < residue_chunk * residue_lines; ++i) out[i] = 0;
}

/// Writes down what was taken off the elements of a vector.
inline void note_remainders(lines_to_convert const& lines, converted_lines& found, index first_line, index place,
                            f64 remainders) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    index const q = first_line + static_cast<index>(lane);
    if (remainders[lane] == 0) continue;
    if (found.count[q] < lines.most_remainders)
      found.remainders[q][found.count[q]] = {place, remainders[lane] / lines.factor[q]};
    ++found.count[q];
  }
}

/// Multiplies a chunk by the factors of its lines, and rounds to whole numbers.
inline void round_chunk(lines_to_convert const& lines, converted_lines& found, index first, double* chunk) {
  constexpr int width = static_cast<int>(lanes), vectors = static_cast<int>(residue_lines) / width;
  f64 factor[vectors], sum[vectors];
  for (int i = 0; i < vectors; ++i)
    factor[i] = load<f64>(lines.factor + i * width), sum[i] = load<f64>(found.lost + i * width);
  for (index p = 0; p < residue_chunk; ++p)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      double* const at = chunk + p * residue_lines + i * width;
      f64 const x = load<f64>(at) * factor[i], whole = nearest_whole(x), rest = x - whole;
      sum[i] += magnitude(rest);
      store(at, whole);
      if (has_any((u64)rest, ~std::uint64_t{0} >> 1)) [[unlikely]]
        note_remainders(lines, found, i * width, first + p, rest);
    }
  for (int i = 0; i < vectors; ++i) store(found.lost + i * width, sum[i]);
}

ISOBIT_INLINE f64 load_bytes(std::uint8_t const* at) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_cvtepi32_pd(_mm256_cvtepu8_epi32(_mm_loadl_epi64(static_cast<__m128i const*>((void const*)at))));
#else
  f64 x;
  for (std::size_t i = 0; i < lanes; ++i) x[i] = at[i];
  return x;
#endif
}

/// Where the vectors of a column of a strip go.
class places_of_column {
public:
  ISOBIT_INLINE places_of_column(residue_strip const& strip, index column)
      : strip_(strip), column_(column), at_(column * strip.tile_rows) {}

  /// The next vector of rows.
  ISOBIT_INLINE void take(number_in_two<f64> number) {
    constexpr index width = static_cast<index>(lanes);
    f64 const unit = load<f64>(strip_.row_unit + row_) * broadcast(strip_.column_unit[column_]);
    f64 const both = load<f64>(strip_.row_lost + row_) + broadcast(strip_.column_lost[column_]);
    number = {number.high * unit, number.low * unit, number.error * unit};
    f64 const radius = (number.error + both * broadcast(1 + 0x1p-20)) * broadcast(1 + 0x1p-50);
    row_ += width;
    if (row_in_tile_ + width <= strip_.tile_rows) {
      store(strip_.high + at_, number.high);
      store(strip_.low + at_, number.low);
      store(strip_.error + at_, number.error);
      store(strip_.radius + at_, radius);
      return advance(width);
    }
    // Tiles of other kernels, of narrower vectors.
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      strip_.high[at_] = number.high[lane];
      strip_.low[at_] = number.low[lane];
      strip_.error[at_] = number.error[lane];
      strip_.radius[at_] = radius[lane];
      advance(1);
    }
  }

private:
  ISOBIT_INLINE void advance(index rows) {
    at_ += rows, row_in_tile_ += rows;
    if (row_in_tile_ == strip_.tile_rows) row_in_tile_ = 0, at_ += strip_.tile_size - strip_.tile_rows;
  }

  residue_strip const& strip_;
  index column_, at_, row_ = 0, row_in_tile_ = 0;
};

template <int digits> inline void reconstruct_strip(residue_system const& system, residue_strip const& strip) {
  // So many chains of sums keep the pipes busy.
  constexpr int width = static_cast<int>(lanes), vectors = width < 8 ? 4 : 2;
  static_assert(residue_lines % (vectors * width) == 0);
  for (index column = 0; column < strip.columns; ++column) {
    places_of_column places(strip, column);
    for (index row = 0; row < strip.rows; row += vectors * width) {
      std::uint8_t const* const residues = strip.residues + column * strip.column_stride + row;
      f64 digit[vectors][digits] = {};
      for (int t = 0; t < system.count; ++t) {
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
          f64 const residue = load_bytes(residues + t * strip.modulus_stride + v * width);
#pragma GCC unroll 4
          for (int d = 0; d < digits; ++d)
            digit[v][d] = multiply_add(residue, broadcast(system.of[t].digits[d]), digit[v][d]);
        }
      }
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        places.take(number_of_digits<digit_bits>(digit[v], system.shares, system.product_digits));
    }
  }
}

inline void reconstruct(residue_system const& system, residue_strip const& strip) {
  if (system.digits == most_digits) return reconstruct_strip<4>(system, strip);
  if (system.digits == 3) return reconstruct_strip<3>(system, strip);
  if (system.digits == 2) return reconstruct_strip<2>(system, strip);
  reconstruct_strip<1>(system, strip);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
