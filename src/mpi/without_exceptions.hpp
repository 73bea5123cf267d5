#pragma once

#include <isobit/mpi/merge.hpp>

/// The reductions of `merge.hpp` for callers that no exception may reach, such as programs in Fortran: a rank's own
/// problem is a flag, and that of another is what is returned.
ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// Whether MPI runs and the calling thread has used the communicator before, in its last call of isobit::mpi.
[[nodiscard]] ISOBIT_API bool was_accepted(MPI_Comm comm) noexcept;

/// merge_exact. Returns the lowest rank that failed, comm.size() where that is not known, or -1 for none.
/// The states of a rank that failed are as many as the others', but may lie nowhere.
template <class State>
[[nodiscard]] ISOBIT_API int merge_unless_failed(communicator const& comm, std::span<State> states, bool failed,
                                                 char const* what, window_guess& guess);

/// sum, into `result`; a problem of this rank's own goes to `problem`.
template <class Result, class T>
[[nodiscard]] ISOBIT_API int sum_unless_failed(communicator const& comm, driver_ref const& on,
                                               unchecked_view<T> const& values, char const* what,
                                               std::exception_ptr& problem, Result& result);

extern template int merge_unless_failed(communicator const&, std::span<exact>, bool, char const*, window_guess&);
extern template int merge_unless_failed(communicator const&, std::span<exact_product>, bool, char const*,
                                        window_guess&);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
