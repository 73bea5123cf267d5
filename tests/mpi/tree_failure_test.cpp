#include <isobit/driver/mpi/tree_reduce.hpp>

#include <stdexcept>

#include <gtest/gtest.h>

#include "tree_support.hpp"

namespace isobit::test {
namespace {

/// What a call threw, by its words; empty if nothing.
template <class Call> std::string thrown(Call call) {
  try {
    (void)call();
    return "";
  } catch (std::exception const& problem) {
    return problem.what();
  }
}

testing::AssertionResult says(std::string const& text, std::string const& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << text << "\" does not say \"" << part << '"';
}

constexpr mpi::tree_routing routings[] = {mpi::tree_routing::ranks, mpi::tree_routing::direct};

TEST(tree_failure, on_one_rank_is_known_on_all) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    std::vector<std::uint64_t> const mine(5, 1);
    for (auto const routing : routings) {
      mpi::tree_plan const plan(mine.size(), comm, {.routing = routing});
      for (int failing = 0; failing < size; ++failing) {
        auto const operation = [=](std::uint64_t left, std::uint64_t right) {
          if (rank == failing) throw std::runtime_error("broken");
          return left + right;
        };
        std::string const all = thrown([&] { return plan.allreduce(mine, operation); });
        std::string const there = thrown([&] { return plan.reduce(mine, operation, mpi::root{size - 1}); });
        if (rank == failing) {
          EXPECT_EQ(all, "broken");
          EXPECT_EQ(there, "broken");
        } else {
          EXPECT_TRUE(says(all, "rank " + std::to_string(failing) + " of " + std::to_string(size)));
          if (rank == size - 1) {
            EXPECT_TRUE(says(there, "rank " + std::to_string(failing) + " of "));
          }
        }
        // The plan is as good as new.
        EXPECT_EQ(plan.allreduce(mine, std::plus<>()), 5 * static_cast<std::uint64_t>(size));
      }
    }
  });
}

TEST(tree_failure, while_merging_is_known_on_all) {
  for_each_size([](MPI_Comm comm) {
    int const size = size_of(comm);
    // One element each, so that all is merging; a pure operation that refuses some operands.
    std::vector<std::uint64_t> const mine{1};
    for (auto const routing : routings)
      for (int limit = 1; limit < size; ++limit) {
        mpi::tree_plan const plan(mine.size(), comm, {.routing = routing});
        auto const operation = [=](std::uint64_t left, std::uint64_t right) {
          if (left + right > static_cast<std::uint64_t>(limit)) throw std::overflow_error("too many");
          return left + right;
        };
        EXPECT_NE(thrown([&] { return plan.allreduce(mine, operation); }), "");
        std::string const there = thrown([&] { return plan.reduce(mine, operation, mpi::root{0}); });
        if (rank_in(comm) == 0) {
          EXPECT_NE(there, "");
        }
      }
  });
}

TEST(tree_failure, wrong_size_on_one_rank_is_known_on_all) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    mpi::tree_plan const plan(std::size_t{3}, comm);
    std::vector<double> const mine(rank == size / 2 ? 4 : 3, 1.0);
    std::string const expected = rank == size / 2 ? "make another plan" : "rank " + std::to_string(size / 2) + " of";
    EXPECT_TRUE(says(thrown([&] { return plan.sum(mine); }), expected));
    EXPECT_TRUE(says(thrown([&] { return plan.allreduce(mine, std::plus<>()); }), expected));
  });
}

TEST(tree_failure, projections_may_throw) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    std::vector<std::size_t> indices;
    for (int i = 0; i < 3; ++i) indices.push_back(static_cast<std::size_t>(i * size + rank));
    mpi::tree_plan const permuted(std::span<std::size_t const>(indices), comm);
    mpi::tree_plan const plan(indices.size(), comm);
    auto const projection = [&](std::size_t index) -> std::size_t {
      if (rank == size - 1) throw std::runtime_error("no such thing");
      return index;
    };
    for (auto const* one : {&permuted, &plan}) {
      std::string const expected = rank == size - 1 ? "no such thing" : "rank " + std::to_string(size - 1) + " of";
      EXPECT_TRUE(says(thrown([&] { return one->allreduce(indices, std::plus<>(), projection); }), expected));
    }
  });
}

TEST(tree_failure, pieces_must_fit) {
  for_each_size([](MPI_Comm comm) {
    auto const rank = static_cast<std::size_t>(rank_in(comm));
    int const size = size_of(comm);
    if (size > 1) {
      EXPECT_TRUE(says(thrown([&] {
                         return mpi::tree_plan(mpi::tree_piece{4 * rank, 5}, comm);
                       }),
                       "overlap at element 4"));
      EXPECT_TRUE(says(thrown([&] {
                         return mpi::tree_plan(mpi::tree_piece{6 * rank, 5}, comm);
                       }),
                       "a gap at element 5"));
    }
    EXPECT_TRUE(says(thrown([&] {
                       return mpi::tree_plan(mpi::tree_piece{5 * rank + 2, 5}, comm);
                     }),
                     "a gap at element 0"));
    distribution const other(10, static_cast<std::size_t>(size) + 1);
    EXPECT_TRUE(says(thrown([&] { return mpi::tree_plan(other, comm); }), "must be as many"));
    mpi::tree_plan const plan(std::size_t{1}, comm);
    std::vector<double> const mine{1.0};
    EXPECT_TRUE(says(thrown([&] { return plan.sum(mine, mpi::root{size}); }), "no rank"));
  });
  EXPECT_TRUE(says(thrown([] { return mpi::tree_plan(std::size_t{1}, MPI_COMM_NULL); }), "MPI_COMM_NULL"));
}

TEST(tree_failure, indices_must_come_once) {
  for_each_size([](MPI_Comm comm) {
    auto const rank = static_cast<std::size_t>(rank_in(comm));
    auto const size = static_cast<std::size_t>(size_of(comm));
    std::vector<std::size_t> indices{rank, size + rank};
    auto const message = [&] {
      return thrown([&] { return mpi::tree_plan(std::span<std::size_t const>(indices), comm); });
    };
    EXPECT_EQ(message(), "");
    if (rank == size - 1) indices[1] = 0;
    std::string const missing = std::to_string(2 * size - 1);
    EXPECT_TRUE(says(message(), "index 0 comes more than once, and index " + missing + " is missing"));
    if (rank == size - 1) indices[1] = 2 * size + 7;
    EXPECT_TRUE(says(message(), std::to_string(2 * size + 7)));
  });
}

}  // namespace
}  // namespace isobit::test
