#pragma once

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The most products that a tile kernel takes in one call.
inline constexpr index block_depth = 256;

/// Kernels of matrix products: a tile of sums at a time, from panels. A panel of the left matrix holds element (i, p)
/// at a[p * tile_rows + i], one of the right matrix element (p, j) at b[p * tile_columns + j]; all magnitudes are at
/// most 1.
struct gemm_table {
  index tile_rows;
  index tile_columns;
  /// Adds the k <= block_depth products to the tile of sums high + low; entry (i, j) of a tile is at
  /// [j * tile_rows + i]. The error of a call is bounded in docs/maths/gemm.md#coarse, src/linalg/bounds.hpp.
  void (*coarse)(index k, double const* a, double const* b, double* high, double* low);
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
