#include "../compare/compare.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
exit_code run_sum(request const& wanted) {
  progress watcher(total_size(wanted.input), !wanted.input.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  if (wanted.output.compare) {
    compare(compared::sum, source, source.facts(), wanted.input, wanted.output);
    return exit_code::success;
  }
  auto const total = reduce<column_sums>(source, useful_threads(wanted.input));
  watcher.clear();
  bool const single = wants_single(wanted, source.facts());
  report result{"sum", {}, total.rows, total.skipped};
  for (std::size_t c = 0; c < (source.facts().is_complex ? 2u : 1u); ++c)
    result.values.push_back(rounded(single, [&]<class T>(T) { return total.state.columns[c].template round<T>(); }));
  print(result, wanted.input, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
