#include "reduction/reduction.hpp"

#include <numeric>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

group group::of(MPI_Comm comm) {
  group result;
  int is_inter = 0;
  if (comm == MPI_COMM_NULL || REAL(Comm_test_inter)(comm, &is_inter) != MPI_SUCCESS) return result;
  REAL(Comm_rank)(comm, &result.rank);
  REAL(Comm_size)(comm, &result.receivers);
  result.contributors = result.receivers;
  result.is_inter = is_inter != 0;
  if (result.is_inter) REAL(Comm_remote_size)(comm, &result.contributors);
  return result;
}

std::size_t reduction::results() const noexcept {
  if (is_scatter()) return parts[static_cast<std::size_t>(ranks.rank)];
  if (what == form::reduce) return (ranks.is_inter ? root == MPI_ROOT : root == ranks.rank) ? count : 0;
  return what == form::exscan && ranks.rank == 0 ? 0 : count;
}

std::size_t reduction::first_result() const noexcept {
  return is_scatter() ? std::accumulate(parts.begin(), parts.begin() + ranks.rank, std::size_t{0}) : 0;
}

bool is_for_the_mpi(reduction const& call) {
  if (call.count == 0 || call.ranks.contributors == 0) return true;
  bool const in_place = call.contributes() && call.send == MPI_IN_PLACE;
  bool receives = call.results() > 0;
#ifndef OMPI_MAJOR_VERSION
  // MPICH minds the receive buffer of an exscan's first rank, too, and one that is also the send buffer.
  receives = receives || call.what == form::exscan;
  if (receives && call.send == call.receive) return true;
#endif
  if (receives && (call.receive == nullptr || call.receive == MPI_IN_PLACE)) return true;
  if (call.contributes() && call.send == nullptr) return true;
  if (call.ranks.is_inter) {
    if (in_place || call.what == form::scan || call.what == form::exscan) return true;
    if (call.contributes() && call.what == form::reduce && (call.root < 0 || call.root >= call.ranks.contributors))
      return true;
  } else if (call.what == form::reduce) {
    if (call.root < 0 || call.root >= call.ranks.contributors || (in_place && !receives)) return true;
  }
  return false;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
