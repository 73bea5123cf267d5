#include <cstdio>
#include <exception>
#include <stdexcept>

#include "options.hpp"
#include "progress.hpp"
#include "results.hpp"

namespace bench {
namespace {

std::vector<operation> all_operations() {
  std::vector<std::size_t> const sizes = {4,    8,     16,    32,     64,      128,      256,     1000,
                                          4096, 10000, 40000, 100000, 1000000, 10000000, 30000000};
  std::vector<std::size_t> const method_sizes = {100, 1000, 2048, 4096, 10000, 100000, 1000000, 30000000};
  std::vector<std::size_t> const vocabulary_sizes = {16, 64, 1000, 10000, 1000000, 10000000};
  std::vector<std::size_t> const by_key_sizes = {1000000, 10000000};
  std::vector<data_class> const classes(data_classes.begin(), data_classes.end());
  return {{"sum_f64", sum::run_f64, sizes, classes, true},
          {"sum_f32", sum::run_f32, sizes, classes, true},
          {"dot_f64", dot::run_f64, sizes, classes, true},
          {"method_f64", method::run_f64, method_sizes, {data_class::uniform, data_class::wide}, true, false},
          {"method_f32", method::run_f32, method_sizes, {data_class::uniform, data_class::wide}, true, false},
          {"asum_f64", vocabulary::run_asum, vocabulary_sizes, classes, true, false},
          {"nrm2_f64", vocabulary::run_nrm2, vocabulary_sizes, classes, true, false},
          {"mean_f64", vocabulary::run_mean, vocabulary_sizes, {data_class::uniform, data_class::wide}, true, false},
          {"variance_f64",
           vocabulary::run_variance,
           vocabulary_sizes,
           {data_class::uniform, data_class::wide},
           true,
           false},
          {"cdot_f64", vocabulary::run_complex_dot, vocabulary_sizes, classes, true, false},
          {"scan_f64", vocabulary::run_scan, vocabulary_sizes, classes, true, false},
          {"sum_by_key", sum_by_key::run_100, by_key_sizes, {data_class::normal}, false},
          {"sum_by_key_10", sum_by_key::run_10, by_key_sizes, {data_class::normal}, false, false},
          {"sum_by_key_1e4", sum_by_key::run_1e4, by_key_sizes, {data_class::normal}, false, false}};
}

template <class Name> bool chosen(std::vector<std::string> const& wanted, Name const& candidate) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), candidate) != wanted.end();
}

struct planned {
  operation const* what;
  test_case test;
};

// Starting threads costs tens of microseconds: below this many elements nobody would.
constexpr std::size_t least_for_threads = 100000;

std::vector<planned> plan(std::vector<operation> const& operations, options const& wanted) {
  std::vector<planned> cases;
  for (auto const& one : operations) {
    if (wanted.operations.empty() ? !one.by_default : !chosen(wanted.operations, one.name)) continue;
    for (auto const values : one.classes) {
      if (!chosen(wanted.classes, name(values))) continue;
      for (auto const size : wanted.sizes.empty() ? one.sizes : wanted.sizes)
        for (auto const count : wanted.threads) {
          if (count > 1 && (!one.threaded || size < least_for_threads)) continue;
          if (wanted.quick && wanted.sizes.empty() && size > 10000000) continue;
          cases.push_back({&one, {values, size, count}});
        }
    }
  }
  if (cases.empty()) throw std::invalid_argument("no case matches; --list without other options names them");
  return cases;
}

int run(options const& wanted, std::string const& command) {
  start_offset = wanted.offset;
  auto const operations = all_operations();
  auto const cases = plan(operations, wanted);
  effort how;
  if (wanted.quick) how = {0.04, 20e-6, 7, 101};
  if (!wanted.list)
    std::printf("%-10s %-15s %9s %3s  %12s %12s     %6s %6s %6s %6s\n", "operation", "class", "size", "thr", "baseline",
                "isobit", "ratio", "lower", "upper", "quiet");
  std::vector<record> records;
  bool correct = true;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    auto const& [what, test] = cases[k];
    if (wanted.list) {
      std::printf("%s %s %zu %zu\n", std::string(what->name).c_str(), std::string(name(test.values)).c_str(), test.size,
                  test.threads);
      continue;
    }
    show_progress(k, cases.size());
    records.push_back({std::string(what->name), test, what->run(test, how)});
    correct = correct && records.back().result.correct;
    clear_progress();
    std::printf("%s\n", table_line(records.back()).c_str());
    std::fflush(stdout);
  }
  if (!wanted.list) show_progress(cases.size(), cases.size());
  if (!wanted.json.empty()) write_json(wanted.json, command, records);
  if (!correct) std::fprintf(stderr, "isobit_bench: a result was not the exact value rounded once\n");
  return correct ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  try {
    auto const [wanted, command] = bench::parse(count, arguments);
    if (wanted.help) {
      std::fputs(bench::usage, stdout);
      return 0;
    }
    return bench::run(wanted, command);
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "isobit_bench: %s\n", problem.what());
    return 2;
  }
}
