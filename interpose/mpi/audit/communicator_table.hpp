#pragma once

#include <atomic>
#include <mutex>
#include <unordered_map>

#include "base/mpi_library.hpp"
#include "log/places_file.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Numbers the communicators of reductions, and writes down what makes them the same on all their ranks: log.hpp. For
/// any number of threads.
class communicator_table {
public:
  explicit communicator_table(places_file& places);

  struct turn {
    std::uint32_t communicator;
    std::uint64_t sequence;
  };
  /// The index of a communicator, and how many reductions there were before on it.
  turn next_turn(MPI_Comm comm);
  /// Whether all its ranks are of MPI_COMM_WORLD: others have no number in the logs.
  bool is_of_this_world(MPI_Comm comm);
  /// To be told by all ranks of `parent`, in the same order, whenever they have made communicators of it; `child` is
  /// MPI_COMM_NULL on those that are in none.
  void add_child(MPI_Comm parent, MPI_Comm child);

private:
  struct notes;
  notes& notes_of(MPI_Comm comm);
  std::uint32_t number(MPI_Comm comm, notes& mine);
  notes& attach(MPI_Comm comm, std::uint64_t lineage);

  places_file& places_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::uint64_t> others_;  // of a group: communicators whose making was not seen
  std::uint32_t size_ = 0;
  int key_ = MPI_KEYVAL_INVALID;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
