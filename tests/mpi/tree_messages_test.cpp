#include <isobit/mpi/tree_reduce.hpp>

#include <gtest/gtest.h>

#include "tree_support.hpp"

namespace {
struct traffic {
  long messages = 0, values = 0;
};
traffic sent;
}  // namespace

// MPI's profiling interface: what the library sends passes here.
extern "C" int MPI_Isend(void const* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  ++sent.messages;
  sent.values += count;
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

namespace isobit::test {
namespace {

/// What all ranks send during a call.
template <class Call> traffic count(MPI_Comm comm, Call call) {
  sent = {};
  (void)call();
  long all[] = {sent.messages, sent.values};
  mpi::detail::check(MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_LONG, MPI_SUM, comm), "MPI_Allreduce");
  return {all[0], all[1]};
}

TEST(tree_messages, of_a_reduction_are_one_a_rank_but_the_root) {
  for_each_size([](MPI_Comm comm) {
    int const size = size_of(comm);
    std::vector<double> const mine(static_cast<std::size_t>(100 + rank_in(comm)), 1.0);
    mpi::tree_plan const plan(mine.size(), comm);
    auto const height = static_cast<long>(tree::root_level(plan.total()));
    for (int to = 0; to < size; ++to) {
      auto const all = count(comm, [&] { return plan.sum(mine, mpi::root{to}); });
      EXPECT_EQ(all.messages, size - 1);
      EXPECT_LE(all.values, 2 * height * all.messages);
    }
  });
}

TEST(tree_messages, of_a_butterfly_are_one_a_level) {
  for_each_size([](MPI_Comm comm) {
    int const size = size_of(comm);
    std::vector<double> const mine(100, 1.0);
    mpi::tree_plan const plan(mine.size(), comm);
    long levels = 0, power = 1;
    for (; 2 * power <= size; power *= 2) ++levels;
    EXPECT_EQ(count(comm, [&] { return plan.sum(mine); }).messages, power * levels + 2 * (size - power));
  });
}

TEST(tree_messages, routed_directly_are_those_the_distribution_predicts) {
  for_each_size([](MPI_Comm comm) {
    auto const rank = static_cast<std::size_t>(rank_in(comm)), size = static_cast<std::size_t>(size_of(comm));
    for (std::size_t const total : {1, 13, 200, 5000, 77777})
      for (auto const kind : {distribution_kind::lower, distribution_kind::upper, distribution_kind::power_of_two,
                              distribution_kind::optimised, distribution_kind::optimised_thesis}) {
        distribution const shares(total, size, kind);
        std::vector<double> const mine(shares.count(rank), 1.0);
        auto const predicted = static_cast<long>(shares.message_count());
        // The rank of element 0 ends up with the result: nothing more is sent.
        mpi::root const holder{static_cast<int>(shares.rank_from_index(0))};
        mpi::tree_plan const single(shares, comm, {mpi::tree_routing::direct, 1});
        auto const alone = count(comm, [&] { return single.sum(mine, holder); });
        EXPECT_EQ(alone.messages, predicted) << total;
        EXPECT_EQ(alone.values, predicted) << total;
        mpi::tree_plan const buffered(shares, comm, {mpi::tree_routing::direct, 8});
        auto const together = count(comm, [&] { return buffered.sum(mine, holder); });
        EXPECT_EQ(together.values, predicted) << total;
        EXPECT_LE(together.messages, predicted) << total;
        if (total == 5000 && size > 4 && kind == distribution_kind::lower) {
          EXPECT_LT(together.messages, predicted);
        }
      }
  });
}

}  // namespace
}  // namespace isobit::test
