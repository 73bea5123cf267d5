#pragma once

#include <algorithm>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/column_of_sums.hpp"
#include "linalg/divide.hpp"
#include "linalg/exact_remainder.hpp"
#include "linalg/left_panel.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Forward substitution with a lower triangular l: x(i,j) is the rounded alpha*x(i,j) - sum of l(i,k)*x(k,j), divided
/// by l(i,i) unless the diagonal is ones. `sums` holds these remainders; it is told of every x as it becomes known.
template <class T> struct substitution {
  unrounded& sums;
  matrix_view<T const> l;
  diagonal kind;
  T alpha;
  matrix_view<T> x;

  /// Solves for the rows from first to last - 1 of columns from first_column to last_column - 1, and subtracts their
  /// products from all rows below; prepare(j) is called before anything is done to a column. Precondition: done for
  /// all rows above.
  template <class Prepare>
  void apply(driver_ref const& driver, index first, index last, index first_column, index last_column,
             Prepare prepare) const {
    index const most = block_depth / parts_of<T>;
    if (first_column >= last_column) return;
    for (index k = first; k < last; k += most) {
      range const r = {k, std::min(k + most, last), first_column, last_column};
      left_panel left(sums, r.first, r.last - r.first);
      for (index column = r.first; column < r.last; ++column)
        left.pack(column, x.rows, [&](index i) { return element(l, i, column); });
      index const first_group = sums.group_of(first_column), groups = sums.group_of(last_column - 1) + 1 - first_group;
      std::size_t const products =
          products_in(x.rows - r.first, (last_column - first_column) * parts_of<T>, (r.last - r.first) * parts_of<T>);
      isobit::detail::for_each_part(driver, threads_for(driver, products, groups), static_cast<std::size_t>(groups),
                                    [&](std::size_t group, std::size_t count, std::size_t) {
                                      in_standard_environment([&](environment_guard&) {
                                        index const begin = first_group + static_cast<index>(group),
                                                    end = begin + static_cast<index>(count);
                                        for (index j = std::max(first_column, begin * sums.tile_columns());
                                             k == first && j < std::min(last_column, end * sums.tile_columns()); ++j)
                                          prepare(j);
                                        apply_groups(left, r, begin, end - begin);
                                      });
                                    });
    }
  }

private:
  struct range {
    index first, last, first_column, last_column;
  };

  void apply_groups(left_panel const& left, range const& r, index first_group, index count) const {
    index const rows = r.last - r.first, size = right_panel::size(sums, rows);
    workspace data(static_cast<std::size_t>(size * count));
    index const first_tile = sums.tile_of(r.first), last_tile = sums.tile_of(r.last - 1) + 1;
    auto const panel = [&](index g) {
      return right_panel(sums, data.data() + g * size, first_group + g, r.first, rows);
    };
    for (index g = 0; g < count; ++g) {
      right_panel right = panel(g);
      solve(left, right, r, first_group + g, first_tile, last_tile);
    }
    // As many tiles at a time as stay in the cache of a core, for all groups.
    constexpr index tiles_at_once = 8;
    for (index tile = last_tile; tile < sums.row_tiles(); tile += tiles_at_once)
      for (index g = 0; g < count; ++g) {
        right_panel const right = panel(g);
        for (index t = tile; t < std::min(tile + tiles_at_once, sums.row_tiles()); ++t)
          sums.add(t, first_group + g, rows * parts_of<T>, left.steps(t, r.first), right.row(r.first),
                   right.part_stride());
      }
    for (index g = 0; g < count; ++g) sums.count(first_group + g, rows * parts_of<T>);
  }

  /// The rows of the tiles from first_tile to last_tile - 1: half of them, these rows' products with the rest, the
  /// other half.
  void solve(left_panel const& left, right_panel& right, range const& r, index group, index first_tile,
             index last_tile) const {
    if (last_tile - first_tile == 1) return solve_tile(left, right, r, group, first_tile);
    index const middle = first_tile + (last_tile - first_tile) / 2;
    solve(left, right, r, group, first_tile, middle);
    index const first = std::max(r.first, first_tile * sums.tile_rows()), steps = middle * sums.tile_rows() - first;
    for (index tile = middle; tile < last_tile; ++tile)
      sums.add(tile, group, steps * parts_of<T>, left.steps(tile, first), right.row(first), right.part_stride());
    sums.count(group, steps * parts_of<T>);
    solve(left, right, r, group, middle, last_tile);
  }

  void solve_tile(left_panel const& left, right_panel& right, range const& r, index group, index tile) const {
    index const first = std::max(r.first, tile * sums.tile_rows());
    index const last = std::min(r.last, (tile + 1) * sums.tile_rows());
    index const first_column = std::max(r.first_column, group * sums.tile_columns());
    index const last_column = std::min(r.last_column, (group + 1) * sums.tile_columns());
    column_of_sums column(sums, first_column);
    auto const before = sums.history_of(group);
    for (index k = first; k < last; ++k) {
      right.clear(k);
      column.update_radius(sums, group);
      for (index j = first_column; j < last_column; ++j) {
        index const place = sums.row_place(tile, k) + (j - first_column) * sums.tile_rows();
        T const remainder =
            tiers([&] { return column.template round<T>(place, sums.unit(k, j)); }, [&] { return exactly(k, j); });
        x.at(k, j) = kind == diagonal::ones ? remainder : divide(remainder, element(l, k, k));
        right.pack(k, j, x.at(k, j));
      }
      if (k % sums.tile_rows() == sums.tile_rows() - 1) break;
      sums.add(tile, group, parts_of<T>, left.steps(tile, k), right.row(k), right.part_stride());
      sums.count(group, parts_of<T>);
    }
    // Only rows of this tile have met these calls; if all of them are solved, nobody will ask again.
    if (last == std::min(x.rows, (tile + 1) * sums.tile_rows())) sums.history_of(group) = before;
  }

  [[nodiscard]] T exactly(index i, index j) const {
    matrix_view<T const> const known = x;
    exact_remainder<T> remainder;
    remainder.subtract(l.block(i, 0, 1, i).row(0), known.block(0, j, i, 1).column(0));
    return remainder.round(alpha, x.at(i, j));
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
