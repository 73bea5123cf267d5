#include "../compare/compare_sums.hpp"
#include "../method/column_states.hpp"
#include "../method/sum_input.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

report exact_sum(file_sequence& source, request const& wanted) {
  auto const total = reduce_input<column_states<exact>>(source, useful_threads(wanted.input));
  bool const single = wants_single(wanted, source.facts());
  report result{"sum", {}, total.rows, total.skipped};
  for (std::size_t c = 0; c < (source.facts().is_complex ? 2u : 1u); ++c)
    result.values.push_back(rounded(single, [&]<class T>(T) { return total.state.columns[c].template round<T>(); }));
  if (wanted.method) result.how = facts_of(*wanted.method, sizeof(exact));
  return result;
}

report sum_by_method(file_sequence& source, request const& wanted) {
  auto const total = sum_input(*wanted.method, source, wanted.input, wanted.output);
  return {"sum", total.values, total.rows, total.skipped, facts_of(*wanted.method, total.state_bytes)};
}

}  // namespace

exit_code run_sum(request const& wanted) {
  if (wants_table(wanted)) return run_table(wanted);
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  if (wanted.output.compare) {
    compare_sums(source, watcher, wanted.input, wanted.output);
    return exit_code::success;
  }
  bool const is_exact = !wanted.method || wanted.method->kind == method_kind::exact;
  report const result = is_exact ? exact_sum(source, wanted) : sum_by_method(source, wanted);
  watcher.clear();
  print(result, wanted.input.files, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
