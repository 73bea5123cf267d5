// messages [--ranks P]: how many values cross between P ranks when N elements are summed along the tree, as CSV over N,
// for the thesis's Figure 2.3: Algorithm 2 counts them. The sizes are spread evenly over a logarithmic axis, with the
// extremes between them: N = 2^i P - 1, 2^i P and 2^i P + 1.

#include <cmath>
#include <cstdio>
#include <set>

#include <isobit/isobit.hpp>

#include "common/arguments.hpp"

int main(int argc, char** argv) {
  std::size_t ranks = 256;
  common::arguments("messages").add("--ranks", ranks).read_or_exit(argc, argv);
  std::set<std::size_t> sizes;
  for (unsigned i = 0; i <= 16; ++i)
    for (std::size_t const n : {(ranks << i) - 1, ranks << i, (ranks << i) + 1}) sizes.insert(n);
  for (int step = 0; step <= 600; ++step)
    sizes.insert(static_cast<std::size_t>(static_cast<double>(ranks) * std::pow(2.0, 16.0 * step / 600)));
  std::puts("ranks,elements,lower,upper,power_of_two,optimised,optimised_thesis,bound");
  for (std::size_t const n : sizes) {
    std::printf("%zu,%zu", ranks, n);
    using enum isobit::distribution_kind;
    for (auto const kind : {lower, upper, power_of_two, optimised, optimised_thesis})
      std::printf(",%zu", isobit::distribution(n, ranks, kind).message_count());
    // Equation 2.5.
    double const more = static_cast<double>(n - 1) / static_cast<double>(ranks);
    std::printf(",%.1f\n",
                more < 1 ? static_cast<double>(ranks - 1) : static_cast<double>(ranks - 1) * (std::log2(more) + 1));
  }
}
