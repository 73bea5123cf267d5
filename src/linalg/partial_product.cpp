#include "linalg/partial_product.hpp"

#include <algorithm>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/bounds.hpp"
#include "linalg/kernels.hpp"
#include "linalg/panels.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

/// Of a piece of a product, so that its panels stay small.
constexpr index piece_size = 512, piece_depth = 8 * block_depth;

/// body(number) for the numbers below `count`, shared by the threads, in the standard environment.
template <class Body> void for_each(driver_ref const& driver, std::size_t products, index count, Body body) {
  share(driver, products, count, [&](auto next) {
    in_standard_rounding([&] {
      for (index number = next(); number >= 0; number = next()) body(number);
    });
  });
}

/// The sums of one tile, from all blocks of two panels.
class tile_sums {
public:
  tile_sums(gemm_table const& kernels, panels const& left, index left_panel, panels const& right, index right_panel) {
    std::fill_n(high_, kernels.tile_rows * kernels.tile_columns, 0.0);
    std::fill_n(low_, kernels.tile_rows * kernels.tile_columns, 0.0);
    index depth = 0, calls = 0;
    for (index block = 0; block < left.blocks(); ++block) {
      if (!left.in_use(left_panel, block) || !right.in_use(right_panel, block)) continue;
      index const count = std::min(block_depth, left.depth() - block * block_depth);
      kernels.coarse(kernels.tile_rows / kernels.strip_rows, count, left.data(left_panel, block),
                     right.data(right_panel, block), high_, low_);
      depth += count;
      ++calls;
    }
    radius_ = calls == 0 ? 0 : coarse_radius(depth, calls);
    exact_unit_ = coarse_exact_unit(depth, calls);
    if (left.is_sparse(left_panel) || right.is_sparse(right_panel))
      find_products(left, left_panel, right, right_panel, has_product_);
    else
      std::fill_n(has_product_, most_tile_entries, true);
  }

  /// Entry e in true units. docs/maths/mpi_linalg.md#pieces
  [[nodiscard]] enclosure<double> entry(index e, line const& row, line const& column) const noexcept {
    if (!row.usable || !column.usable) return unknown();
    if (!has_product_[e]) return {};
    double const scale = row.scale * column.scale;
    bool const exact = radius_ == 0 || row.lowest_bit * column.lowest_bit >= exact_unit_;
    return {high_[e] * scale, low_[e] * scale, exact ? 0 : radius_ * scale + 0x1p-1000};
  }

private:
  alignas(64) double high_[most_tile_entries];
  alignas(64) double low_[most_tile_entries];
  double radius_, exact_unit_;
  bool has_product_[most_tile_entries];
};

/// Adds a*b to the sums from `sums`, `leading` real entries between columns.
template <scalar T>
void add_piece(driver_ref const& driver, matrix_view<T const> a, matrix_view<T const> b, enclosure<double>* sums,
               index leading) {
  constexpr index parts = partial_product<T>::parts;
  gemm_table const& kernels = gemm_kernels();
  panels left(kernels, side::left, a), right(kernels, side::right, transposed(b));
  // As for a product that is rounded at once.
  std::size_t const products = products_in(a.rows, b.columns, a.columns);
  for_each(driver, products, left.count() + right.count(), [&](index panel) {
    if (panel < left.count())
      left.pack(a, panel);
    else
      right.pack(transposed(b), panel - left.count());
  });
  for_each(driver, products, left.count() * right.count(), [&](index panel) {
    index const left_panel = panel % left.count(), right_panel = panel / left.count();
    index const row = left_panel * left.width(), column = right_panel * right.width();
    tile_sums const tile(kernels, left, left_panel, right, right_panel);
    for (index j = 0; j < std::min(right.width(), right.real_lines() - column); ++j)
      for (index i = 0; i < std::min(left.width(), left.real_lines() - row); ++i) {
        // A complex column is two lines, one a part.
        index const line = column + j, at = line / parts * leading + (row + i) * parts + line % parts;
        sums[at] = sums[at] + tile.entry(j * left.width() + i, left.lines(left_panel)[i], right.lines(right_panel)[j]);
      }
  });
}

}  // namespace

template <scalar T>
void partial_product<T>::add(driver_ref const& driver, matrix_view<T const> a, matrix_view<T const> b) {
  for (index row = 0; row < rows_; row += piece_size)
    for (index column = 0; column < columns_; column += piece_size)
      for (index depth = 0; depth < a.columns; depth += piece_depth) {
        index const rows = std::min(piece_size, rows_ - row), columns = std::min(piece_size, columns_ - column);
        index const products = std::min(piece_depth, a.columns - depth);
        add_piece<T>(driver, a.block(row, depth, rows, products), b.block(depth, column, products, columns),
                     entry(row, column), rows_ * parts);
      }
}

template <scalar T> std::vector<index> partial_product<T>::finish(T alpha, T beta, matrix_view<T> c) const {
  using real = real_of<T>;
  std::vector<index> open;
  in_standard_rounding([&] {
    for (index j = 0; j < columns_; ++j)
      for (index i = 0; i < rows_; ++i) {
        enclosure<double> const* const sum = &sums_[static_cast<std::size_t>((j * rows_ + i) * parts)];
        T& entry = c.at(i, j);
        if constexpr (parts == 1) {
          enclosure<double> total = sum[0];
          if (alpha != 1) total = alpha * total;
          if (beta != 0) total = total + product_of(beta, entry);
          if (auto const rounded = round_entry<real>(total))
            entry = *rounded;
          else
            open.push_back(j * rows_ + i);
        } else {
          enclosure<double> re = sum[0], im = sum[1];
          if (alpha != T(1)) multiply_parts(alpha, re, im);
          if (beta != T(0)) {
            re = re + product_of(beta.real(), entry.real()) + product_of(-beta.imag(), entry.imag());
            im = im + product_of(beta.real(), entry.imag()) + product_of(beta.imag(), entry.real());
          }
          auto const real_part = round_entry<real>(re), imaginary_part = round_entry<real>(im);
          if (real_part && imaginary_part)
            entry = T(*real_part, *imaginary_part);
          else
            open.push_back(j * rows_ + i);
        }
      }
  });
  return open;
}

template class partial_product<float>;
template class partial_product<double>;
template class partial_product<std::complex<float>>;
template class partial_product<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
