#pragma once

#include "linalg/kernel/moderate.hpp"
#include "linalg/kernel/tile.hpp"

/// From enclosures to rounded entries: alpha*value + beta*c, and whether its rounding is certain.
/// docs/maths/gemm.md#finish
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// alpha*x + beta*c, up to a larger radius. docs/maths/gemm.md#combination
ISOBIT_INLINE enclosure<f64> combine(double alpha, enclosure<f64> x, double beta, f64 c) {
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

template <class T> inline index finish_tile(unfinished_tile const& tile, double* result, bool* open) {
  // A power of two only moves the exponent, so the test can be made before. docs/maths/gemm.md#finish
  bool const plain = tile.beta == 0 && (tile.alpha == 1 || tile.alpha == -1);
  std::int64_t holds[tile_rows * tile_columns];
  i64 all = ~i64{};
  for (int j = 0; j < tile_columns; ++j)
    for (int i = 0; i < static_cast<int>(tile.strips * static_cast<index>(lanes)); i += static_cast<int>(lanes)) {
      int const at = j * tile_rows + i;
      f64 const scale = load<f64>(tile.row_scale + i) * broadcast(tile.column_scale[j]);
      enclosure<f64> x = {load<f64>(tile.high + at), load<f64>(tile.low + at), load<f64>(tile.radius + at)};
      certain<f64> entry = certify::uncertain;
      if (plain && sizeof(T) == sizeof(double)) {
        entry = round_within<double>(x);
        entry.value = entry.value * (scale * broadcast(tile.alpha)) + f64{};  // + 0: no -0 from alpha = -1
      } else {
        x = {x.high * scale, x.low * scale, x.radius * scale};
        if (plain)
          x = {x.high * broadcast(tile.alpha) + f64{}, x.low * broadcast(tile.alpha), x.radius};
        else
          x = combine(tile.alpha, x, tile.beta, tile.beta == 0 ? f64{} : load<f64>(tile.c + at));
        entry = round_within<T>(x);
      }
      store(result + at, entry.value);
      store(holds + at, entry.holds);
      all &= entry.holds;
    }
  __builtin_memset(open, 0, tile_rows * tile_columns);
  if (or_lanes((u64)~all) == 0) return 0;
  index left_open = 0;
  for (int j = 0; j < tile_columns; ++j)
    for (int i = 0; i < static_cast<int>(tile.strips * static_cast<index>(lanes)); ++i) {
      int const at = j * tile_rows + i;
      open[at] = holds[at] == 0;
      left_open += open[at];
    }
  return left_open;
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
