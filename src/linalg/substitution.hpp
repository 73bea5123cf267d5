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

/// Forward substitution with a lower triangular l: x(i,j) is a rounded remainder, of which the products l(i,k)*x(k,j)
/// are subtracted, divided by l(i,i) unless the diagonal is ones. `sums` holds the remainders; it is told of every x as
/// it becomes known. exactly(i, j) is what the remainder is rounded to, x(i,j) being still what it was.
template <class T, class Exactly> struct substitution {
  unrounded& sums;
  matrix_view<T const> l;
  diagonal kind;
  matrix_view<T> x;
  Exactly exactly;
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
        in_standard_rounding([&] {
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

  /// So many are solved for together: enough entries in a row for vectors, and while one waits others go on.
  static constexpr std::size_t groups_at_once = 8;

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
    for (group_at_work& group : groups) {
      group.before = sums.history_of(group.number);
      // The calls to come are counted before: the radius of the last row does for all.
      for (index k = first; k < last; ++k) sums.count(group.number, parts_of<T>);
      group.column.update_radius(sums, group.number);
    }
    bool const all_start_above =
        std::all_of(groups.begin(), groups.end(), [&](group_at_work const& group) { return group.first <= first; });
    if (!is_complex<T> && all_start_above)
      solve_rows(left, groups, tile, first, last);
    else
      for (index k = first; k < last; ++k)
        for (group_at_work& group : groups)
          if (k >= group.first) solve_row(left, group, tile, k);
    // Only rows of this tile have met these calls; if all of them are solved, nobody will ask again.
    if (last == std::min(x.rows, (tile + 1) * sums.tile_rows()))
      for (group_at_work const& group : groups) sums.history_of(group.number) = group.before;
  }

  /// Real numbers, all groups together.
  void solve_rows(left_panel const& left, std::span<group_at_work> groups, index tile, index first, index last) const {
    constexpr std::size_t most = groups_at_once * most_tile_columns;
    index place[most];
    double radius[most], unit[most], power[most], result[most], scaled[most];
    std::int64_t open[most];
    std::vector<certain<T>> finer(most, uncertain);
    auto const set_units = [&](std::size_t at, index j) {
      unit[at] = sums.column_unit(j), power[at] = sums.column_power(j);
    };
    std::size_t count = 0;
    for (group_at_work const& group : groups)
      for (index j = group.first_column; j < group.last_column; ++j, ++count) {
        place[count] = sums.place(tile * sums.tile_rows(), j, 0);
        radius[count] = group.column.radius();
        set_units(count, j);
      }
    for (; count % static_cast<std::size_t>(sums.lanes()) != 0; ++count)  // whole vectors
      place[count] = place[0], radius[count] = radius[0], unit[count] = unit[0], power[count] = power[0];

    auto const divide_sums = sums.template divide_kernel<real_of<T>>();
    for (index k = first; k < last; ++k) {
      index const row = k - tile * sums.tile_rows();
      double const divisor = kind == diagonal::ones ? 1 : static_cast<double>(part_of(element(l, k, k), 0));
      bool const any_open = divide_sums({static_cast<index>(count), place, sums.high() + row, sums.low() + row, radius,
                                         sums.row_unit(k), unit, power, divisor},
                                        result, scaled, open);
      if (any_open) {
        std::fill(finer.begin(), finer.end(), certain<T>(uncertain));
        look_closer(groups, k, open, finer.data());
      }
      std::size_t at = 0;
      for (group_at_work& group : groups) {
        group.right.clear(k);
        for (index j = group.first_column; j < group.last_column; ++j, ++at)
          if (any_open && open[at] != 0) {
            solve_entry(group, tile, k, j, finer[at]);
            set_units(at, j);
          } else {
            x.at(k, j) = static_cast<real_of<T>>(result[at]);
            group.right.set_scaled(k, j, scaled[at]);
          }
        add_row(left, group, tile, k);
      }
    }
  }

  void solve_row(left_panel const& left, group_at_work& group, index tile, index k) const {
    group.right.clear(k);
    for (index j = group.first_column; j < group.last_column; ++j) solve_entry(group, tile, k, j, uncertain);
    add_row(left, group, tile, k);
  }

  /// The open remainders of row k by a finer tier, where there is one.
  void look_closer(std::span<group_at_work const> groups, index k, std::int64_t const* open, certain<T>* finer) const {
    if constexpr (requires(std::vector<index> columns) { exactly.finely(k, columns); }) {
      std::vector<index> columns;
      std::vector<certain<T>*> results;
      std::size_t at = 0;
      for (group_at_work const& group : groups)
        for (index j = group.first_column; j < group.last_column; ++j, ++at)
          if (open[at] != 0) columns.push_back(j), results.push_back(finer + at);
      std::vector<certain<T>> const found = exactly.finely(k, columns);
      for (std::size_t i = 0; i < found.size(); ++i) *results[i] = found[i];
    }
  }

  /// `finer` is the remainder, where it is known already.
  void solve_entry(group_at_work& group, index tile, index k, index j, certain<T> const& finer) const {
    index const place = sums.row_place(tile, k) + (j - group.first_column) * sums.tile_rows();
    T const remainder =
        tiers([&] { return finer; }, [&] { return group.column.template round<T>(place, sums.unit(k, j)); },
              [&] { return exactly(k, j); });
    x.at(k, j) = kind == diagonal::ones ? remainder : divide(remainder, element(l, k, k));
    group.right.pack(k, j, x.at(k, j));
  }

  /// The products of row k to the rows below it in its tile.
  void add_row(left_panel const& left, group_at_work const& group, index tile, index k) const {
    index const below = k + 1 - tile * sums.tile_rows();
    if (k + 1 < x.rows && below < sums.tile_rows())
      sums.add(tile, group.number, parts_of<T>, left.steps(tile, k), group.right.row(k), group.right.part_stride(),
               below);
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
