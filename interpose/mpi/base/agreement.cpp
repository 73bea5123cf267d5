#include "base/agreement.hpp"

#include "base/mpi_library.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

bool all_ranks_agree(std::uint64_t mine) {
  std::uint64_t const both[2] = {mine, ~mine};
  std::uint64_t least[2];
  REAL(Allreduce)(both, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  std::uint64_t const most = ~least[1];
  return least[0] == most;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
