#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reduction/datatype.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Who gets which results.
enum class form { allreduce, reduce, reduce_scatter, reduce_scatter_block, scan, exscan };

/// The ranks of a communicator as a reduction sees them.
struct group {
  int rank = 0;
  int contributors = 0;  ///< ranks whose numbers are reduced: of an intercommunicator, those of the other side
  int receivers = 0;     ///< ranks on this side
  bool is_inter = false;

  static group of(MPI_Comm comm);
  /// One rank: there is nothing to combine.
  [[nodiscard]] bool is_alone() const noexcept { return contributors <= 1 && !is_inter; }
};

/// A collective reduction as the program called it.
struct reduction {
  form what = form::allreduce;
  void const* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;  ///< elements that a rank contributes
  MPI_Datatype datatype = {};
  MPI_Op op = {};
  int root = 0;
  MPI_Comm comm = {};
  std::vector<std::size_t> parts = {};  ///< of the scattering forms: how many results each receiver gets

  // What isobit makes of it.
  element type = {};
  operation operation_kind = operation::sum;
  group ranks = {};
  bool is_persistent = false;

  [[nodiscard]] bool is_scatter() const noexcept {
    return what == form::reduce_scatter || what == form::reduce_scatter_block;
  }
  /// What this rank contributes.
  [[nodiscard]] std::byte const* input() const noexcept {
    return static_cast<std::byte const*>(send == MPI_IN_PLACE ? receive : send);
  }
  /// Whether this rank contributes: not the side of an intercommunicator that holds the root.
  [[nodiscard]] bool contributes() const noexcept {
    return what != form::reduce || (root != MPI_ROOT && root != MPI_PROC_NULL);
  }
  /// How many results this rank gets.
  [[nodiscard]] std::size_t results() const noexcept;
  /// Where this rank's results begin among all.
  [[nodiscard]] std::size_t first_result() const noexcept;
  /// How many ranks, from the first on, this rank's results are made of.
  [[nodiscard]] int rows_of_results() const noexcept {
    return what == form::scan ? ranks.rank + 1 : what == form::exscan ? ranks.rank : ranks.contributors;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return count * type.size(); }
};

/// Whether the arguments are such that the MPI should have the call itself: it rejects them, or there is nothing to do.
bool is_for_the_mpi(reduction const& call);

}  // namespace interpose
ISOBIT_NAMESPACE_END
