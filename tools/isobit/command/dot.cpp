#include "../compare/compare.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

struct dot_state {
  exact_product products;
  void add(block const& numbers) {
    numbers.with_values(0, [&]<class T>(std::span<T const> x) { products.add_products(x, numbers.values<T>(1)); });
  }
  void merge(dot_state const& other) { products.merge(other.products); }
};

exit_code run(request const& wanted, block_source& source, input_facts const& facts, progress& watcher) {
  if (wanted.output.compare) {
    compare(compared::dot, source, facts, wanted.input, wanted.output);
    return exit_code::success;
  }
  auto const total = reduce_input<dot_state>(source, useful_threads(wanted.input));
  watcher.clear();
  report result{"dot", {}, total.rows, total.skipped};
  result.values.push_back(
      rounded(wants_single(wanted, facts), [&]<class T>(T) { return total.state.products.round<T>(); }));
  print(result, wanted.input.files, wanted.output);
  return exit_code::success;
}

}  // namespace

exit_code run_dot(request const& wanted) {
  auto const& files = wanted.input.files;
  auto const& columns = wanted.input.columns;
  if (columns.size() > 2 || files.size() > 2)
    throw failure(exit_code::usage, "dot takes two inputs: two files, or two columns (--column twice) of one table");
  if (files.size() == 2 && files[0] == "-" && files[1] == "-")
    throw failure(exit_code::usage, "dot: the standard input can be one of the two inputs only");
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  if (files.size() == 2) {
    file_pair source(files[0], files[1], wanted.input, watcher);
    return run(wanted, source, source.facts(), watcher);
  }
  if (columns.size() == 1) throw failure(exit_code::usage, "dot of one file needs two columns: give --column twice");
  file_sequence source(files, columns.empty() ? std::vector<std::string>{"", ""} : columns, wanted.input, watcher);
  return run(wanted, source, source.facts(), watcher);
}

}  // namespace isobit::tool
