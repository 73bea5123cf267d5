#include <isobit/mpi/tree_reduce.hpp>

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

TEST(tree_failure, values_must_fit_together) {
  struct large {
    double numbers[5000];
  };
  auto const first = [](auto const& left, auto const&) { return left; };
  for_each_size([&](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    if (size == 1) return;
    mpi::tree_plan const ranks(std::size_t{3}, comm);
    mpi::tree_plan const direct(std::size_t{3}, comm, {.routing = mpi::tree_routing::direct});
    // The other way round, so that positions are not ranks.
    mpi::tree_plan const pieces(mpi::tree_piece{3 * static_cast<std::size_t>(size - 1 - rank), 3}, comm);
    for (auto const* plan : {&ranks, &direct, &pieces})
      for (int const odd : {0, size / 2, size - 1}) {
        auto const reduce = [&](auto usual, auto other) {
          std::vector<decltype(usual)> const mine(3, usual);
          std::vector<decltype(other)> const others(3, other);
          std::string const all =
              thrown([&] { rank == odd ? (void)plan->allreduce(others, first) : (void)plan->allreduce(mine, first); });
          EXPECT_TRUE(all.find("do not fit") != std::string::npos || all.find("could not do its part") < all.size())
              << all;
          std::string const there = thrown([&] {
            mpi::root const to{(odd + 1) % size};
            rank == odd ? (void)plan->reduce(others, first, to) : (void)plan->reduce(mine, first, to);
          });
          if (rank == (odd + 1) % size) {
            EXPECT_NE(there, "");
          }
          if (size == 2 && rank != odd && plan != &direct) {
            EXPECT_TRUE(says(all, "the values of rank " + std::to_string(odd) + " do not fit"));
            EXPECT_EQ(there, all);
          }
        };
        reduce(1.0, 1.0f);
        reduce(1.0f, 1.0);
        reduce(1.0, large{});
        reduce(large{}, 1.0);
        EXPECT_EQ(plan->sum(std::vector<double>(3, 1.0)), 3.0 * size);
      }
  });
}

TEST(tree_failure, values_by_their_indices_must_fit_together) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    if (size == 1) return;
    std::vector<int> const indices{size - 1 - rank, 2 * size - 1 - rank};
    mpi::tree_plan const plan(indices, comm);
    EXPECT_TRUE(says(
        thrown([&] { rank == 1 ? (void)plan.sum(std::vector<float>(2)) : (void)plan.sum(std::vector<double>(2)); }),
        "values of 4 and of 8 bytes"));
    EXPECT_EQ(plan.sum(std::vector<double>(2, 1.0)), 2.0 * size);
  });
}

TEST(tree_failure, received_lengths_are_not_believed) {
  struct text {
    std::vector<std::byte> bytes;
    [[nodiscard]] std::vector<std::byte> serialise() const { return bytes; }
    static text deserialise(std::span<std::byte const> read) { return {{read.begin(), read.end()}}; }
  };
  std::vector<std::byte> written;
  mpi::detail::write_value(written, text{std::vector<std::byte>(5)});
  auto const read = [&](std::size_t length) {
    return thrown([&] {
      std::span<std::byte const> left = std::span<std::byte const>(written).first(length);
      return mpi::detail::read_value<text>(left);
    });
  };
  EXPECT_EQ(read(13), "");
  for (std::size_t length = 0; length < 13; ++length) EXPECT_TRUE(says(read(length), "do not fit"));
  written[7] = std::byte{0xff};
  EXPECT_TRUE(says(read(13), "do not fit"));
  // Numbers where serialised values are expected.
  for_each_size([](MPI_Comm comm) {
    int const size = size_of(comm);
    if (size == 1) return;
    mpi::tree_plan const plan(std::size_t{1}, comm);
    EXPECT_NE(thrown([&] {
                if (rank_in(comm) == size - 1)
                  (void)plan.allreduce(std::vector<double>{1.0}, std::plus<>());
                else
                  (void)plan.allreduce(std::vector<text>{{std::vector<std::byte>(5)}},
                                       [](text const& left, text const&) { return left; });
              }),
              "");
  });
}

TEST(tree_failure, values_for_an_empty_plan_are_refused) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    mpi::tree_plan const plan(std::size_t{0}, comm);
    std::vector<double> const mine(rank == size - 1 ? 10 : 0, 1.0);
    std::string const expected =
        rank == size - 1 ? "10 values on rank " + std::to_string(rank) : "rank " + std::to_string(size - 1) + " of";
    EXPECT_TRUE(says(thrown([&] { return plan.sum(mine); }), expected));
    EXPECT_TRUE(says(thrown([&] { return plan.sum(mine, mpi::root{0}); }), expected));
    EXPECT_TRUE(says(thrown([&] { return plan.allreduce(mine, std::plus<>()); }), expected));
    EXPECT_TRUE(says(thrown([&] { return plan.reduce(mine, std::plus<>(), mpi::root{0}); }), expected));
  });
}

TEST(tree_failure, no_operation_sees_values_that_are_not_there) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    std::vector<int> indices;
    for (int i = 0; i < 20; ++i) indices.push_back(i * size + rank);
    mpi::tree_plan const plan(indices, comm);
    bool called = false;
    auto const operation = [&](int left, int right) {
      called = true;
      return left + right;
    };
    auto const projection = [&](int index) {
      if (rank == size / 2) throw std::runtime_error("no such thing");
      return index;
    };
    std::string const expected = rank == size / 2 ? "no such thing" : "rank " + std::to_string(size / 2) + " of";
    EXPECT_TRUE(says(thrown([&] { return plan.allreduce(indices, operation, projection); }), expected));
    EXPECT_TRUE(says(thrown([&] { return plan.reduce(indices, operation, mpi::root{0}, projection); }), expected));
    EXPECT_FALSE(called);
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
    // On one rank only; the others do not wait for it.
    distribution const here(10, static_cast<std::size_t>(size) + (rank == 0 ? 1 : 0));
    EXPECT_TRUE(says(thrown([&] { return mpi::tree_plan(here, comm); }), "must be as many"));
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
    std::vector<int> integers(indices.begin(), indices.end());
    if (rank == size - 1) integers[1] = -3;
    EXPECT_TRUE(says(thrown([&] { return mpi::tree_plan(integers, comm); }), " -3 is one of the indices"));
    std::vector<std::int8_t> const bytes{static_cast<std::int8_t>(rank), std::int8_t{-128}};
    EXPECT_TRUE(says(thrown([&] { return mpi::tree_plan(bytes, comm); }), " -128 is one of the indices"));
  });
}

}  // namespace
}  // namespace isobit::test
