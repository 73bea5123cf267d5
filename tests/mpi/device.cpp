// Sums over ranks of what lies in the memory of GPUs: the bits of one machine. Where there is no GPU, every rank says
// so, and none waits for another.
#include <isobit/mpi/device.hpp>

#include <gtest/gtest.h>

#include <isobit/cuda/device_array.hpp>
#include <isobit/isobit.hpp>

#include "spreads.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

bool has_gpu() {
  return message_of([] { return cuda::device_array<double>(1); }) == "nothing was wrong";
}

template <class T> void check_sums() {
  for_each_spread<T>(1, 3000, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source&) {
    cuda::device_array<T> const mine(spread.part(x, rank_in(comm)));
    cuda::on_stream const on;
    auto const part = mine.size() == 0 ? vector_view<T const>() : vector_view<T const>(mine.span());
    EXPECT_TRUE(same_bits(sum(x), mpi::sum(part, comm, on)));
    EXPECT_TRUE(same_bits(dot(x, x), mpi::dot(part, part, comm, on)));
    auto const on_root = mpi::sum(part, comm, mpi::root{0}, on);
    EXPECT_EQ(on_root.has_value(), rank_in(comm) == 0);
  });
}
TEST(device, sums_have_the_bits_of_one_machine) {
  if (!has_gpu()) GTEST_SKIP() << "SKIPPED: no GPU here";
  check_sums<double>();
  check_sums<float>();
}

TEST(device, a_rank_without_what_it_needs_is_heard_by_all) {
  std::vector<double> const in_memory_of_the_host(3, 1.0);
  auto const refused = message_of([&] { return mpi::sum(in_memory_of_the_host, MPI_COMM_WORLD, cuda::on_stream()); });
  EXPECT_NE(refused.find(has_gpu() ? "memory of the host" : "no GPU"), std::string::npos) << refused;
  EXPECT_EQ(mpi::sum(in_memory_of_the_host, MPI_COMM_WORLD), 3.0 * size_of(MPI_COMM_WORLD));
}

}  // namespace
}  // namespace isobit::test
