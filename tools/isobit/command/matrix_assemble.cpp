#include <algorithm>

#include "../matrix/market_file.hpp"
#include "../matrix/result.hpp"
#include "../output/output_files.hpp"
#include "matrix.hpp"

namespace isobit::tool {
namespace {

using sparse::matrix_market::number_kind, sparse::matrix_market::symmetry_kind;

/// The numbers of a sum: how often a place of a pattern occurs is an integer.
number_kind kind_of_sums(matrix_header const& about) {
  return about.numbers == number_kind::pattern ? number_kind::integer : about.numbers;
}

/// How many entries the file has: with a symmetry, those of the lower triangle.
template <class T> std::int64_t entries_written(sparse_matrix<T> const& a, symmetry_kind symmetry) {
  if (symmetry == symmetry_kind::general) return a.entries();
  std::int64_t count = 0;
  for (std::size_t i = 0; i + 1 < a.offsets.size(); ++i)
    count += std::count_if(a.indices.begin() + a.offsets[i], a.indices.begin() + a.offsets[i + 1],
                           [&](std::int64_t j) { return j <= static_cast<std::int64_t>(i); });
  return count;
}

template <class T>
exit_code assemble(market_file& file, progress& watcher, request const& wanted, driver_ref const& on) {
  auto const& about = file.about();
  auto const a = file.read_sparse<T>(on);
  watcher.clear();
  sparse::matrix_market::style const how{kind_of_sums(about), about.symmetry, {}};
  output_files outputs;
  outputs.add(wanted.matrix.output, [&](std::ostream& out) { sparse::matrix_market::write(out, a, how); });
  outputs.commit();
  auto const entries = entries_written(a, about.symmetry);
  json_object object;
  object.add("operation", "matrix assemble").add("format", words_of(about));
  object.add("rows", a.rows).add("columns", a.columns).add("contributions", about.entries).add("entries", entries);
  object.add("output", wanted.matrix.output).add("files", std::vector{wanted.matrix.matrix});
  std::string const line = wanted.matrix.output + ": " + counted(a.rows, "row", "rows") + ", " +
                           counted(a.columns, "column", "columns") + ", " + counted(entries, "entry", "entries") +
                           " of " + counted(about.entries, "contribution", "contributions");
  print_result(object, line, wanted.matrix, wanted.output);
  return exit_code::success;
}

}  // namespace

exit_code run_matrix_assemble(request const& wanted, driver_ref const& on) {
  require_one_on_standard_output(wanted.matrix, wanted.output);
  progress watcher(size_of_file(wanted.matrix.matrix), !wanted.output.quiet);
  market_file file(wanted.matrix.matrix, watcher);
  return file.is_complex() ? assemble<std::complex<double>>(file, watcher, wanted, on)
                           : assemble<double>(file, watcher, wanted, on);
}

}  // namespace isobit::tool
