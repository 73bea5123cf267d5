#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

#include <isobit/instruction_set.hpp>

#include "../progress.hpp"
#include "../report_file.hpp"
#include "operation.hpp"
#include "options.hpp"

namespace bench::linalg {
namespace {

struct planned {
  operation const* what;
  test_case test;
};

struct record {
  planned done;
  outcome result;
};

template <class Name> bool chosen(std::vector<std::string> const& wanted, Name const& candidate) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), candidate) != wanted.end();
}

/// A name that nothing has would otherwise be passed over in silence.
template <class Names>
void require_known(std::vector<std::string> const& wanted, Names const& names, char const* what) {
  for (auto const& word : wanted)
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw std::invalid_argument("no " + std::string(what) + " '" + word + "'; see --help");
}

std::vector<planned> plan(std::vector<operation> const& operations, options const& wanted) {
  std::vector<std::string_view> names;
  for (auto const& one : operations) names.push_back(one.name);
  require_known(wanted.operations, names, "operation");
  require_known(wanted.data, kind_names, "data");
  std::vector<planned> cases;
  for (auto const& one : operations) {
    if (!chosen(wanted.operations, one.name)) continue;
    for (auto const kind : one.kinds) {
      if (!chosen(wanted.data, name(kind))) continue;
      std::vector<index> const own = kind == data_kind::normal ? one.sizes : std::vector{one.other_size};
      for (auto const size : wanted.sizes.empty() ? own : wanted.sizes)
        for (auto const threads : wanted.threads) cases.push_back({&one, {kind, size, threads}});
    }
  }
  if (cases.empty()) throw std::invalid_argument("no case matches; --list without other options names them");
  return cases;
}

struct ratios {
  double median, quiet, best;
  common::quartiles spread;
};
/// Of isobit's times to the BLAS's; zeros where there is none.
ratios ratios_of(outcome const& result) {
  if (result.timings.size() < 2) return {0, 0, 0, {0, 0}};
  auto const &theirs = result.timings.front(), &ours = result.timings.back();
  return {ours.ratio, ours.quiet_ratio, ours.best_nanoseconds / theirs.best_nanoseconds, ours.ratios};
}

void print(record const& one) {
  auto const& [what, test] = one.done;
  auto const& ours = one.result.timings.back();
  bool const alone = one.result.timings.size() < 2;
  auto const [median, quiet, best, spread] = ratios_of(one.result);
  std::printf("%-13s %-13s %7td %3zu ", std::string(what->name).c_str(), std::string(name(test.data)).c_str(),
              test.size, test.threads);
  if (alone)
    std::printf("%10s %10.3f %7.1f %6s %6s %6s %6s %6s", "-", ours.quiet_nanoseconds * 1e-6,
                one.result.flops / ours.quiet_nanoseconds, "-", "-", "-", "-", "-");
  else
    std::printf("%10.3f %10.3f %7.1f %6.2f %6.2f %6.2f %6.2f %6.2f", one.result.timings[0].quiet_nanoseconds * 1e-6,
                ours.quiet_nanoseconds * 1e-6, one.result.flops / ours.quiet_nanoseconds, median, spread.lower,
                spread.upper, quiet, best);
  if (std::isnan(one.result.blas_right))
    std::printf(" %7s", "-");
  else
    std::printf(" %6.1f%%", 100 * one.result.blas_right);
  std::printf("  %016" PRIx64 " %s\n", one.result.hash, one.result.correct ? "bits right" : "WRONG BITS");
  std::fflush(stdout);
}

void write_json(std::string const& path, std::string const& command, std::string const& reference,
                std::vector<record> const& records) {
  std::vector<json_object> results;
  for (auto const& one : records) {
    auto const& [what, test] = one.done;
    double const nanoseconds = one.result.timings.back().quiet_nanoseconds;
    auto const [median, quiet, best, spread] = ratios_of(one.result);
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016" PRIx64, one.result.hash);
    results.push_back(json_object()
                          .add("operation", what->name)
                          .add("data", name(test.data))
                          .add("size", test.size)
                          .add("threads", test.threads)
                          .add_rounded("nanoseconds", nanoseconds)
                          .add_rounded("gflops", one.result.flops / nanoseconds, 4)
                          .add_rounded("ratio", median, 4)
                          .add_rounded("lower_ratio", spread.lower, 4)
                          .add_rounded("upper_ratio", spread.upper, 4)
                          .add_rounded("quiet_ratio", quiet, 4)
                          .add_rounded("best_ratio", best, 4)
                          .add("hash", hash)
                          .add("correct", one.result.correct)
                          .add_rounded("blas_right", one.result.blas_right));
  }
  write_report(path, facts_of_run(command).add("blas", reference), results);
}

int run(options const& wanted, std::string const& command) {
  auto operations = products();
  for (auto const more : {structured, factorisations, vectors})
    for (auto& one : more()) operations.push_back(std::move(one));
  auto const cases = plan(operations, wanted);
  if (wanted.list) {
    for (auto const& [what, test] : cases)
      std::printf("%s %s %td %zu\n", std::string(what->name).c_str(), std::string(name(test.data)).c_str(), test.size,
                  test.threads);
    return 0;
  }
  auto const reference = load_blas(wanted.blas);
  std::printf("instruction set %s; %s\n", std::string(isobit::name(isobit::active_instruction_set())).c_str(),
              reference.description.empty() ? ("no " + wanted.blas + ": times only").c_str()
                                            : reference.description.c_str());
  std::printf("%-13s %-13s %7s %3s %10s %10s %7s %6s %6s %6s %6s %6s %7s  %-16s\n", "operation", "data", "size", "thr",
              "BLAS ms", "isobit ms", "GFLOP/s", "ratio", "lower", "upper", "quiet", "best", "right", "hash");
  effort const how{1.0, 2e-3, wanted.rounds, std::max<std::size_t>(wanted.rounds, 101)};
  std::vector<record> records;
  std::map<std::tuple<std::string_view, data_kind, index>, std::uint64_t> hashes;
  bool correct = true;
  for (auto const& one : cases) {
    show_progress(records.size(), cases.size());
    records.push_back({one, one.what->run(one.test, reference, how)});
    auto& result = records.back().result;
    auto const known = hashes.emplace(std::tuple(one.what->name, one.test.data, one.test.size), result.hash).first;
    result.correct = result.correct && known->second == result.hash;
    correct = correct && result.correct;
    clear_progress();
    print(records.back());
  }
  show_progress(cases.size(), cases.size());
  if (!wanted.json.empty()) write_json(wanted.json, command, reference.description, records);
  if (!correct) std::fprintf(stderr, "isobit_bench_linalg: a result was not the exact value rounded once\n");
  return correct ? 0 : 1;
}

}  // namespace
}  // namespace bench::linalg

int main(int count, char** arguments) {
  try {
    auto const [wanted, command] = bench::linalg::parse(count, arguments);
    if (wanted.help) {
      std::fputs(bench::linalg::usage, stdout);
      return 0;
    }
    return bench::linalg::run(wanted, command);
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "isobit_bench_linalg: %s\n", problem.what());
    return 2;
  }
}
