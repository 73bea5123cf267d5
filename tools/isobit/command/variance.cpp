#include <isobit/sum/moments.hpp>

#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

struct moments_state {
  exact sum;
  exact_product squares;
  void add(block const& numbers) {
    if (numbers.columns != 1) throw failure(exit_code::bad_data, "the variance of complex numbers is not supported");
    numbers.with_values(0, [&](auto values) {
      sum.add(values);
      squares.add_products(values, values);
    });
  }
  void merge(moments_state const& other) {
    sum.merge(other.sum);
    squares.merge(other.squares);
  }
};

}  // namespace

exit_code run_variance(request const& wanted) {
  if (wants_table(wanted)) return run_table(wanted);
  if (wanted.output.compare) throw failure(exit_code::usage, "--compare is for sum, dot, norm and mean");
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  auto const total = reduce_input<moments_state>(source, useful_threads(wanted.input));
  watcher.clear();
  std::size_t const removed = wanted.population ? 0 : 1;
  if (total.rows <= removed)
    throw failure(exit_code::bad_data, "the variance of " + std::to_string(total.rows) +
                                           (total.rows == 1 ? " number" : " numbers") + " is not defined" +
                                           (total.rows == 1 ? "; --population divides by 1 instead of 0" : ""));
  bool const single = wants_single(wanted, source.facts());
  auto const round = [&]<class T>(T) {
    return isobit::detail::variance<T>(total.state.sum, total.state.squares, total.rows, removed);
  };
  report const result{"variance", {rounded(single, round)}, total.rows, total.skipped};
  print(result, wanted.input.files, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
