#include <algorithm>

#include <isobit/sum/moments.hpp>

#include "../basics/printable.hpp"
#include "../method/cells.hpp"
#include "../method/group_order.hpp"
#include "../method/groups.hpp"
#include "../output/table_report.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

void require_possible(request const& wanted) {
  std::string const what = !wanted.input.keys.empty() ? "--by"
                           : wanted.input.all_columns ? "--all-columns"
                                                      : "several --column";
  if (wanted.output.compare) throw failure(exit_code::usage, "--compare is not for " + what);
  if (wanted.method && wanted.method->kind != method_kind::exact)
    throw failure(exit_code::usage, what + ": the sums are exact; no other --method adds by column or group");
  if (!wanted.input.keys.empty() && wanted.input.columns.empty() && !wanted.input.all_columns)
    throw failure(exit_code::usage, "--by: say what to add up, with --column or --all-columns");
}

table_wish wish_of(input_options const& input) { return {input.columns, input.all_columns, input.keys}; }

/// `round(cell, single)` makes a result of what a group has of a column.
template <class Cell, class Round>
exit_code run_with(request const& wanted, std::string const& operation, Round round) {
  require_possible(wanted);
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  table_source source(wanted.input.files, wish_of(wanted.input), wanted.input, watcher);
  auto const& table = source.description();
  std::size_t const columns = table.columns.size();
  if (columns == 0 && !table.others.empty())
    throw failure(exit_code::bad_data, wanted.input.files.front() + ": no column holds numbers; in the first, " +
                                           shown(table.others.front().name) + ", " + table.others.front().why);
  shared_groups<Cell> all(columns);
  if (wanted.input.keys.empty()) {
    group_map<Cell> only(columns);
    only.place_of("", only.hash_of(""));  // there is a sum, even of no rows
    all.take(only);
  }
  auto const skipped = group_rows(source, all, useful_threads(wanted.input));
  watcher.clear();

  auto const groups = all.all();
  std::vector<std::string_view> keys;
  for (auto const& each : groups) keys.push_back(each.key());
  auto const order = order_of_keys(keys);
  table_report report;
  report.operation = operation;
  report.keys = table.keys;
  report.bad_rows = skipped.bad_rows;
  report.groups = groups.size();
  for (std::size_t c = 0; c < columns; ++c) report.columns.push_back({table.columns[c].name, skipped.columns[c]});
  for (auto const& each : table.others) report.others.push_back({each.name, each.why});
  report.key = [&](std::size_t group, std::size_t part) {
    return group_keys::parts_of(groups[order[group]].key())[part];
  };
  report.result = [&](std::size_t group, std::size_t column) -> table_result {
    Cell const& cell = groups[order[group]].cell(column);
    return {round(cell, wanted.output.single.value_or(table.columns[column].is_single)), cell.count};
  };
  for (std::size_t c = 0; c < columns; ++c) {
    bool const is_empty =
        std::all_of(groups.begin(), groups.end(), [&](auto const& each) { return each.cell(c).count == 0; });
    if (is_empty && skipped.columns[c].bad + skipped.bad_rows != 0)
      throw failure(exit_code::bad_data, "column " + shown(table.columns[c].name) +
                                             ": no number is left, all were skipped; is it the right column?");
  }
  print(report, wanted.input.files, wanted.output);
  return exit_code::success;
}

exit_code run_norms(request const& wanted) {
  if (wanted.norm == norm_kind::magnitudes)
    return run_with<magnitudes_cell>(wanted, "norm-l1", [](magnitudes_cell const& cell, bool single) {
      return rounded(single, [&]<class T>(T) { return cell.sum.value().template round<T>(); });
    });
  bool const squared = wanted.norm == norm_kind::squared;
  return run_with<squares_cell>(wanted, squared ? "norm-squared" : "norm", [&](squares_cell const& cell, bool single) {
    auto const squares = cell.squares.value();
    return rounded(
        single, [&]<class T>(T) { return squared ? squares.template round<T>() : squares.template square_root<T>(); });
  });
}

exit_code run_variances(request const& wanted) {
  std::uint64_t const removed = wanted.population ? 0 : 1;
  return run_with<moments_cell>(
      wanted, "variance", [&](moments_cell const& cell, bool single) -> std::optional<number> {
        if (cell.count <= removed) return {};
        return rounded(single, [&]<class T>(T) {
          return isobit::detail::variance<T>(cell.sum.value(), cell.squares.value(), cell.count, removed);
        });
      });
}

}  // namespace

exit_code run_table(request const& wanted) {
  switch (wanted.what) {
  case subcommand::norm:
    return run_norms(wanted);
  case subcommand::variance:
    return run_variances(wanted);
  case subcommand::mean:
    return run_with<sum_cell>(wanted, "mean", [](sum_cell const& cell, bool single) -> std::optional<number> {
      if (cell.count == 0) return {};
      return rounded(single, [&]<class T>(T) { return cell.sum.value().template mean<T>(cell.count); });
    });
  default:
    return run_with<sum_cell>(wanted, "sum", [](sum_cell const& cell, bool single) {
      return rounded(single, [&]<class T>(T) { return cell.sum.value().template round<T>(); });
    });
  }
}

}  // namespace isobit::tool
