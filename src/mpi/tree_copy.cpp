#include <isobit/mpi/tree_network.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

#ifdef SMPI_H

// Simulated ranks share the attributes of a communicator: the first would find no copy, and the others that of the
// first.
void private_communicator::share(MPI_Comm comm) {
  MPI_Comm copy = MPI_COMM_NULL;
  check(MPI_Comm_dup(comm, &copy), "MPI_Comm_dup");
  reset(copy);
}

#else

namespace {

int free_copy(MPI_Comm, int, void* copy, void*) {
  // MPI_Finalize takes the attributes of MPI_COMM_WORLD away when nothing can be freed any more.
  int finalised = 0;
  if (MPI_Finalized(&finalised) == MPI_SUCCESS && !finalised) MPI_Comm_free(static_cast<MPI_Comm*>(copy));
  delete static_cast<MPI_Comm*>(copy);
  return MPI_SUCCESS;
}

int copy_key() {
  static int const key = [] {
    int made = MPI_KEYVAL_INVALID;
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_copy, &made, nullptr), "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

}  // namespace

void private_communicator::share(MPI_Comm comm) {
  int found = 0;
  MPI_Comm* kept = nullptr;
  check(MPI_Comm_get_attr(comm, copy_key(), static_cast<void*>(&kept), &found), "MPI_Comm_get_attr");
  if (!found) {
    auto copy = std::make_unique<MPI_Comm>(MPI_COMM_NULL);
    check(MPI_Comm_dup(comm, copy.get()), "MPI_Comm_dup");
    check(MPI_Comm_set_attr(comm, copy_key(), copy.get()), "MPI_Comm_set_attr");
    kept = copy.release();
  }
  handle_ = *kept;
  shared_ = true;
}

#endif

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
