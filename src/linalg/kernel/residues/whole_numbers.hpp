#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/residues/nearest_whole.hpp"
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

/// Multiplies a chunk by the factors of its lines, and rounds to whole numbers; adds what each line lost.
inline void round_chunk(double const* factors, double* lost, double* chunk) {
  constexpr int vectors = static_cast<int>(residue_lines) / static_cast<int>(lanes);
  f64 factor[vectors], sum[vectors];
  for (int i = 0; i < vectors; ++i)
    factor[i] = load<f64>(factors + i * static_cast<int>(lanes)), sum[i] = load<f64>(lost + i * static_cast<int>(lanes));
  for (index p = 0; p < residue_chunk; ++p)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      double* const at = chunk + p * residue_lines + i * static_cast<int>(lanes);
      f64 const x = load<f64>(at) * factor[i], whole = nearest_whole(x);
      sum[i] += magnitude(x - whole);
      store(at, whole);
    }
  for (int i = 0; i < vectors; ++i) store(lost + i * static_cast<int>(lanes), sum[i]);
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

/// high + low, up to the error.
struct whole_number {
  f64 high, low, error;
};

/// The numbers with digits S_i - q M_i. docs/maths/residues.md#reconstruction
template <int digits> ISOBIT_INLINE whole_number from_digits(residue_system const& system, f64 (&digit)[digits]) {
  f64 const whole = broadcast(0x1.8p52), multiples_of_base = broadcast(0x1.8p93);
  f64 share{};
#pragma GCC unroll 4
  for (int d = 0; d < digits; ++d) share = multiply_add(digit[d], broadcast(system.shares[d]), share);
  f64 const multiple = -((share + whole) - whole);
#pragma GCC unroll 4
  for (int d = 0; d < digits; ++d) digit[d] = multiply_add(multiple, broadcast(system.product_digits[d]), digit[d]);
  // Every digit but the last within half of the base: so what is below a digit is less than it.
  double unit = 1;
  f64 part[digits];
#pragma GCC unroll 4
  for (int d = 0; d < digits; ++d) {
    if (d + 1 < digits) {
      f64 const carry = (digit[d] + multiples_of_base) - multiples_of_base;
      digit[d] -= carry;
      digit[d + 1] += carry * broadcast(0x1p-41);
    }
    part[d] = digit[d] * broadcast(unit);
    unit *= 0x1p41;
  }
  whole_number number = {part[digits - 1], f64{}, f64{}};
#pragma GCC unroll 4
  for (int d = digits - 2; d >= 0; --d) {
    f64 const sum = number.high + part[d], rest = two_sum_error(number.high, part[d], sum), lower = number.low + rest;
    number.error += magnitude(two_sum_error(number.low, rest, lower));
    number.high = sum, number.low = lower;
  }
  return number;
}

/// Some vectors of rows of a column.
template <int digits, int vectors>
inline void reconstruct_rows(residue_system const& system, residue_tile const& tile, index row, index column) {
  constexpr int width = static_cast<int>(lanes);
  std::uint8_t const* const residues = tile.residues + column * tile.column_stride + row;
  f64 digit[vectors][digits] = {};
  for (int t = 0; t < system.count; ++t)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      f64 const residue = load_bytes(residues + t * tile.modulus_stride + v * width);
#pragma GCC unroll 4
      for (int d = 0; d < digits; ++d)
        digit[v][d] = multiply_add(residue, broadcast(system.of[t].digits[d]), digit[v][d]);
    }
  f64 const column_unit = broadcast(tile.column_unit[column]), column_lost = broadcast(tile.column_lost[column]);
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    index const i = row + v * width, at = column * tile.out_stride + i;
    whole_number number = from_digits<digits>(system, digit[v]);
    f64 const unit = load<f64>(tile.row_unit + i) * column_unit;
    f64 const lost = (load<f64>(tile.row_lost + i) + column_lost) * broadcast(1 + 0x1p-20);
    number = {number.high * unit, number.low * unit, number.error * unit};
    f64 const radius = (number.error + lost) * broadcast(1 + 0x1p-50);
    if (tile.rows - i >= width) {
      store(tile.high + at, number.high);
      store(tile.low + at, number.low);
      store(tile.error + at, number.error);
      store(tile.radius + at, radius);
    } else
      for (int lane = 0; lane < static_cast<int>(tile.rows - i); ++lane) {
        tile.high[at + lane] = number.high[lane];
        tile.low[at + lane] = number.low[lane];
        tile.error[at + lane] = number.error[lane];
        tile.radius[at + lane] = radius[lane];
      }
  }
}

template <int digits> inline void reconstruct_tile(residue_system const& system, residue_tile const& tile) {
  constexpr index width = static_cast<index>(lanes);
  constexpr int at_once = 3;  // so many chains of sums keep the pipes busy
  for (index column = 0; column < tile.columns; ++column) {
    index row = 0;
    for (; tile.rows - row >= at_once * width; row += at_once * width)
      reconstruct_rows<digits, at_once>(system, tile, row, column);
    for (; row < tile.rows; row += width) reconstruct_rows<digits, 1>(system, tile, row, column);
  }
}

inline void reconstruct(residue_system const& system, residue_tile const& tile) {
  if (system.digits == most_digits) return reconstruct_tile<4>(system, tile);
  if (system.digits == 3) return reconstruct_tile<3>(system, tile);
  if (system.digits == 2) return reconstruct_tile<2>(system, tile);
  reconstruct_tile<1>(system, tile);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
