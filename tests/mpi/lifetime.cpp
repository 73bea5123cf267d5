#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <isobit/mpi.hpp>

// Before MPI_Init and after MPI_Finalize a reduction is an error, not a crash; in between it is not.
namespace {

int failures = 0;

void expect(bool holds, char const* what) {
  if (holds) return;
  std::printf("%s\n", what);
  ++failures;
}

void expect_refused(char const* why, isobit::mpi::tree_plan const* plan = nullptr) {
  std::vector<double> const numbers(10, 1.0);
  std::vector<double> out(10);
  auto const is_refused = [&](auto reduce) {
    try {
      reduce();
    } catch (isobit::error const& problem) {
      return problem.code() == isobit::status::communication &&
             std::string(problem.what()).find(why) != std::string::npos;
    }
    return false;
  };
  expect(is_refused([&] { (void)isobit::mpi::sum(numbers, MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { (void)isobit::mpi::isum(numbers, MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { (void)isobit::mpi::sum<isobit::binned<double, 2>>(numbers, MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { isobit::mpi::allreduce(numbers, out, MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { (void)isobit::mpi::tree_sum(numbers, MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { (void)isobit::mpi::tree_reduce(numbers, std::plus<>(), MPI_COMM_WORLD); }), why);
  expect(is_refused([&] { (void)isobit::mpi::tree_plan(numbers.size(), MPI_COMM_WORLD); }), why);
  if (plan != nullptr) {
    expect(is_refused([&] { (void)plan->sum(numbers); }), why);
    expect(is_refused([&] { (void)plan->reduce(numbers, std::plus<>(), isobit::mpi::root{0}); }), why);
  }
}

}  // namespace

int main(int argc, char** argv) {
  expect_refused("MPI is not initialised");
  MPI_Init(&argc, &argv);
  std::optional<isobit::mpi::tree_plan> plan, pieces;
  {
    std::vector<double> const numbers(10, 1.0);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(isobit::mpi::sum(numbers, MPI_COMM_WORLD) == 10.0 * size, "the sum is wrong");
    expect(isobit::mpi::isum(numbers, MPI_COMM_WORLD).get() == 10.0 * size, "the sum in the background is wrong");
    expect(isobit::mpi::sum<isobit::binned<double, 2>>(numbers, MPI_COMM_WORLD) == 10.0 * size, "the bins are wrong");
    // What these leave on MPI_COMM_WORLD goes with it, and plans may live longer.
    expect(isobit::mpi::tree_reduce(numbers, std::plus<>(), MPI_COMM_WORLD) == 10.0 * size, "the tree is wrong");
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    plan.emplace(numbers.size(), MPI_COMM_WORLD);
    pieces.emplace(isobit::mpi::tree_piece{static_cast<std::size_t>(10 * (size - 1 - rank)), 10}, MPI_COMM_WORLD);
    expect(plan->sum(numbers) == 10.0 * size && pieces->sum(numbers) == 10.0 * size, "a plan's sum is wrong");
  }
  MPI_Finalize();
  expect_refused("MPI was finalised", &*plan);
  expect_refused("MPI was finalised", &*pieces);
  return failures == 0 ? 0 : 1;
}
