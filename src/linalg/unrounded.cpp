#include "linalg/unrounded.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "linalg/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {
index blocks(index n, index size) { return (n + size - 1) / size; }
}  // namespace

unrounded::unrounded(index rows, index columns, index parts)
    : row_exponents_(static_cast<std::size_t>(rows)), column_exponents_(static_cast<std::size_t>(columns)),
      row_units_(static_cast<std::size_t>(blocks(rows, gemm_kernels().tile_rows) * gemm_kernels().tile_rows), 1.0),
      column_units_(static_cast<std::size_t>(columns), 1.0), row_powers_(row_units_), column_powers_(column_units_),
      kernels_(&gemm_kernels()), rows_(rows), parts_(parts), row_tiles_(blocks(rows, kernels_->tile_rows)),
      groups_(blocks(columns, kernels_->tile_columns)),
      lane_bits_(std::countr_zero(static_cast<std::size_t>(kernels_->strip_rows))),
      tile_strips_(kernels_->tile_rows / kernels_->strip_rows),
      last_strips_(blocks(rows - (row_tiles_ - 1) * kernels_->tile_rows, kernels_->strip_rows)), high_(size()),
      low_(size()), histories_(static_cast<std::size_t>(groups_)) {
  std::fill_n(high_.data(), size(), 0.0);
  std::fill_n(low_.data(), size(), 0.0);
}

void unrounded::change_unit(index j, int exponent, index first_row) {
  double const factor = power_of_two<double>(column_exponent(j) - exponent);
  for (index part = 0; part < parts_; ++part) {
    double* const high = high_.data() + column_place(j, part);
    double* const low = low_.data() + column_place(j, part);
    for_rows(first_row, rows_, [=](index, index at) {
      high[at] *= factor;
      low[at] *= factor;
    });
  }
  set_column_exponent(j, exponent);
}

void unrounded::exchange(index j, std::span<index const> row_places) noexcept {
  for (index part = 0; part < parts_; ++part) {
    double* const high = high_.data() + column_place(j, part);
    double* const low = low_.data() + column_place(j, part);
    for (std::size_t at = 0; at + 1 < row_places.size(); at += 2) {
      std::swap(high[row_places[at]], high[row_places[at + 1]]);
      std::swap(low[row_places[at]], low[row_places[at + 1]]);
    }
  }
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
