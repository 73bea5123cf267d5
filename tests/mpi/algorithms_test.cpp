#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "spreads.hpp"

// Run once for every algorithm that the MPI can be told to use.
namespace isobit::test {
namespace {

TEST(algorithms, do_not_show_in_a_sum) {
  for_each_spread<double>(1, 600,
                          [](MPI_Comm comm, std::vector<double> const& x, spread const& spread, random_source&) {
                            auto const mine = spread.part(x, rank_in(comm));
                            EXPECT_TRUE(same_bits(sum(x), mpi::sum(mine, comm)));
                            EXPECT_TRUE(same_bits(dot(x, x), mpi::dot(mine, mine, comm)));
                            EXPECT_TRUE(same_bits(sum<binned<double, 3>>(x), mpi::sum<binned<double, 3>>(mine, comm)));
                          });
}

TEST(algorithms, do_not_show_in_elementwise_sums) {
  // Small enough for one message, and large enough to be cut; narrow and wide.
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    for (std::size_t const count : {3, 3000}) {
      random_source random(first_seed() + static_cast<std::uint64_t>(size));
      auto const& kind = data_classes<double>()[count == 3 ? 3 : 2];
      std::vector<exact> states(count);
      std::vector<double> mine, expected;
      for (int i = 0; i < size; ++i) {
        auto const row = make_data(kind, random, count);
        for (std::size_t j = 0; j < count; ++j) states[j].add(row[j]);
        if (i == rank) mine = row;
      }
      for (auto const& state : states) expected.push_back(state.round());
      std::vector<double> out(count);
      mpi::allreduce(mine, out, comm);
      EXPECT_TRUE(same_bits(expected, out));
      mpi::reduce(mine, out, comm, mpi::root{size - 1});
      if (rank == size - 1) {
        EXPECT_TRUE(same_bits(expected, out));
      }
    }
  });
}

TEST(algorithms, show_in_plain_sums) {
  // The negative control: were this data too easy, the other tests would show nothing.
  std::set<std::uint64_t> results;
  random_source random(first_seed());
  auto const& kind = data_classes<double>()[1];
  auto const x = make_data(kind, random, 1000);
  for_each_size([&](MPI_Comm comm) {
    random_source dealer(first_seed());
    for (auto const& spread : spreads_of(x.size(), size_of(comm), dealer)) {
      double local = 0, all = 0;
      for (double const one : spread.part(x, rank_in(comm))) local += one;
      mpi::detail::check(MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, comm), "MPI_Allreduce");
      results.insert(bits_of(all));
    }
  });
  // Rank 0 belongs to communicators of every size.
  if (rank_in(MPI_COMM_WORLD) == 0) {
    EXPECT_GE(results.size(), 2u);
  }
}

}  // namespace
}  // namespace isobit::test
