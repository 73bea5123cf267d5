#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <thread>

#include "../arguments.hpp"

namespace bench::linalg {

char const* const usage = R"(isobit_bench_linalg: isobit against OpenBLAS, taking turns; wrong bits fail the run

  --operation NAME,...  dgemm, sgemm, zgemm, cgemm, dgemm_batch, dsyrk, dgemv_n, dgemv_t, lu, cholesky, trsm, solve,
                        solve_refined (default: all)
  --data NAME,...       normal, positive, integers, short_values, cancelling_20, cancelling_30, wide, zeros, blocks
                        (default: those that the operation has; see --list)
  --sizes N,...         orders of the matrices (default: the operation's, with other than normal data one of them)
  --threads N,...       1, any number, or all (default: 1,all)
  --rounds N            fewest turns of each contender; up to 101 within a second (default: 9)
  --blas FILE           the library to compare with (default: libopenblas.so.0)
  --json FILE           write the results, for bench/linalg/report.py
  --list                name the cases and do nothing
  --help

Columns: milliseconds of the BLAS and of isobit, medians of the quiet rounds (processor time for one thread); isobit's
GFLOP/s as the plain algorithm counts; its ratios to the BLAS (median, median of the quiet rounds, shortest times); a
hash of isobit's bits, which is the same on every machine. 200 entries of every result are compared with an exact
computation.

Exit status: 0, 1 where a result had a wrong bit, 2 for a bad argument or a file that cannot be written.
)";

namespace {

std::size_t positive(std::string const& word, std::string const& option) {
  std::size_t value = 0;
  auto const [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || end != word.data() + word.size() || value == 0 || value > 1000000)
    throw std::invalid_argument(option + ": '" + word + "' is not a whole number from 1 to 1000000");
  return value;
}

}  // namespace

options parse(int count, char const* const* arguments) {
  options chosen;
  for (int i = 1; i < count; ++i) {
    std::string const option = arguments[i];
    auto const value = [&] {
      if (i + 1 == count) throw std::invalid_argument(option + " needs a value");
      return std::string(arguments[++i]);
    };
    if (option == "--operation") {
      chosen.operations = words(value());
    } else if (option == "--data") {
      chosen.data = words(value());
    } else if (option == "--sizes") {
      for (auto const& word : words(value()))
        chosen.sizes.push_back(static_cast<std::ptrdiff_t>(positive(word, option)));
    } else if (option == "--threads") {
      for (auto const& word : words(value()))
        chosen.threads.push_back(word == "all" ? std::max(1u, std::thread::hardware_concurrency())
                                               : positive(word, option));
    } else if (option == "--rounds") {
      chosen.rounds = positive(value(), option);
    } else if (option == "--blas") {
      chosen.blas = value();
    } else if (option == "--json") {
      chosen.json = value();
    } else if (option == "--list") {
      chosen.list = true;
    } else if (option == "--help") {
      chosen.help = true;
    } else {
      throw std::invalid_argument("unknown option '" + option + "'; see --help");
    }
  }
  if (chosen.threads.empty()) chosen.threads = {1, std::max(1u, std::thread::hardware_concurrency())};
  std::sort(chosen.threads.begin(), chosen.threads.end());
  chosen.threads.erase(std::unique(chosen.threads.begin(), chosen.threads.end()), chosen.threads.end());
  return chosen;
}

}  // namespace bench::linalg
