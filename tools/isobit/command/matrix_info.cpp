#include "matrix.hpp"

#include "../matrix/facts.hpp"
#include "../matrix/pattern_picture.hpp"
#include "../output/json.hpp"
#include "../output/output_files.hpp"
#include "../output/report.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

/// What the values are, the strongest word for it.
std::string symmetry_of(matrix_facts const& facts) {
  if (facts.is_symmetric) return "symmetric";
  if (facts.is_hermitian) return "Hermitian";
  return facts.is_skew_symmetric ? "skew-symmetric" : "none";
}

void print_facts(matrix_header const& about, matrix_facts const& facts) {
  auto const line = [](std::string name, std::string const& text) {
    print_line(name.append(12 - name.size(), ' ') + text);
  };
  auto const number_text = [](double x) { return decimal({x, false}) + "  " + hexadecimal({x, false}); };
  line("format", words_of(about));
  line("rows", std::to_string(facts.rows));
  line("columns", std::to_string(facts.columns));
  line("entries", std::to_string(facts.entries) + ", of them zero " + std::to_string(facts.zeros) + ", not finite " +
                      std::to_string(facts.not_finite));
  line("a row", std::to_string(facts.fewest) + " to " + std::to_string(facts.most) + " entries, empty rows " +
                    std::to_string(facts.empty));
  line("diagonal", std::to_string(facts.diagonal) + " entries, of them zero " + std::to_string(facts.zero_diagonal));
  line("bandwidth", std::to_string(facts.below) + " below, " + std::to_string(facts.above) + " above");
  line("symmetry",
       "of the pattern " + yes_or_no(facts.has_symmetric_pattern) + ", of the values " + symmetry_of(facts));
  line("exponents", facts.least_exponent ? "2^" + std::to_string(*facts.least_exponent) + " to 2^" +
                                               std::to_string(*facts.largest_exponent)
                                         : "none");
  if (facts.norm_1) line("1-norm", number_text(*facts.norm_1));
  if (facts.norm_infinity) line("inf-norm", number_text(*facts.norm_infinity));
  line("Frobenius", number_text(facts.norm_frobenius));
}

void print_json(matrix_options const& options, matrix_header const& about, matrix_facts const& facts) {
  auto const exponent = [](std::optional<int> const& x) { return x ? std::to_string(*x) : "null"; };
  json_object object;
  object.add("operation", "matrix info").add("format", words_of(about));
  object.add("rows", facts.rows).add("columns", facts.columns).add("entries", facts.entries);
  object.add("zeros", facts.zeros).add("not_finite", facts.not_finite);
  object.add("fewest_in_a_row", facts.fewest).add("most_in_a_row", facts.most).add("empty_rows", facts.empty);
  object.add("diagonal", facts.diagonal).add("zero_diagonal", facts.zero_diagonal);
  object.add("below", facts.below).add("above", facts.above);
  object.add("symmetric_pattern", facts.has_symmetric_pattern).add("symmetric", facts.is_symmetric);
  object.add("skew_symmetric", facts.is_skew_symmetric).add("hermitian", facts.is_hermitian);
  object.add_raw("least_exponent", exponent(facts.least_exponent));
  object.add_raw("largest_exponent", exponent(facts.largest_exponent));
  if (facts.norm_1) add_result(object, "norm_1_", {*facts.norm_1, false});
  if (facts.norm_infinity) add_result(object, "norm_infinity_", {*facts.norm_infinity, false});
  add_result(object, "norm_frobenius_", {facts.norm_frobenius, false});
  print_line(object.add("files", std::vector{options.matrix}).text());
}

template <class T> matrix_facts look_at(market_file& file, request const& wanted, driver_ref const& on) {
  auto const a = file.read_sparse<T>(on);
  if (!wanted.matrix.svg.empty()) {
    output_files picture;
    std::string const title = file.name() + ": " + std::to_string(a.rows) + " rows, " + std::to_string(a.columns) +
                              " columns, " + std::to_string(a.entries()) + " entries";
    picture.add(wanted.matrix.svg, pattern_picture(title, a.columns, a.offsets, a.indices));
    picture.commit();
  }
  return facts_of(a, on);
}

}  // namespace

exit_code run_matrix_info(request const& wanted, driver_ref const& on) {
  progress watcher(size_of_file(wanted.matrix.matrix), !wanted.output.quiet);
  market_file file(wanted.matrix.matrix, watcher);
  auto const facts =
      file.is_complex() ? look_at<std::complex<double>>(file, wanted, on) : look_at<double>(file, wanted, on);
  watcher.clear();
  if (wanted.output.json)
    print_json(wanted.matrix, file.about(), facts);
  else
    print_facts(file.about(), facts);
  return exit_code::success;
}

}  // namespace isobit::tool
