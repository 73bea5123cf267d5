// simulate methods=LIST total=LIST|each=LIST [calibration=FILE] [held=N] [distribution=KIND] [binades=N]
//
// Run by smpirun: sums, with every method, `total` elements in all or `each` a rank, and prints as CSV how long that
// took on the simulated machine and the bits of the result. Without a calibration only communication takes time.
// held=N: every rank holds N elements at most and is charged for those it lacks too (no method's messages but the
// trees' depend on the data).

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include <mpi.h>
#include <smpi/smpi.h>

#include <isobit/isobit.hpp>

#include "calibration.hpp"
#include "common/arguments.hpp"
#include "data.hpp"
#include "methods.hpp"

namespace {

using options = std::map<std::string, std::string>;

options parse(int argc, char** argv) {
  options result{{"methods", "plain"},      {"total", ""},    {"each", ""}, {"calibration", ""}, {"held", "-1"},
                 {"distribution", "lower"}, {"binades", "30"}};
  for (int i = 1; i < argc; ++i) {
    std::string const argument = argv[i];
    auto const equals = argument.find('=');
    if (equals == std::string::npos || !result.contains(argument.substr(0, equals)))
      throw std::runtime_error("simulate: what is " + argument + "? See the head of scale/simulate.cpp");
    result[argument.substr(0, equals)] = argument.substr(equals + 1);
  }
  return result;
}

isobit::distribution_kind kind_of(std::string const& name) {
  using enum isobit::distribution_kind;
  if (name == "lower") return lower;
  if (name == "upper") return upper;
  if (name == "optimised") return optimised;
  throw std::runtime_error("simulate: distribution is lower, upper or optimised");
}

/// All ranks' largest, by a reduction and a broadcast, which simulate faster than an allreduce.
double latest(double mine) {
  double result = 0;
  MPI_Reduce(&mine, &result, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Bcast(&result, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return result;
}

/// The simulated clock is the same for all ranks, so they can start at the same moment.
double start_together() {
  double const start = latest(MPI_Wtime()) + 1e-3;
  smpi_execute(start - MPI_Wtime());
  return start;
}

/// What rank 0 has to say about everybody's bits.
bool same_on_all_ranks(std::uint64_t bits) {
  std::uint64_t const mine[2] = {bits, ~bits};
  std::uint64_t all[2] = {};
  MPI_Reduce(mine, all, 2, MPI_UINT64_T, MPI_BAND, 0, MPI_COMM_WORLD);
  return all[0] == bits && all[1] == ~bits;
}

struct measurement {
  double seconds;
  std::uint64_t bits;
};

measurement measure(std::function<double()> const& sum, double local, double merging) {
  double const start = start_together();
  if (local > 0) smpi_execute(local);
  double const result = sum();
  if (merging > 0) smpi_execute(merging);
  return {latest(MPI_Wtime()) - start, std::bit_cast<std::uint64_t>(result)};
}

void run(options const& given) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  auto const known =
      given.at("calibration").empty() ? scale::calibration() : scale::calibration(given.at("calibration"));
  auto const kind = kind_of(given.at("distribution"));
  bool const each = !given.at("each").empty();
  auto const held = static_cast<std::size_t>(std::stoll(given.at("held")));
  auto const binades = static_cast<unsigned>(std::stoul(given.at("binades")));
  if (rank == 0) std::puts("ranks,elements,method,microseconds,local_microseconds,bits");
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
      double const merging = method.merge_part.empty() ? 0
                                                       : known.seconds(method.merge_part, 1) *
                                                             std::bit_width(static_cast<unsigned>(ranks - 1));
      auto const [seconds, bits] = measure(method.prepare(piece), local, merging);
      bool const agreed = same_on_all_ranks(bits);
      double const longest = latest(local + merging);
      if (rank == 0)
        std::printf("%d,%zu,%s,%.4f,%.4f,%s%016" PRIx64 "\n", ranks, total, name.c_str(), seconds * 1e6, longest * 1e6,
                    agreed ? "" : "ranks differ: ", bits);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(parse(argc, argv));
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
