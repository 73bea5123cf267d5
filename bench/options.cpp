#include "options.hpp"

#include <cmath>
#include <stdexcept>
#include <thread>

#include "arguments.hpp"

namespace bench {

char const* const usage = R"(isobit_bench: isobit against plain loops, taking turns; wrong bits fail the run

  --operation NAME,...  sum_f64, sum_f32, dot_f64, sum_by_key (default: these), method_f64, method_f32
  --class NAME,...      uniform, normal, cancelling, wide, wide_cancelling (default: all)
  --sizes N,...         numbers of elements, such as 16,1e4,3e7 (default: 4 to 3e7)
  --threads N,...       1, any number, or all (default: 1,all)
  --offset BYTES        data start so far past a cache line: 0 to 63, a multiple of 8 (default 0)
  --quick               a tenth of the time a case, and no sizes above 1e7 unless named
  --json FILE           write the results, for bench/report.py
  --list                name the cases and do nothing
  --help

Exit status: 0, 1 where a result had a wrong bit, 2 for a bad argument or a file that cannot be written.
)";

namespace {

std::size_t positive(std::string const& word, std::string const& option) {
  double value = 0;
  std::size_t used = 0;
  try {
    value = std::stod(word, &used);
  } catch (std::exception const&) {}
  if (used != word.size() || !(value >= 1) || value > 1e12 || value != std::floor(value))
    throw std::invalid_argument(option + ": '" + word + "' is not a positive whole number");
  return static_cast<std::size_t>(value);
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
    } else if (option == "--class") {
      chosen.classes = words(value());
    } else if (option == "--sizes") {
      for (auto const& word : words(value())) chosen.sizes.push_back(positive(word, option));
    } else if (option == "--threads") {
      for (auto const& word : words(value()))
        chosen.threads.push_back(word == "all" ? std::max(1u, std::thread::hardware_concurrency())
                                               : positive(word, option));
    } else if (option == "--offset") {
      auto const word = value();
      chosen.offset = word == "0" ? 0 : positive(word, option);
      if (chosen.offset > 63 || chosen.offset % 8 != 0)
        throw std::invalid_argument(option + ": '" + word + "' is not a multiple of 8 below 64");
    } else if (option == "--json") {
      chosen.json = value();
    } else if (option == "--quick") {
      chosen.quick = true;
    } else if (option == "--list") {
      chosen.list = true;
    } else if (option == "--help") {
      chosen.help = true;
    } else {
      throw std::invalid_argument("unknown option '" + option + "'; see --help");
    }
  }
  return chosen;
}

}  // namespace bench
