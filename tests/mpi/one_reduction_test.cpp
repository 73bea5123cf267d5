#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "support.hpp"

namespace {

/// How often each of MPI's functions that communicate was called.
std::map<std::string, int> calls;

}  // namespace

// The profiling interface: these stand before MPI's own.
#define ISOBIT_COUNT(name, parameters, arguments) \
  extern "C" int MPI_##name parameters {          \
    ++calls[#name];                               \
    return PMPI_##name arguments;                 \
  }
using buffer = void const*;
using type = MPI_Datatype;

ISOBIT_COUNT(Allreduce, (buffer in, void* out, int n, type t, MPI_Op op, MPI_Comm comm), (in, out, n, t, op, comm))
ISOBIT_COUNT(Iallreduce, (buffer in, void* out, int n, type t, MPI_Op op, MPI_Comm comm, MPI_Request* request),
             (in, out, n, t, op, comm, request))
ISOBIT_COUNT(Reduce, (buffer in, void* out, int n, type t, MPI_Op op, int root, MPI_Comm comm),
             (in, out, n, t, op, root, comm))
ISOBIT_COUNT(Reduce_scatter_block, (buffer in, void* out, int n, type t, MPI_Op op, MPI_Comm comm),
             (in, out, n, t, op, comm))
ISOBIT_COUNT(Scan, (buffer in, void* out, int n, type t, MPI_Op op, MPI_Comm comm), (in, out, n, t, op, comm))
ISOBIT_COUNT(Exscan, (buffer in, void* out, int n, type t, MPI_Op op, MPI_Comm comm), (in, out, n, t, op, comm))
ISOBIT_COUNT(Allgather, (buffer in, int n, type t, void* out, int m, type u, MPI_Comm comm),
             (in, n, t, out, m, u, comm))
ISOBIT_COUNT(Allgatherv, (buffer in, int n, type t, void* out, int const* m, int const* at, type u, MPI_Comm comm),
             (in, n, t, out, m, at, u, comm))
ISOBIT_COUNT(Gather, (buffer in, int n, type t, void* out, int m, type u, int root, MPI_Comm comm),
             (in, n, t, out, m, u, root, comm))
ISOBIT_COUNT(Gatherv,
             (buffer in, int n, type t, void* out, int const* m, int const* at, type u, int root, MPI_Comm comm),
             (in, n, t, out, m, at, u, root, comm))
ISOBIT_COUNT(Alltoallv,
             (buffer in, int const* n, int const* from, type t, void* out, int const* m, int const* at, type u,
              MPI_Comm comm),
             (in, n, from, t, out, m, at, u, comm))
ISOBIT_COUNT(Alltoall, (buffer in, int n, type t, void* out, int m, type u, MPI_Comm comm), (in, n, t, out, m, u, comm))
ISOBIT_COUNT(Bcast, (void* data, int n, type t, int root, MPI_Comm comm), (data, n, t, root, comm))
ISOBIT_COUNT(Barrier, (MPI_Comm comm), (comm))
ISOBIT_COUNT(Send, (buffer data, int n, type t, int to, int tag, MPI_Comm comm), (data, n, t, to, tag, comm))
ISOBIT_COUNT(Isend, (buffer data, int n, type t, int to, int tag, MPI_Comm comm, MPI_Request* request),
             (data, n, t, to, tag, comm, request))
ISOBIT_COUNT(Recv, (void* data, int n, type t, int from, int tag, MPI_Comm comm, MPI_Status* status),
             (data, n, t, from, tag, comm, status))
ISOBIT_COUNT(Irecv, (void* data, int n, type t, int from, int tag, MPI_Comm comm, MPI_Request* request),
             (data, n, t, from, tag, comm, request))
ISOBIT_COUNT(Comm_dup, (MPI_Comm comm, MPI_Comm* copy), (comm, copy))
ISOBIT_COUNT(Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm* part), (comm, colour, key, part))
#undef ISOBIT_COUNT

namespace isobit::test {
namespace {

using counts = std::map<std::string, int>;

template <class Body> counts calls_of(Body body) {
  calls.clear();
  (void)body();
  return std::exchange(calls, {});
}

counts const one = {{"Allreduce", 1}};
counts const two = {{"Allreduce", 2}};

MPI_Comm const world = MPI_COMM_WORLD;

class one_reduction : public testing::Test {
protected:
  std::vector<double> x_ = std::vector<double>(1000, 1.0 + rank_in(world));
  std::vector<float> f_ = std::vector<float>(1000, 1.5f);
  std::vector<std::complex<double>> z_ = std::vector<std::complex<double>>(1000, {1.0, 2.0});
  /// 2^600 apart: more than a window of 13 digits holds.
  std::vector<double> wide_ = {0x1p300, 0x1p-300};
};

TEST_F(one_reduction, is_all_that_an_exact_reduction_needs) {
  EXPECT_EQ(calls_of([&] { return mpi::sum(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(f_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(z_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(x_, world, mpi::root{1}); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(std::vector<double>(), world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(x_, world, threads(2)); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::mean(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::asum(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::nrm2(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::squared_norm(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::dot(x_, x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::dot(z_, z_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::merge(exact(), world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::isum(x_, world).get(); }), (counts{{"Iallreduce", 1}}));
}

TEST_F(one_reduction, is_all_that_many_fields_need) {
  std::vector<unsigned char> const mask(x_.size(), 1);
  mpi::field<double> const field(x_);
  EXPECT_EQ(calls_of([&] { return mpi::sum({field, field.weighted_by(x_), field.where(mask)}, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum(std::vector<mpi::field<double>>(1000, field), world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::isum({field, field}, world).get(); }), (counts{{"Iallreduce", 1}}));
}

TEST_F(one_reduction, is_all_that_bins_need) {
  using bins = binned<double, 3>;
  EXPECT_EQ(calls_of([&] { return mpi::sum<bins>(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::sum<bins>(wide_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::mean<bins>(x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::dot<bins>(x_, x_, world); }), one);
  EXPECT_EQ(calls_of([&] { return mpi::asum<bins>(x_, world); }), one);
}

TEST_F(one_reduction, takes_a_second_where_the_method_must_know_something_first) {
  EXPECT_EQ((calls_of([&] { return mpi::sum<double_sweep<double, 3>>(x_, world); })), two);
  EXPECT_EQ((calls_of([&] { return mpi::sum<single_sweep<double, 3>>(x_, world); })), two);
  EXPECT_EQ((calls_of([&] { return mpi::nrm2<binned<double, 3>>(x_, world); })), two);
}

TEST_F(one_reduction, takes_a_second_for_wide_numbers) {
  EXPECT_EQ(calls_of([&] { return mpi::sum(wide_, world); }), two);
  EXPECT_EQ(calls_of([&] { return mpi::mean(wide_, world); }), two);
  EXPECT_EQ(calls_of([&] { return mpi::dot(wide_, wide_, world); }), two);
  // Not in the background.
  EXPECT_EQ(calls_of([&] { return mpi::isum(wide_, world).get(); }), (counts{{"Iallreduce", 1}}));
  // One rank's numbers suffice, and all ranks know.
  EXPECT_EQ(calls_of([&] { return mpi::sum(rank_in(world) == 1 ? wide_ : x_, world); }), two);
}

TEST_F(one_reduction, begins_with_narrow_windows_where_the_last_could_have_been) {
  mpi::detail::communicator const comm(world, "test");
  mpi::detail::window_guess guess;
  std::vector<double> const middle = {0x1p150, -0x1.8p-150};  // more than seven digits, fewer than thirteen
  auto const check = [&](std::vector<double> const& values, int reductions, bool narrow) {
    double const expected = mpi::sum(values, world);
    exact state = exact_sum(values);
    EXPECT_EQ(calls_of([&] {
                mpi::detail::merge_exact(comm, std::span<exact>(&state, 1), nullptr, "test", guess);
                return 0;
              }),
              (counts{{"Allreduce", reductions}}));
    EXPECT_EQ(state.round<double>(), expected);
    EXPECT_EQ(guess.narrow, narrow);
  };
  check(x_, 1, true);
  check(x_, 1, true);
  check(middle, 2, false);
  check(middle, 1, false);
  check(x_, 1, true);
  check(wide_, 3, false);
  check(wide_, 2, false);
  check({}, 1, true);
  // One rank's numbers suffice, and all ranks know.
  check(rank_in(world) == 1 ? middle : x_, 2, false);
}

TEST_F(one_reduction, follows_the_exchange_of_keys) {
  std::vector<int> const keys(x_.size(), rank_in(world));
  EXPECT_EQ(calls_of([&] { return mpi::sum_by_key(keys, x_, world); }),
            (counts{{"Allgather", 1}, {"Allgatherv", 1}, {"Allreduce", 1}}));
}

/// Four ranks' small ones meet in one exchange; for large ones the ranks agree first that nobody has a problem.
TEST_F(one_reduction, is_none_for_elements_but_an_exchange_of_numbers) {
  auto const size = static_cast<std::size_t>(size_of(world));
  auto const calls_with = [&](auto operation) { return calls_of([&] { return operation(), 0; }); };
  std::vector<double> few(40), few_out(40), few_block(40 / size);
  counts const at_once = {{"Allgather", 1}};
  EXPECT_EQ(calls_with([&] { mpi::allreduce(few, few_out, world); }), at_once);
  EXPECT_EQ(calls_with([&] { mpi::reduce(few, few_out, world, mpi::root{0}); }), at_once);
  EXPECT_EQ(calls_with([&] { mpi::scan(few, few_out, world); }), at_once);
  EXPECT_EQ(calls_with([&] { mpi::exscan(few, few_out, world); }), at_once);
  EXPECT_EQ(calls_with([&] { mpi::reduce_scatter(few, few_block, world); }), at_once);

  auto out = x_;
  std::vector<double> block(x_.size() / size);
  EXPECT_EQ(calls_with([&] { mpi::allreduce(x_, out, world); }),
            (counts{{"Allreduce", 1}, {"Alltoallv", 1}, {"Allgatherv", 1}}));
  EXPECT_EQ(calls_with([&] { mpi::reduce(x_, out, world, mpi::root{0}); }),
            (counts{{"Allreduce", 1}, {"Alltoallv", 1}, {"Gatherv", 1}}));
  EXPECT_EQ(calls_with([&] { mpi::scan(x_, out, world); }), (counts{{"Allreduce", 1}, {"Alltoallv", 2}}));
  EXPECT_EQ(calls_with([&] { mpi::exscan(x_, out, world); }), (counts{{"Allreduce", 1}, {"Alltoallv", 2}}));
  EXPECT_EQ(calls_with([&] { mpi::reduce_scatter(x_, block, world); }), (counts{{"Allreduce", 1}, {"Alltoall", 1}}));
}

}  // namespace
}  // namespace isobit::test
