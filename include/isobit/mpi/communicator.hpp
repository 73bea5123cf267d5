#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include <mpi.h>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// Throws `error` with MPI's own words where a call did not succeed: `check(MPI_Barrier(comm), "MPI_Barrier")`. MPI
/// returns at all only where the communicator's error handler is MPI_ERRORS_RETURN.
ISOBIT_API void check(int code, char const* call);

/// A communicator that can be used here.
class ISOBIT_API communicator {
public:
  /// Throws `error`, in the name of the operation `what`, where MPI is not initialised or already finalised, for
  /// MPI_COMM_NULL and for intercommunicators: before anything is sent, so that no rank waits for another.
  communicator(MPI_Comm comm, char const* what);
  [[nodiscard]] MPI_Comm handle() const noexcept { return handle_; }
  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;

private:
  MPI_Comm handle_;
};

/// The smallest of all ranks' numbers, one by one, in place. Not by MPI_MIN on unsigned numbers, which MPICH 4.0 and
/// Open MPI 4.1 compare as signed ones.
ISOBIT_API void take_smallest(MPI_Comm comm, std::span<std::uint64_t> numbers);

/// Something all ranks must pass alike.
struct parameter {
  char const* name;
  std::uint64_t value;
};

/// Throws `error` on every rank, naming two of them, where the operation or a parameter (7 at most) differs, and costs
/// a message round. Does nothing but in debug builds of isobit, where the environment variable ISOBIT_MPI_CHECK is not
/// 0, and in all others where it is 1.
ISOBIT_API void require_agreement(communicator const& comm, char const* what,
                                  std::initializer_list<parameter> parameters);

/// After a reduction in which ranks could say that they had failed: throws this rank's own problem, or `error` naming
/// the rank that failed. `failed` is -1 for none, and
/// `comm.size()` where it is not known which.
ISOBIT_API void rethrow(communicator const& comm, std::exception_ptr const& problem, int failed, char const* what);

}  // namespace detail

/// Where a result is wanted: on every rank.
struct everyone {
  static void agree(detail::communicator const&, char const*) noexcept {}
  template <class Value> static Value keep(detail::communicator const&, Value value) { return value; }
};

/// Where a result is wanted: on this rank only. Every rank makes the call; the others get std::nullopt.
///
///     std::optional<double> s = isobit::mpi::sum(mine, comm, isobit::mpi::root{0});
struct ISOBIT_API root {
  int rank = 0;
  /// Throws `error` for a rank that is not there.
  void require(detail::communicator const& comm, char const* what) const;
  /// Throws `error`, where checks are wanted, if the ranks name different roots.
  void agree(detail::communicator const& comm, char const* what) const;
  /// Asks only now whether the rank is there: had it thrown before, the others would wait.
  template <class Value> std::optional<Value> keep(detail::communicator const& comm, Value value) const {
    require(comm, "root");
    return comm.rank() == rank ? std::optional<Value>(std::move(value)) : std::nullopt;
  }
};

template <class To>
concept destination = std::same_as<To, everyone> || std::same_as<To, root>;

}  // namespace mpi
ISOBIT_NAMESPACE_END
