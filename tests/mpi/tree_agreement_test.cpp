#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "support.hpp"

// Run with ISOBIT_MPI_CHECK=1: ranks that do not make the same call find out, where they would wait for ever.
namespace isobit::test {
namespace {

MPI_Comm const world = MPI_COMM_WORLD;
std::vector<double> const numbers(3, 1.0);
std::vector<float> const floats(3, 1.0f);

template <class Usual, class Other> void expect_disagreement(std::string const& about, Usual usual, Other other) {
  try {
    rank_in(world) == 2 ? (void)other() : (void)usual();
    ADD_FAILURE() << "nothing thrown instead of: " << about;
  } catch (error const& problem) {
    std::string const text = problem.what();
    EXPECT_EQ(problem.code(), status::invalid_argument);
    EXPECT_NE(text.find("ranks 0 and 2"), std::string::npos) << text;
    EXPECT_NE(text.find(about), std::string::npos) << text;
  }
  // All ranks are where they were before.
  EXPECT_EQ(mpi::tree_sum(numbers, world), 3.0 * size_of(world));
}

auto const one_sum = [] { return mpi::tree_sum(numbers, world); };
auto const one_product = [] { return mpi::tree_reduce(numbers, std::multiplies<>(), world); };

TEST(tree_agreement, is_checked_for_calls) {
  char const* const different = "called different operations";
  expect_disagreement(different, one_sum, [] { return mpi::sum(numbers, world); });
  expect_disagreement(different, one_sum, one_product);
  expect_disagreement(different, one_product, [] { return mpi::sum(numbers, world); });
  expect_disagreement(different, one_product,
                      [] { return mpi::tree_reduce_or(1.0, numbers, std::multiplies<>(), world); });
  expect_disagreement(different, one_sum, [] { return mpi::tree_sum(numbers, world, mpi::root{0}); });
  expect_disagreement(different, one_sum, [] { return mpi::tree_plan(numbers.size(), world); });
  expect_disagreement("differ in the size of a value: 8 and 4", one_sum, [] { return mpi::tree_sum(floats, world); });
  expect_disagreement("differ in the size of a value: 8 and 4", one_product,
                      [] { return mpi::tree_reduce(floats, std::multiplies<>(), world); });
}

TEST(tree_agreement, is_checked_for_calls_of_a_plan) {
  mpi::tree_plan const plan(numbers.size(), world);
  auto const sum = [&] { return plan.sum(numbers); };
  auto const product = [&] { return plan.allreduce(numbers, std::multiplies<>()); };
  expect_disagreement("called different operations", sum, product);
  expect_disagreement("called different operations", sum, [&] { return plan.sum(numbers, mpi::root{1}); });
  expect_disagreement("differ in the size of a value: 8 and 4", sum, [&] { return plan.sum(floats); });
  expect_disagreement("differ in the size of a value: 8 and 4", product,
                      [&] { return plan.allreduce(floats, std::multiplies<>()); });
  expect_disagreement(
      "differ in the root: 1 and 0", [&] { return plan.sum(numbers, mpi::root{1}); },
      [&] { return plan.sum(numbers, mpi::root{0}); });
}

TEST(tree_agreement, is_checked_for_plans) {
  auto const ranks = static_cast<std::size_t>(size_of(world));
  auto const rank = static_cast<std::size_t>(rank_in(world));
  char const* const different = "called different operations";
  auto const count = [&] { return mpi::tree_plan(std::size_t{1}, world); };
  auto const piece = [&] { return mpi::tree_plan(mpi::tree_piece{rank, 1}, world); };
  auto const shares = [&](std::size_t elements, std::size_t over, double alpha) {
    return [=] { return mpi::tree_plan(distribution(elements, over, distribution_kind::optimised, alpha), world); };
  };
  auto const indices = [&] { return mpi::tree_plan(std::vector<std::size_t>{rank}, world); };
  expect_disagreement(different, count, piece);
  expect_disagreement(different, count, indices);
  expect_disagreement(different, piece, shares(1000, ranks, 0.2));
  expect_disagreement(different, indices, shares(1000, ranks, 0.2));
  expect_disagreement(different, indices, [] { return mpi::sum(numbers, world); });
  expect_disagreement("differ in the routing", count,
                      [&] { return mpi::tree_plan(std::size_t{1}, world, {.routing = mpi::tree_routing::direct}); });
  expect_disagreement("differ in the ranks of the distribution: 4 and 5", shares(1000, ranks, 0.2),
                      shares(1000, ranks + 1, 0.2));
  expect_disagreement("differ in the starts of the distribution", shares(1000, ranks, 0.2), shares(1000, ranks, 0.0));
}

}  // namespace
}  // namespace isobit::test
