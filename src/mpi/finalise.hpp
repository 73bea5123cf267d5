#pragma once

#include <isobit/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// Has `function` called with `attribute` when MPI is finalised: MPI_Finalize begins by freeing MPI_COMM_SELF, and with
/// it what is attached to it. Not for simulated ranks, which share one process and finalise one by one.
inline void call_when_finalised(MPI_Comm_delete_attr_function* function, void* attribute) {
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, function, &key, nullptr), "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, attribute), "MPI_Comm_set_attr");
  check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
