#include "mpi/kept_copy.hpp"

#include <atomic>
#include <memory>

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

/// How many copies are gone: what a thread has at hand is good while there are no more. Whoever meets a new
/// communicator of an old handle comes after those who freed the old one.
std::atomic<std::uint64_t> copies_gone = 0;

struct last_asked {
  MPI_Comm comm = {};
  kept_copy const* copy = nullptr;
  std::uint64_t gone = 0;
};
constinit thread_local last_asked at_hand;

int free_copy(MPI_Comm, int, void* attribute, void*) {
  copies_gone.fetch_add(1, std::memory_order_relaxed);
  std::unique_ptr<kept_copy> const copy(static_cast<kept_copy*>(attribute));
  // MPI_Finalize takes the attributes of MPI_COMM_WORLD away when nothing can be freed any more.
  int finalised = 0;
  if (MPI_Finalized(&finalised) == MPI_SUCCESS && !finalised) MPI_Comm_free(&copy->handle);
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

kept_copy const& copy_of(MPI_Comm comm) {
  std::uint64_t const gone = copies_gone.load(std::memory_order_relaxed);
  int found = 0;
  kept_copy* kept = nullptr;
  check(MPI_Comm_get_attr(comm, copy_key(), static_cast<void*>(&kept), &found), "MPI_Comm_get_attr");
  if (!found) {
    auto copy = std::make_unique<kept_copy>();
    check(MPI_Comm_dup(comm, &copy->handle), "MPI_Comm_dup");
    check(MPI_Comm_rank(comm, &copy->rank), "MPI_Comm_rank");
    check(MPI_Comm_size(comm, &copy->ranks), "MPI_Comm_size");
    check(MPI_Comm_set_attr(comm, copy_key(), copy.get()), "MPI_Comm_set_attr");
    kept = copy.release();
  }
  at_hand = {comm, kept, gone};
  return *kept;
}

kept_copy const* copy_at_hand(MPI_Comm comm) noexcept {
  last_asked const& last = at_hand;
  return last.comm == comm && last.gone == copies_gone.load(std::memory_order_relaxed) ? last.copy : nullptr;
}

void private_communicator::share(MPI_Comm comm) {
  handle_ = copy_of(comm).handle;
  shared_ = true;
}

#endif

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
