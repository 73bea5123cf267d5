#include <cstdio>
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

void expect_refused(char const* why) {
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
}

}  // namespace

int main(int argc, char** argv) {
  expect_refused("MPI is not initialised");
  MPI_Init(&argc, &argv);
  {
    std::vector<double> const numbers(10, 1.0);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(isobit::mpi::sum(numbers, MPI_COMM_WORLD) == 10.0 * size, "the sum is wrong");
    expect(isobit::mpi::isum(numbers, MPI_COMM_WORLD).get() == 10.0 * size, "the sum in the background is wrong");
    expect(isobit::mpi::sum<isobit::binned<double, 2>>(numbers, MPI_COMM_WORLD) == 10.0 * size, "the bins are wrong");
  }
  MPI_Finalize();
  expect_refused("MPI was finalised");
  return failures == 0 ? 0 : 1;
}
