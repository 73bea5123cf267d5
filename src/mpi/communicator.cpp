#include <isobit/mpi/communicator.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "arithmetic/hash.hpp"
#include "mpi/finalise.hpp"
#include "mpi/kept_copy.hpp"
#include "mpi/without_exceptions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

void check(int code, char const* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  std::string reason = "error " + std::to_string(code);
  if (MPI_Error_string(code, text, &length) == MPI_SUCCESS) reason.assign(text, static_cast<std::size_t>(length));
  throw error(status::communication, std::string("isobit::mpi: ") + call + " failed: " + reason);
}

namespace {

[[noreturn]] void refuse(status code, char const* what, std::string const& why) {
  throw error(code, std::string("isobit::mpi::") + what + ": " + why);
}

/// Set while MPI is known to run, so that a call need not ask MPI twice: that takes as long as summing ten numbers.
std::atomic<bool> running = false;

#ifndef SMPI_H
int stop_running(MPI_Comm, int, void*, void*) {
  running = false;
  return MPI_SUCCESS;
}
#endif

void require_running(char const* what) {
  int yes = 0;
  check(MPI_Initialized(&yes), "MPI_Initialized");
  if (!yes) refuse(status::communication, what, "MPI is not initialised; call MPI_Init first");
  check(MPI_Finalized(&yes), "MPI_Finalized");
  if (yes) refuse(status::communication, what, "MPI was finalised; call this before MPI_Finalize");
    // Simulated ranks share this variable, and finalise one by one: they ask MPI every time.
#ifndef SMPI_H
  call_when_finalised(stop_running, nullptr);
  running = true;
#endif
}

}  // namespace

bool was_accepted([[maybe_unused]] MPI_Comm comm) noexcept {
#ifdef SMPI_H
  return false;
#else
  return running.load(std::memory_order_relaxed) && copy_at_hand(comm) != nullptr;
#endif
}

communicator::communicator(MPI_Comm comm, char const* what) : handle_(comm) {
  if (was_accepted(comm)) return;
  if (!running.load(std::memory_order_relaxed)) require_running(what);
  if (comm == MPI_COMM_NULL)
    refuse(status::invalid_argument, what, "MPI_COMM_NULL; only ranks that belong to a communicator make the call");
  int intercommunicator = 0;
  check(MPI_Comm_test_inter(comm, &intercommunicator), "MPI_Comm_test_inter");
  if (intercommunicator)
    refuse(status::invalid_argument, what,
           "this is an intercommunicator; make one communicator of its two groups with MPI_Intercomm_merge");
}

int communicator::rank() const {
  int result = 0;
  check(MPI_Comm_rank(handle_, &result), "MPI_Comm_rank");
  return result;
}

int communicator::size() const {
  int result = 0;
  check(MPI_Comm_size(handle_, &result), "MPI_Comm_size");
  return result;
}

namespace {

bool checks_wanted() noexcept {
#ifdef NDEBUG
  constexpr bool debug_build = false;
#else
  constexpr bool debug_build = true;
#endif
  // Asked once: the ranks of a job start with the same environment.
  static bool const wanted = [] {
    char const* const value = std::getenv("ISOBIT_MPI_CHECK");
    std::string_view const setting(value != nullptr ? value : "");
    return setting == "1" || (debug_build && setting != "0");
  }();
  return wanted;
}

}  // namespace

void require_agreement(communicator const& comm, char const* what, std::initializer_list<parameter> parameters) {
  if (!checks_wanted()) return;
  // As many words whatever the operation, so that ranks that call different operations find out too.
  constexpr std::size_t words = 8;
  arithmetic::fnv1a names;
  names.add(what);
  for (parameter const& one : parameters) names.add(one.name);
  std::uint64_t mine[words] = {names.value()};
  std::transform(parameters.begin(), parameters.end(), mine + 1, [](parameter const& one) { return one.value; });
  int const size = comm.size();
  std::vector<std::uint64_t> all(words * static_cast<std::size_t>(size));
  check(MPI_Allgather(mine, words, MPI_UINT64_T, all.data(), words, MPI_UINT64_T, comm.handle()), "MPI_Allgather");
  for (int rank = 1; rank < size; ++rank) {
    std::uint64_t const* const theirs = &all[words * static_cast<std::size_t>(rank)];
    std::string const ranks = "ranks 0 and " + std::to_string(rank);
    if (theirs[0] != all[0])
      refuse(status::invalid_argument, what,
             ranks + " called different operations, or with other arguments; all ranks must make the same call");
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (theirs[i + 1] != all[i + 1])
        refuse(status::invalid_argument, what,
               ranks + " differ in the " + (parameters.begin() + i)->name + ": " + std::to_string(all[i + 1]) +
                   " and " + std::to_string(theirs[i + 1]) + "; all ranks must pass the same");
  }
}

void take_smallest(MPI_Comm comm, std::span<std::uint64_t> numbers) {
  // With the top bit turned around, signed numbers are in the order of the unsigned ones.
  auto const turn = [&] {
    for (std::uint64_t& one : numbers) one ^= std::uint64_t{1} << 63;
  };
  turn();
  check(MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_MIN, comm),
        "MPI_Allreduce");
  turn();
}

void rethrow(communicator const& comm, std::exception_ptr const& problem, int failed, char const* what) {
  if (problem) std::rethrow_exception(problem);
  if (failed >= 0)
    refuse(status::communication, what,
           (failed < comm.size() ? "rank " + std::to_string(failed) : "another rank") + " of " +
               std::to_string(comm.size()) + " could not do its part, so there is no result; its own error says why");
}

}  // namespace mpi::detail

void mpi::root::require(detail::communicator const& comm, char const* what) const {
  if (rank < 0 || rank >= comm.size())
    detail::refuse(status::invalid_argument, what,
                   "there is no rank " + std::to_string(rank) + " in a communicator of " + std::to_string(comm.size()));
}

void mpi::root::agree(detail::communicator const& comm, char const* what) const {
  detail::require_agreement(comm, what, {{"root", static_cast<std::uint64_t>(rank)}});
}

ISOBIT_NAMESPACE_END
