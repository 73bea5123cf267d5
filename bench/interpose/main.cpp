// isobit_bench_interpose [--elements N,...] [--seconds S] [--both]: an MPI program's reductions with
// libisobit_mpi_preload.so against the MPI's own, in one job.
//
//     mpirun -n 2 -x LD_PRELOAD=.../libisobit_mpi_preload.so isobit_bench_interpose
//
// Every repetition runs both, one after the other, and the next repetition the other way round. A time is the slowest
// rank's; the table shows medians, the median and quartiles of the repetitions' ratios, and what the quickest twentieth
// of the repetitions took. Markdown, from rank 0. With --both every call through the library comes after one of the
// MPI's own, as in an audit: what an audit takes at least.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <mpi.h>

#include "../name_of_mpi.hpp"
#include "common/arguments.hpp"
#include "common/harness.hpp"
#include "common/random.hpp"
#include "native.hpp"

namespace {

using common::median;

MPI_Comm const world = MPI_COMM_WORLD;
int rank = 0, ranks = 0;
bool both = false;
bench::native_calls native;

/// The slowest rank's seconds for `calls` calls, each.
double seconds(std::function<void()> const& call, int calls) {
  MPI_Barrier(world);
  double const start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) call();
  double mine = (MPI_Wtime() - start) / calls, slowest = 0;
  native.allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, world);
  return slowest;
}

/// One row of the table.
void compare(std::string const& title, std::function<void()> const& plain, std::function<void()> const& interposed,
             double budget) {
  auto const contender = [&] {
    if (both) plain();
    interposed();
  };
  // The same on all ranks: `seconds` gives what the slowest took.
  double const once = std::max(seconds(plain, 4), seconds(contender, 4));
  int const calls = std::clamp(static_cast<int>(5e-4 / once), 1, 500);
  int const repetitions = std::clamp(static_cast<int>(budget / (once * calls * 2)), 9, 801);
  std::vector<double> plain_times, interposed_times, ratios;
  for (int i = 0; i < repetitions; ++i) {
    if (i % 2 == 0) plain_times.push_back(seconds(plain, calls));
    interposed_times.push_back(seconds(contender, calls));
    if (i % 2 != 0) plain_times.push_back(seconds(plain, calls));
    ratios.push_back(interposed_times.back() / plain_times.back());
  }
  if (rank != 0) return;
  auto const [lower, upper] = common::quartiles_of(ratios);
  std::printf("| %s | %.3f | %.3f | %.2f | %.2f | %.2f | %.3f | %.3f |\n", title.c_str(), median(plain_times) * 1e6,
              median(interposed_times) * 1e6, median(ratios), lower, upper, common::quickest(plain_times) * 1e6,
              common::quickest(interposed_times) * 1e6);
  std::fflush(stdout);
}

/// Uniform in [0, 1), other ones on each rank.
std::vector<double> uniform(std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const place = i * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(rank);
    values[i] = common::fraction(common::splitmix64::at(place));
  }
  return values;
}

void allreduces(std::size_t n, double budget) {
  std::vector<double> const mine = uniform(n);
  std::vector<double> out(n);
  auto const count = static_cast<int>(n);
  compare(
      "Allreduce of " + std::to_string(n),
      [&] { native.allreduce(mine.data(), out.data(), count, MPI_DOUBLE, MPI_SUM, world); },
      [&] { MPI_Allreduce(mine.data(), out.data(), count, MPI_DOUBLE, MPI_SUM, world); }, budget);
}

void single_numbers(double budget) {
  double const mine = uniform(1)[0];
  double out = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  compare(
      "Iallreduce of 1 and Wait",
      [&] {
        native.iallreduce(&mine, &out, 1, MPI_DOUBLE, MPI_SUM, world, &request);
        native.wait(&request, MPI_STATUS_IGNORE);
      },
      [&] {
        MPI_Iallreduce(&mine, &out, 1, MPI_DOUBLE, MPI_SUM, world, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      },
      budget);
  // Last: many messages one way leave the two directions out of step, and what comes next slower or quicker.
  compare(
      "Reduce of 1", [&] { native.reduce(&mine, &out, 1, MPI_DOUBLE, MPI_SUM, 0, world); },
      [&] { MPI_Reduce(&mine, &out, 1, MPI_DOUBLE, MPI_SUM, 0, world); }, budget);
}

std::string environment(char const* name, char const* otherwise) {
  char const* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  native = bench::find_native_calls();
  std::vector<std::size_t> elements{1, 8, 100, 1000, 10'000, 100'000, 1'000'000};
  double budget = 2;
  common::arguments("isobit_bench_interpose")
      .add("--elements", elements)
      .add("--seconds", budget)
      .add("--both", both)
      .read_or_exit(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  if (rank == 0)
    std::printf("%d ranks, %s, mode %s%s\n\n| what | native us | isobit us | ratio | lower | upper "
                "| quickest native us | isobit us |\n|---|---|---|---|---|---|---|---|\n",
                ranks, bench::name_of_mpi().c_str(), environment("ISOBIT_MPI", "exact").c_str(),
                environment("ISOBIT_MPI_AUDIT", "").empty() ? "" : " with audit");
  for (std::size_t const n : elements) allreduces(n, budget);
  single_numbers(budget);
  MPI_Finalize();
}
