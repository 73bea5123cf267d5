#pragma once

#include "linalg/tile.hpp"

/// From enclosures to rounded entries: alpha*value + beta*c, and whether its rounding is certain.
/// docs/maths/gemm.md#finish
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

/// Numbers known up to a radius: high + low.
struct enclosed {
  f64 high, low, radius;
};

/// The rounded numbers, and in which lanes they are certain (all ones) or not (zero).
struct finished {
  f64 value;
  i64 certain;
};

/// Zero, or of a magnitude whose products with another such number, and their errors, are normal numbers.
ISOBIT_INLINE i64 moderate(f64 x) {
  f64 const size = magnitude(x);
  return (x == f64{}) | ((size >= broadcast(0x1p-450)) & (size <= broadcast(0x1p500)));
}

/// alpha*x + beta*c, up to a larger radius. docs/maths/gemm.md#combination
ISOBIT_INLINE enclosed combine(double alpha, enclosed x, double beta, f64 c) {
  f64 const alphas = broadcast(alpha), betas = broadcast(beta);
  f64 const first = alphas * x.high, first_error = product{alphas, x.high}.less(first), first_low = alphas * x.low;
  f64 const second = betas * c, second_error = product{betas, c}.less(second);
  f64 const high = first + second, sum_error = two_sum_error(first, second, high);
  f64 const low = (sum_error + first_low) + (first_error + second_error);
  f64 const sizes = (magnitude(sum_error) + magnitude(first_low)) + (magnitude(first_error) + magnitude(second_error));
  i64 const usable = moderate(alphas) & moderate(x.high) & moderate(betas) & moderate(c);
  // Nothing is added only to what is known exactly: products with the low part and the radius may underflow.
  i64 const is_exact = (sizes == f64{}) & (x.radius == f64{}) & (x.low == f64{});
  f64 const rounding = is_exact ? f64{} : sizes * broadcast(0x1p-50) + broadcast(0x1p-1000);
  f64 const radius = magnitude(alphas) * x.radius + rounding;
  return {high, low, usable ? radius * broadcast(1 + 0x1p-50) : broadcast(__builtin_inf())};
}

/// The doubles that everything within the radius rounds to. docs/maths/gemm.md#rounding-test
ISOBIT_INLINE finished round_to_double(enclosed x) {
  f64 const sum = x.high + x.low;
  f64 const rest = two_sum_error(x.high, x.low, sum);
  f64 const margin = x.radius + magnitude(rest) * broadcast(0x1p-51);
  i64 const certain = (sum + (rest - margin) == sum) & (sum + (rest + margin) == sum);
  return {sum, certain | (x.radius == f64{})};
}

/// The same for floats, as doubles. docs/maths/gemm.md#rounding-to-float
ISOBIT_INLINE finished round_to_float(enclosed x) {
  f64 const sum = x.high + x.low;
  i64 const is_exact = (x.radius == f64{}) & (x.low == f64{});
  f64 const margin = is_exact ? f64{} : x.radius + magnitude(sum) * broadcast(0x1p-51);
  f64 const below = sum - margin, above = sum + margin;
  f64 const value = widen(__builtin_convertvector(below, f32)), other = widen(__builtin_convertvector(above, f32));
  f64 const size = magnitude(sum);
  i64 const normal = (size >= broadcast(0x1p-120)) & (size <= broadcast(0x1p126));
  return {value, (value == other) & (normal | ((sum == f64{}) & (margin == f64{})))};
}

template <bool ToFloat> inline index finish_tile(linalg::unfinished_tile const& tile, double* result, bool* open) {
  // A power of two only moves the exponent, so the test can be made before. docs/maths/gemm.md#finish
  bool const plain = tile.beta == 0 && (tile.alpha == 1 || tile.alpha == -1);
  std::int64_t certain[tile_rows * tile_columns];
  i64 all = ~i64{};
  for (int j = 0; j < tile_columns; ++j)
    for (int i = 0; i < tile_rows; i += static_cast<int>(lanes)) {
      int const at = j * tile_rows + i;
      f64 const scale = load<f64>(tile.row_scale + i) * broadcast(tile.column_scale[j]);
      enclosed x = {load<f64>(tile.high + at), load<f64>(tile.low + at), load<f64>(tile.radius + at)};
      finished entry;
      if (plain && !ToFloat) {
        entry = round_to_double(x);
        entry.value = entry.value * (scale * broadcast(tile.alpha)) + f64{};  // + 0: no -0 from alpha = -1
      } else {
        x = {x.high * scale, x.low * scale, x.radius * scale};
        if (plain)
          x = {x.high * broadcast(tile.alpha) + f64{}, x.low * broadcast(tile.alpha), x.radius};
        else
          x = combine(tile.alpha, x, tile.beta, tile.beta == 0 ? f64{} : load<f64>(tile.c + at));
        if constexpr (ToFloat) {
          entry = round_to_float(x);
        } else {
          entry = round_to_double(x);
          f64 const size = magnitude(entry.value);
          entry.certain &= (size == f64{}) | ((size >= broadcast(0x1p-960)) & (size <= broadcast(0x1p1020)));
        }
      }
      store(result + at, entry.value);
      store(certain + at, entry.certain);
      all &= entry.certain;
    }
  __builtin_memset(open, 0, tile_rows * tile_columns);
  if (or_lanes((u64)~all) == 0) return 0;
  index left_open = 0;
  for (int i = 0; i < tile_rows * tile_columns; ++i) {
    open[i] = certain[i] == 0;
    left_open += open[i];
  }
  return left_open;
}

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
