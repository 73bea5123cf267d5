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
  /// For every group of columns the number of rows in which x is zero, and stays so; empty: none is known.
  std::span<index const> zero_rows = {};

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
      // Groups dealt out in turn: neighbours have about as many zeros.
      std::size_t const threads = threads_for(driver, products, groups);
      isobit::detail::run_parts(driver, threads, [&](std::size_t thread) {
        in_standard_environment([&](environment_guard&) {
          auto const step = static_cast<index>(threads);
          index const begin = first_group + static_cast<index>(thread), end = first_group + groups;
          for (index group = begin; k == first && group < end; group += step)
            for (index j = std::max(first_column, group * sums.tile_columns());
                 j < std::min(last_column, (group + 1) * sums.tile_columns()); ++j)
              prepare(j);
          apply_groups(left, r, begin, end, step);
        });
      });
    }
  }

private:
  struct range {
    index first, last, first_column, last_column;
  };

  /// What is known of a group of columns while it is solved for.
  struct group_at_work {
    group_at_work(unrounded& sums, range const& r, index group, index zeros, double* data)
        : number(group), first(std::clamp(zeros, r.first, r.last)),
          first_column(std::max(r.first_column, group * sums.tile_columns())),
          last_column(std::min(r.last_column, (group + 1) * sums.tile_columns())),
          right(sums, data, group, first, r.last - first), column(sums, first_column) {}

    index number;
    index first;  ///< row that is not zero
    index first_column, last_column;
    right_panel right;
    column_of_sums column;
    unrounded::history before = {};
  };

  void apply_groups(left_panel const& left, range const& r, index begin, index end, index step) const {
    index const size = right_panel::size(sums, r.last - r.first), last_tile = sums.tile_of(r.last - 1) + 1;
    workspace data(static_cast<std::size_t>(size * ((end - begin + step - 1) / step)));
    std::vector<group_at_work> groups;
    groups.reserve(static_cast<std::size_t>((end - begin + step - 1) / step));
    for (index group = begin; group < end; group += step) {
      index const zeros = zero_rows.empty() ? 0 : zero_rows[static_cast<std::size_t>(group)];
      if (zeros < r.last)
        groups.emplace_back(sums, r, group, zeros, data.data() + static_cast<index>(groups.size()) * size);
    }
    // A few groups at once: while one waits for the rounding of an entry, others go on.
    constexpr std::size_t groups_at_once = 8;
    for (std::size_t g = 0; g < groups.size(); g += groups_at_once) {
      std::span const some = std::span(groups).subspan(g, std::min(groups_at_once, groups.size() - g));
      solve(left, some, r, sums.tile_of(r.first), last_tile);
    }
    // As many tiles at a time as stay in the cache of a core, for all groups.
    constexpr index tiles_at_once = 8;
    for (index tile = last_tile; tile < sums.row_tiles(); tile += tiles_at_once)
      for (group_at_work const& group : groups)
        add_products(left, group, group.first, r.last, tile, std::min(tile + tiles_at_once, sums.row_tiles()));
    for (group_at_work const& group : groups) sums.count(group.number, (r.last - group.first) * parts_of<T>);
  }

  /// The products of rows first, ..., last - 1 to tiles first_tile, ..., last_tile - 1.
  void add_products(left_panel const& left, group_at_work const& group, index first, index last, index first_tile,
                    index last_tile) const {
    for (index tile = first_tile; tile < last_tile; ++tile)
      sums.add(tile, group.number, (last - first) * parts_of<T>, left.steps(tile, first), group.right.row(first),
               group.right.part_stride());
  }

  /// The rows of the tiles from first_tile to last_tile - 1: half of them, these rows' products with the rest, the
  /// other half.
  void solve(left_panel const& left, std::span<group_at_work> groups, range const& r, index first_tile,
             index last_tile) const {
    if (last_tile - first_tile == 1) return solve_tile(left, groups, r, first_tile);
    index const middle = first_tile + (last_tile - first_tile) / 2;
    solve(left, groups, r, first_tile, middle);
    for (group_at_work const& group : groups) {
      index const first = std::max(group.first, first_tile * sums.tile_rows()), last = middle * sums.tile_rows();
      if (first >= last) continue;
      add_products(left, group, first, last, middle, last_tile);
      sums.count(group.number, (last - first) * parts_of<T>);
    }
    solve(left, groups, r, middle, last_tile);
  }

  void solve_tile(left_panel const& left, std::span<group_at_work> groups, range const& r, index tile) const {
    index const first = std::max(r.first, tile * sums.tile_rows());
    index const last = std::min(r.last, (tile + 1) * sums.tile_rows());
    for (group_at_work& group : groups) group.before = sums.history_of(group.number);
    for (index k = first; k < last; ++k)
      for (group_at_work& group : groups)
        if (k >= group.first) solve_row(left, group, tile, k);
    // Only rows of this tile have met these calls; if all of them are solved, nobody will ask again.
    if (last == std::min(x.rows, (tile + 1) * sums.tile_rows()))
      for (group_at_work const& group : groups) sums.history_of(group.number) = group.before;
  }

  void solve_row(left_panel const& left, group_at_work& group, index tile, index k) const {
    group.right.clear(k);
    group.column.update_radius(sums, group.number);
    for (index j = group.first_column; j < group.last_column; ++j) {
      index const place = sums.row_place(tile, k) + (j - group.first_column) * sums.tile_rows();
      T const remainder =
          tiers([&] { return group.column.template round<T>(place, sums.unit(k, j)); }, [&] { return exactly(k, j); });
      x.at(k, j) = kind == diagonal::ones ? remainder : divide(remainder, element(l, k, k));
      group.right.pack(k, j, x.at(k, j));
    }
    if (k % sums.tile_rows() == sums.tile_rows() - 1) return;
    add_products(left, group, k, k + 1, tile, tile + 1);
    sums.count(group.number, parts_of<T>);
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
