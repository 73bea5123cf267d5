// The problem and the cure on one screen: the same numbers added in many ways, plainly and by isobit.
//     isobit_demo [PAGE.html [BOOKINGS]]
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <isobit/isobit.hpp>

#include "common/harness.hpp"
#include "common/machine.hpp"
#include "common/plain_sum.hpp"
#include "ledger.hpp"
#include "page.hpp"
#include "reference/operations.hpp"

namespace demo {
namespace {

void time_it(std::vector<double> const& values, findings& found) {
  std::vector<std::vector<double>> const inputs = {values};
  using input = std::vector<double>;
  auto const timings = common::measure(
      {common::make_contender("plain", inputs, [](input const& x) { return common::plain_sum<double>(x); }),
       common::make_contender("isobit", inputs, [](input const& x) { return isobit::sum(x, isobit::serial()); }),
       common::make_contender("standard", inputs, [](input const& x) { return common::standard_sum(x); })},
      {.seconds_per_case = 0.5});
  found.ratio_to_plain = timings[1].quiet_ratio;
  found.ratio_to_standard = timings[1].quiet_ratio / timings[2].quiet_ratio;
}

void print(findings const& found) {
  std::printf("\n  %zu bookings, added in %zu ways\n\n", found.size, found.ways.size());
  std::printf("  %-20s %18s  %-16s  %11s    %-16s\n", "", "plain sum", "its bits", "its error", "isobit's bits");
  for (auto const& one : found.ways)
    std::printf("  %-20s %18.9f  %016llx  %+11.2e    %016llx\n", one.name.c_str(), one.plain,
                static_cast<unsigned long long>(bits(one.plain)), one.plain - found.exact,
                static_cast<unsigned long long>(bits(one.isobit)));
  double const answer = found.ways.front().isobit;
  std::printf("\n  plain sum: %zu different answers.  isobit: %zu, %.17g\n", distinct(found.ways, &way::plain),
              distinct(found.ways, &way::isobit), answer);
  std::printf("  exact reference, number by number: %.17g, bits %016llx\n", found.exact,
              static_cast<unsigned long long>(bits(found.exact)));
  std::printf("  price: %.2f x the time of a plain vector loop, %.2f x std::accumulate (one thread, %s, %s)\n",
              found.ratio_to_plain, found.ratio_to_standard, common::processor_name().c_str(),
              std::string(isobit::name(isobit::active_instruction_set())).c_str());
}

void save(std::filesystem::path const& path, std::string const& text) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write '" + path.string() + "'; name another file as the argument");
}

int run(std::filesystem::path const& path, std::size_t size) {
  auto const values = make_ledger(size);
  findings found{all_ways(values), values.size(), isobit::reference::sum<double>(std::span(values)), 0, 0};
  time_it(values, found);
  print(found);
  for (auto const& one : found.ways)
    if (bits(one.isobit) != bits(found.exact)) {
      std::fprintf(stderr, "isobit_demo: '%s' did not give the exact sum\n", one.name.c_str());
      return 1;
    }
  save(path, page(found));
  std::printf("  picture: %s\n\n", path.string().c_str());
  return 0;
}

}  // namespace
}  // namespace demo

int main(int count, char** arguments) {
  try {
    std::size_t const size = count > 2 ? std::stoul(arguments[2]) : 1'000'000;
    if (size < 1000 || size > 1'000'000'000) throw std::invalid_argument("a thousand to a thousand million bookings");
    return demo::run(count > 1 ? arguments[1] : "build/demo.html", size);
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "isobit_demo: %s\n", problem.what());
    return 2;
  }
}
