#include "../compare/compare.hpp"
#include "../method/column_states.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
exit_code run_mean(request const& wanted) {
  if (wants_table(wanted)) return run_table(wanted);
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  if (wanted.output.compare) {
    compare(compared::mean, source, source.facts(), wanted.input, wanted.output);
    return exit_code::success;
  }
  auto const total = reduce_input<column_states<exact>>(source, useful_threads(wanted.input));
  watcher.clear();
  report result{"mean", {}, total.rows, total.skipped};
  if (total.rows == 0) {
    print_remarks(result, wanted.output);
    throw failure(exit_code::bad_data, "the mean of no numbers is not defined");
  }
  bool const single = wants_single(wanted, source.facts());
  for (std::size_t c = 0; c < (source.facts().is_complex ? 2u : 1u); ++c)
    result.values.push_back(
        rounded(single, [&]<class T>(T) { return total.state.columns[c].template mean<T>(total.rows); }));
  print(result, wanted.input.files, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
