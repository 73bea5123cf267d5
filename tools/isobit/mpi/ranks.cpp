#include "ranks.hpp"

#include <isobit/mpi/communicator.hpp>

namespace isobit::tool {
namespace {

using isobit::mpi::detail::check;

std::string host() {
  char name[MPI_MAX_PROCESSOR_NAME + 1] = {};
  int length = 0;
  check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return name;
}

}  // namespace

ranks::ranks(MPI_Comm comm) : comm_(comm) {
  check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  isobit::mpi::detail::communicator const here(comm, "isobit-mpi");
  rank_ = static_cast<std::size_t>(here.rank());
  size_ = static_cast<std::size_t>(here.size());
}

std::uint64_t ranks::reduced(std::uint64_t mine, MPI_Op operation) const {
  auto const sent = static_cast<std::int64_t>(mine);
  std::int64_t all = 0;
  check(MPI_Allreduce(&sent, &all, 1, MPI_INT64_T, operation, comm_), "MPI_Allreduce");
  return static_cast<std::uint64_t>(all);
}

void ranks::require_same(std::uint64_t hash, failure const& otherwise) const {
  hash >>= 1;  // below 2^63
  bool const same = least(hash) == largest(hash);
  agree(same ? std::nullopt : std::optional(otherwise));
}

void ranks::agree(std::optional<failure> const& mine) const {
  std::uint64_t const first = least(mine ? mine->place() : nothing);
  if (first == nothing) return;
  std::uint64_t const speaker = least(mine && mine->place() == first ? rank_ : size_);
  std::uint64_t const failed = sum(mine ? 1 : 0);
  int code = mine ? static_cast<int>(mine->code()) : 0;
  check(MPI_Bcast(&code, 1, MPI_INT, static_cast<int>(speaker), comm_), "MPI_Bcast");
  if (rank_ != speaker) throw failure_elsewhere{static_cast<exit_code>(code)};
  // What is wrong with the input is so wherever it is read; what is wrong with a machine is not.
  bool const is_local = mine->code() != exit_code::bad_data && mine->code() != exit_code::usage && failed != size_;
  if (!is_local) throw *mine;
  throw failure(mine->code(), std::string(mine->what()) + " (on rank " + std::to_string(rank_) + ", " + host() + ")");
}

}  // namespace isobit::tool
