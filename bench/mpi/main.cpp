// isobit_bench_mpi [--few N,...] [--sizes N,...] [--elements N,...] [--seconds S]: global reductions against plain
// ones, in one job.
//
//     mpirun -n 2 isobit_bench_mpi
//
// Every repetition runs all contenders one after the other; a time is the slowest rank's, and the table shows medians
// and their ratio to the first contender's, with the quartiles of the repetitions' ratios, and the same ratio of what
// the quickest twentieth of the repetitions took. Markdown, from rank 0.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <isobit/mpi.hpp>

#include "../name_of_mpi.hpp"
#include "common/arguments.hpp"
#include "common/harness.hpp"
#include "common/plain_sum.hpp"
#include "common/random.hpp"

namespace {

using common::median;

MPI_Comm const world = MPI_COMM_WORLD;
int rank = 0, ranks = 0;

double allreduce(double local) {
  double sum = 0;
  MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, world);
  return sum;
}

struct contender {
  std::string name;
  std::function<double()> run;
};

/// The slowest rank's seconds for `calls` calls, each.
double seconds(contender const& one, int calls) {
  MPI_Barrier(world);
  double const start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) {
    double const result = one.run();
    asm volatile("" : : "g"(result));  // used, as far as the compiler knows
  }
  double mine = (MPI_Wtime() - start) / calls, slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, world);
  return slowest;
}

/// One row of the table a contender.
void compare(std::string const& title, std::vector<contender> const& contenders, double budget) {
  double const once = seconds(contenders[0], 2);
  int const calls = std::clamp(static_cast<int>(2e-4 / once), 1, 200);
  int repetitions =
      std::clamp(static_cast<int>(budget / (once * calls * static_cast<double>(contenders.size()) * 2)), 9, 401);
  MPI_Bcast(&repetitions, 1, MPI_INT, 0, world);
  int agreed_calls = calls;
  MPI_Bcast(&agreed_calls, 1, MPI_INT, 0, world);
  std::vector<std::vector<double>> times(contenders.size());
  for (int i = 0; i < repetitions; ++i)
    for (std::size_t k = 0; k < contenders.size(); ++k) times[k].push_back(seconds(contenders[k], agreed_calls));
  if (rank != 0) return;
  double const base = median(times[0]), quickest_base = common::quickest(times[0]);
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    std::vector<double> ratios(times[k]);
    for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] /= times[0][i];
    auto const [lower, upper] = common::quartiles_of(ratios);
    std::printf("| %s | %s | %.3f | %.2f | %.2f | %.2f | %.2f |\n", title.c_str(), contenders[k].name.c_str(),
                median(times[k]) * 1e6, median(times[k]) / base, lower, upper,
                common::quickest(times[k]) / quickest_base);
  }
  std::fflush(stdout);
}

/// This rank's share of the numbers 0 to n - 1 made uniform in [0, 1), the same for any number of ranks.
std::vector<double> share(std::size_t n) {
  isobit::distribution const shares(n, static_cast<std::size_t>(ranks), isobit::distribution_kind::lower);
  std::size_t const first = shares.start(static_cast<std::size_t>(rank));
  std::vector<double> values(shares.count(static_cast<std::size_t>(rank)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = common::fraction(common::splitmix64::at(first + i));
  return values;
}

void latency(std::size_t local, double budget) {
  std::vector<double> const mine(local, 0.1 * (rank + 1));
  isobit::exact const state = isobit::exact_sum(mine, isobit::serial());
  compare("latency, " + std::to_string(local) + " a rank",
          {{"MPI_Allreduce of one double", [&] { return allreduce(common::standard_sum(mine)); }},
           {"exact", [&] { return isobit::mpi::sum(mine, world); }},
           {"whole accumulators by MPI_SUM", [&] { return isobit::mpi::merge(state, world).round(); }},
           {"isum, get", [&] { return isobit::mpi::isum(mine, world).get(); }},
           {"binned:3", [&] { return isobit::mpi::sum<isobit::binned<double, 3>>(mine, world); }},
           {"double-sweep:2", [&] { return isobit::mpi::sum<isobit::double_sweep<double, 2>>(mine, world); }},
           {"MPI_Allreduce twice", [&] { return allreduce(allreduce(common::standard_sum(mine))); }}},
          budget);
}

void sums(std::size_t n, double budget) {
  auto const mine = share(n);
  isobit::mpi::tree_plan const plan(mine.size(), world);
  compare("sum, N = " + std::to_string(n),
          {{"plain + MPI_Allreduce", [&] { return allreduce(common::plain_sum<double>(mine)); }},
           {"std::reduce + MPI_Allreduce", [&] { return allreduce(std::reduce(mine.begin(), mine.end())); }},
           {"exact", [&] { return isobit::mpi::sum(mine, world); }},
           {"binned:3", [&] { return isobit::mpi::sum<isobit::binned<double, 3>>(mine, world); }},
           {"double-sweep:2", [&] { return isobit::mpi::sum<isobit::double_sweep<double, 2>>(mine, world); }},
           {"single-sweep:3", [&] { return isobit::mpi::sum<isobit::single_sweep<double, 3>>(mine, world); }},
           {"tree (plan)", [&] { return plan.sum(mine); }},
           {"tree (one call)", [&] { return isobit::mpi::tree_sum(mine, world); }}},
          budget);
}

void elementwise(std::size_t n, double budget) {
  std::vector<double> const mine(n, 0.1 * (rank + 1));
  std::vector<double> out(n);
  compare("allreduce of " + std::to_string(n) + " elements",
          {{"MPI_Allreduce",
            [&] {
              MPI_Allreduce(mine.data(), out.data(), static_cast<int>(n), MPI_DOUBLE, MPI_SUM, world);
              return out[0];
            }},
           {"exact",
            [&] {
              isobit::mpi::allreduce(mine, out, world);
              return out[0];
            }}},
          budget);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::size_t> few{1, 16, 100}, sizes{1602, 100'000, 1'000'000, 10'000'000}, elements{1, 1000, 100'000};
  double budget = 2;
  common::arguments("isobit_bench_mpi")
      .add("--few", few)
      .add("--sizes", sizes)
      .add("--elements", elements)
      .add("--seconds", budget)
      .read_or_exit(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  if (rank == 0)
    std::printf("%d ranks, %s, kernels %s\n\n| what | contender | median us | ratio | lower | upper "
                "| of the quickest |\n|---|---|---|---|---|---|---|\n",
                ranks, bench::name_of_mpi().c_str(),
                std::string(isobit::name(isobit::active_instruction_set())).c_str());
  for (std::size_t const local : few) latency(local, budget);
  for (std::size_t const n : sizes) sums(n, budget);
  for (std::size_t const n : elements) elementwise(n, budget);
  MPI_Finalize();
}
