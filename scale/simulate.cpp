// simulate methods=LIST total=LIST|each=LIST [calibration=FILE] [held=N] [distribution=KIND] [binades=N]
//
// Run by smpirun: sums, with every method, `total` elements in all or `each` a rank, and prints as CSV how long that
// took on the simulated machine and the bits of the result. Without a calibration only communication takes time.
// held=N: every rank holds N elements at most and is charged for those it lacks too (no method's messages but the
// trees' depend on the data).

#include <bit>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <isobit/isobit.hpp>

#include "calibration.hpp"
#include "common/arguments.hpp"
#include "data.hpp"
#include "methods.hpp"
#include "simulation.hpp"

namespace {

isobit::distribution_kind kind_of(std::string const& name) {
  using enum isobit::distribution_kind;
  if (name == "lower") return lower;
  if (name == "upper") return upper;
  if (name == "optimised") return optimised;
  throw std::runtime_error("simulate: distribution is lower, upper or optimised");
}

/// The simulated clock is the same for all ranks, so they can start at the same moment.
double start_together() {
  double const start = scale::latest(MPI_Wtime()) + 1e-3;
  smpi_execute(start - MPI_Wtime());
  return start;
}

struct measurement {
  double seconds;
  std::uint64_t bits;
};

measurement measure(std::function<double()> const& sum, double local, double merging) {
  double const start = start_together();
  scale::charge(local);
  double const result = sum();
  scale::charge(merging);
  return {MPI_Wtime() - start, std::bit_cast<std::uint64_t>(result)};
}

void run(scale::options const& given) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  auto const known = scale::calibration::of_file(given.at("calibration"));
  auto const kind = kind_of(given.at("distribution"));
  bool const each = !given.at("each").empty();
  auto const held = static_cast<std::size_t>(std::stoll(given.at("held")));
  auto const binades = static_cast<unsigned>(std::stoul(given.at("binades")));
  if (rank == 0) std::puts(scale::csv_header);
  for (auto const& size : common::words(given.at(each ? "each" : "total"))) {
    std::size_t const total = std::stoull(size) * (each ? static_cast<std::size_t>(ranks) : 1);
    isobit::distribution const shares(total, static_cast<std::size_t>(ranks), kind);
    std::size_t const first = shares.start(static_cast<std::size_t>(rank));
    std::size_t const count = shares.count(static_cast<std::size_t>(rank));
    auto const values = scale::values_at(first, std::min(count, held), binades);
    scale::piece const piece{values, shares, MPI_COMM_WORLD};
    for (auto const& name : common::words(given.at("methods"))) {
      auto const& method = scale::find_method(name);
      if (values.size() != count && method.needs_all)
        throw std::runtime_error("simulate: " + name + " cannot be told to hold only a part");
      double local = 0;
      for (auto const& part : method.local_parts) local += known.seconds(part, count);
      double const merging =
          method.merge_part.empty() ? 0 : known.seconds(method.merge_part, 1) * scale::levels_of(ranks);
      auto const [seconds, bits] = measure(method.prepare(piece), local, merging);
      scale::print_row(total, name, seconds, local + merging, bits);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return scale::main_of(argc, argv, "simulate",
                        {{"methods", "plain"},
                         {"total", ""},
                         {"each", ""},
                         {"calibration", ""},
                         {"held", "-1"},
                         {"distribution", "lower"},
                         {"binades", "30"}},
                        run);
}
