#include <isobit/mpi/tree_reduce.hpp>

#include <gtest/gtest.h>

#include "tree_support.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 4;

TEST(tree_reduce, is_the_serial_definition_for_every_size_and_any_distribution) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(seed + static_cast<std::uint64_t>(size));
    for (std::size_t total = 1; total <= 200; ++total) {
      auto const values = some_values(total, random.next());
      auto const starts = random_starts(total, size, random);
      auto const mine = piece_of(values, starts, rank);
      std::uint64_t const expected = reference::tree(std::span<std::uint64_t const>(values), mix());
      mpi::tree_plan const plan(mine.size(), comm);
      EXPECT_EQ(plan.allreduce(mine, mix()), expected) << total;
      mpi::root const to{static_cast<int>(total) % size};
      EXPECT_EQ(plan.reduce(mine, mix(), to), rank == to.rank ? std::optional(expected) : std::nullopt) << total;
    }
  });
}

TEST(tree_reduce, goes_to_every_root) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(seed + 100 + static_cast<std::uint64_t>(size));
    auto const values = some_values(1000 + random.below(100000), random.next());
    auto const starts = random_starts(values.size(), size, random);
    auto const mine = piece_of(values, starts, rank);
    std::uint64_t const expected = reference::tree(std::span<std::uint64_t const>(values), mix());
    mpi::tree_plan const ranks(mine.size(), comm);
    mpi::tree_plan const direct(mine.size(), comm, {.routing = mpi::tree_routing::direct});
    for (int to = 0; to < size; ++to)
      for (auto const* plan : {&ranks, &direct}) {
        auto const there = plan->reduce(mine, mix(), mpi::root{to});
        EXPECT_EQ(there, rank == to ? std::optional(expected) : std::nullopt) << values.size() << " to " << to;
      }
    EXPECT_EQ(mpi::tree_reduce(mine, mix(), comm), expected);
    EXPECT_EQ(mpi::tree_reduce(mine, mix(), comm, threads(3)), expected);
    EXPECT_EQ(mpi::tree_reduce(mine, mix(), comm, mpi::root{size / 2}),
              rank == size / 2 ? std::optional(expected) : std::nullopt);
  });
}

TEST(tree_reduce, is_the_same_for_every_kind_of_distribution_and_routing) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(seed + 200 + static_cast<std::uint64_t>(size));
    for (std::size_t const total :
         {std::size_t{1}, std::size_t{7}, std::size_t{200}, std::size_t{1000 + random.below(50000)}}) {
      auto const values = some_values(total, random.next());
      std::uint64_t const expected = reference::tree(std::span<std::uint64_t const>(values), mix());
      for (auto const kind : {distribution_kind::lower, distribution_kind::upper, distribution_kind::power_of_two,
                              distribution_kind::optimised, distribution_kind::optimised_thesis}) {
        distribution const shares(total, static_cast<std::size_t>(size), kind);
        auto const me = static_cast<std::size_t>(rank);
        auto const mine = std::span(values).subspan(shares.start(me), shares.count(me));
        EXPECT_EQ(mpi::tree_plan(shares, comm).allreduce(mine, mix()), expected);
        for (std::size_t const buffered : {1, 4, 1000})
          EXPECT_EQ(mpi::tree_plan(shares, comm, {mpi::tree_routing::direct, buffered}).allreduce(mine, mix()),
                    expected)
              << total << " elements, " << buffered << " buffered";
      }
    }
  });
}

TEST(tree_reduce, takes_the_ranks_in_any_order) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(seed + 300 + static_cast<std::uint64_t>(size));
    for (std::size_t const total : {std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
      auto const values = some_values(total, random.next());
      auto const starts = random_starts(total, size, random);
      std::vector<int> order(static_cast<std::size_t>(size));
      for (int i = 0; i < size; ++i) order[static_cast<std::size_t>(i)] = i;
      random.shuffle(std::span(order));
      int const place = order[static_cast<std::size_t>(rank)];
      auto const mine = piece_of(values, starts, place);
      std::size_t const anywhere = random.below(2 * total);
      std::size_t const first = mine.empty() ? anywhere : starts[static_cast<std::size_t>(place)];
      std::uint64_t const expected = reference::tree(std::span<std::uint64_t const>(values), mix());
      mpi::tree_plan const plan(mpi::tree_piece{first, mine.size()}, comm);
      EXPECT_EQ(plan.allreduce(mine, mix()), expected);
      for (int to = 0; to < size; ++to)
        EXPECT_EQ(plan.reduce(mine, mix(), mpi::root{to}), rank == to ? std::optional(expected) : std::nullopt);
      mpi::tree_plan const direct(mpi::tree_piece{first, mine.size()}, comm, {.routing = mpi::tree_routing::direct});
      EXPECT_EQ(direct.allreduce(mine, mix()), expected);
    }
  });
}

TEST(tree_reduce, needs_the_communicator_for_the_plan_only) {
  MPI_Comm comm = MPI_COMM_NULL;
  mpi::detail::check(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "MPI_Comm_dup");
  std::vector<std::uint64_t> const mine{1, 2};
  int const rank = rank_in(comm), size = size_of(comm);
  EXPECT_EQ(mpi::tree_reduce(mine, std::plus<>(), comm), 3 * static_cast<std::uint64_t>(size));
  mpi::tree_plan made(mpi::tree_piece{2 * static_cast<std::size_t>(size - 1 - rank), 2}, comm);
  mpi::detail::check(MPI_Comm_free(&comm), "MPI_Comm_free");
  mpi::tree_plan const plan = std::move(made);
  EXPECT_EQ(plan.allreduce(mine, std::plus<>()), 3 * static_cast<std::uint64_t>(size));
  EXPECT_EQ(plan.reduce(mine, std::plus<>(), mpi::root{0}).has_value(), rank == 0);
  EXPECT_THROW((void)plan.sum(std::vector<double>(1)), error);
}

TEST(tree_reduce, knows_more_than_2_to_the_32_elements_by_their_indices) {
  // Pieces too large to be there: only their places are planned.
  int const rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  std::size_t const share = (std::size_t{1} << 40) + 3;
  mpi::tree_plan const plan(share, MPI_COMM_WORLD);
  EXPECT_EQ(plan.total(), share * static_cast<std::size_t>(size));
  EXPECT_EQ(plan.piece().first, share * static_cast<std::size_t>(rank));
  // Backwards, by the order of the pieces.
  auto const place = static_cast<std::size_t>(size - 1 - rank);
  mpi::tree_plan const backwards(mpi::tree_piece{share * place, share}, MPI_COMM_WORLD);
  EXPECT_EQ(backwards.piece().first, share * place);
}

TEST(tree_sum, has_the_bits_of_one_machine) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(seed + 400 + static_cast<std::uint64_t>(size));
    std::vector<double> values(20000 + random.below(20000));
    for (double& value : values) value = static_cast<double>(static_cast<std::int64_t>(random.next())) * 0x1p-70;
    auto const starts = random_starts(values.size(), size, random);
    auto const mine = piece_of(values, starts, rank);
    double const expected = isobit::tree_sum(values);
    EXPECT_EQ(mpi::tree_sum(mine, comm), expected);
    EXPECT_EQ(mpi::tree_sum(mine, comm, threads(2)), expected);
    EXPECT_EQ(mpi::tree_sum(mine, comm, mpi::root{0}), rank == 0 ? std::optional(expected) : std::nullopt);
    mpi::tree_plan const direct(mine.size(), comm, {.routing = mpi::tree_routing::direct});
    EXPECT_EQ(direct.sum(mine), expected);
    std::vector<double> reversed(mine.rbegin(), mine.rend());
    EXPECT_EQ(direct.sum(blas_vector(reversed.data(), std::ssize(reversed), -1)), expected);
    std::vector<float> floats(values.begin(), values.end());
    EXPECT_EQ(mpi::tree_sum(piece_of(floats, starts, rank), comm), isobit::tree_sum(floats));
  });
}

TEST(tree_sum, of_nothing_is_zero_and_a_reduction_of_nothing_an_error) {
  for_each_size([](MPI_Comm comm) {
    std::vector<double> const nothing;
    EXPECT_EQ(mpi::tree_sum(nothing, comm), 0.0);
    EXPECT_THROW((void)mpi::tree_reduce(nothing, std::plus<>(), comm), error);
    EXPECT_THROW((void)mpi::tree_reduce(nothing, std::plus<>(), comm, mpi::root{0}), error);
    EXPECT_EQ(mpi::tree_reduce_or(5.0, nothing, std::plus<>(), comm), 5.0);
    std::vector<double> const one(rank_in(comm) == 0 ? 1 : 0, 2.0);
    EXPECT_EQ(mpi::tree_reduce_or(5.0, one, std::plus<>(), comm), 2.0);
  });
}

}  // namespace
}  // namespace isobit::test
