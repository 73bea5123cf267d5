#include <isobit/mpi/grouped.hpp>

#include <numeric>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

std::vector<std::byte> gather_bytes(communicator const& comm, std::span<std::byte const> mine) {

  auto const ranks = static_cast<std::size_t>(comm.size());
  std::uint64_t const size = mine.size();
  std::vector<std::uint64_t> sizes(ranks);
  check(MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, comm.handle()), "MPI_Allgather");
  auto const total = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  if (total > std::numeric_limits<int>::max())
    throw error(status::out_of_range, "isobit::mpi::sum_by_key: more than 2 GiB of keys; sum them in several calls");
  std::vector<int> counts(sizes.begin(), sizes.end()), offsets(ranks);
  std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
  std::vector<std::byte> all(total);
  check(MPI_Allgatherv(mine.data(), counts[static_cast<std::size_t>(comm.rank())], MPI_BYTE, all.data(), counts.data(),
                       offsets.data(), MPI_BYTE, comm.handle()),
        "MPI_Allgatherv");
  return all;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
