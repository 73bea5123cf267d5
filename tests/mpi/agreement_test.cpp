#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "support.hpp"

// Run with ISOBIT_MPI_CHECK=1: ranks that do not make the same call find out, where they would wait for ever.
namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;
std::vector<double> const numbers(10, 1.0);

/// This rank is the one that does something else.
bool odd_one_out() { return rank_in(world) == 2; }

template <class Usual, class Other> void expect_disagreement(std::string const& about, Usual usual, Other other) {
  try {
    odd_one_out() ? (void)other() : (void)usual();
    ADD_FAILURE() << "nothing thrown";
  } catch (error const& problem) {
    std::string const text = problem.what();
    EXPECT_EQ(problem.code(), status::invalid_argument);
    EXPECT_NE(text.find("ranks 0 and 2"), std::string::npos) << text;
    EXPECT_NE(text.find(about), std::string::npos) << text;
  }
  // All ranks are where they were before.
  EXPECT_EQ(mpi::sum(numbers, world), 10.0 * size_of(world));
}

TEST(agreement, is_checked_for_the_operation) {
  auto out = numbers;
  auto const sum = [] { return mpi::sum(numbers, world); };
  auto const different = [&](auto other) { expect_disagreement("called different operations", sum, other); };
  different([] { return mpi::mean(numbers, world); });
  different([] { return mpi::dot(numbers, numbers, world); });
  different([] { return mpi::sum<binned<double, 2>>(numbers, world); });
  different([] { return mpi::sum(numbers, world, mpi::root{1}); });
  different([] { return mpi::sum_by_key(std::vector<int>(10), numbers, world); });
  different([&] { return mpi::allreduce(numbers, out, world), 0; });
  different([] { return mpi::isum(numbers, world).get(); });
  different([] { return mpi::merge(exact(), world); });
}

TEST(agreement, is_checked_for_the_root) {
  expect_disagreement(
      "differ in the root: 1 and 0", [] { return mpi::sum(numbers, world, mpi::root{1}); },
      [] { return mpi::sum(numbers, world, mpi::root{0}); });
  expect_disagreement(
      "differ in the root", [] { return mpi::nrm2(numbers, world, mpi::root{1}); },
      [] { return mpi::nrm2(numbers, world, mpi::root{1000}); });
  auto out = numbers;
  expect_disagreement(
      "differ in the root", [&] { return mpi::reduce(numbers, out, world, mpi::root{1}), 0; },
      [&] { return mpi::reduce(numbers, out, world, mpi::root{3}), 0; });
}

TEST(agreement, is_checked_for_what_travels) {
  mpi::field<double> const field(numbers);
  expect_disagreement(
      "differ in the number of sums: 2 and 3",
      [&] {
        return mpi::sum({field, field}, world);
      },
      [&] {
        return mpi::sum({field, field, field}, world);
      });
  expect_disagreement(
      "differ in the number of sums: 1 and 2", [&] { return mpi::isum({field}, world).get(); },
      [&] {
        return mpi::isum({field, field}, world).get();
      });
  std::vector<std::complex<double>> const complex(10);
  expect_disagreement(
      "differ in the number of sums: 1 and 2", [&] { return mpi::sum(numbers, world); },
      [&] { return mpi::sum(complex, world); });
  expect_disagreement(
      "differ in the size of the state", [] { return mpi::sum<binned<double, 2>>(numbers, world); },
      [] { return mpi::sum<binned<double, 3>>(numbers, world); });
  std::vector<double> out(odd_one_out() ? 9 : 10), in(out.size());
  auto const allreduce = [&] { return mpi::allreduce(in, out, world), 0; };
  expect_disagreement("differ in the number of elements: 10 and 9", allreduce, allreduce);
  auto const scan = [&] { return mpi::scan(in, out, world), 0; };
  expect_disagreement("differ in the number of elements: 10 and 9", scan, scan);
  auto const reduce = [&] { return mpi::reduce(in, out, world, mpi::root{1}), 0; };
  expect_disagreement("differ in the number of elements: 10 and 9", reduce, reduce);
  std::vector<float> floats(10);
  expect_disagreement("differ in the size of an element: 8 and 4", allreduce,
                      [&] { return mpi::allreduce(floats, floats, world), 0; });
}

}  // namespace
}  // namespace isobit::test
