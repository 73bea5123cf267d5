#pragma once

#include <functional>
#include <ranges>
#include <utility>

#include <isobit/mpi/tree_plan.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

template <class Values, class Projection> tree_plan plan_for(char const* what, Values const& local, MPI_Comm comm) {
  return {tree_network::one_call{what, sizeof(isobit::detail::projected_value<Values, Projection>)},
          static_cast<std::size_t>(std::ranges::size(local)), comm};
}
template <class T> tree_plan plan_for_sum(vector_view<T const> const& local, MPI_Comm comm) {
  return {tree_network::one_call{"tree_sum", sizeof(T)}, local.count(), comm};
}

}  // namespace detail

/// The elements of all ranks, in the order of the ranks, reduced by any operation along the binary tree over all of
/// them: what `isobit::tree_reduce` gives for the whole sequence, whatever the number of ranks and however many
/// elements each holds, none included. With a root the others get std::nullopt. Values travel as MPI numbers, as bytes
/// if they are trivially copyable, or by `serialise` and `deserialise`. Throws `error` on every rank for no elements at
/// all; what the operation throws, on its rank, and `error` on those that wait for it. Who reduces often makes a
/// `tree_plan` once: half the messages.
///
///     matrix product = isobit::mpi::tree_reduce(my_matrices, std::multiplies<>(), MPI_COMM_WORLD);
template <isobit::detail::tree_values Values, class Operation, detail::projection_of<Values> Projection = std::identity>
[[nodiscard]] auto tree_reduce(Values const& local, Operation const& operation, MPI_Comm comm,
                               Projection projection = {}, driver_ref const& on = serial()) {
  return detail::plan_for<Values, Projection>("tree_reduce", local, comm)
      .allreduce(local, operation, std::move(projection), on);
}
template <isobit::detail::tree_values Values, class Operation>
[[nodiscard]] auto tree_reduce(Values const& local, Operation const& operation, MPI_Comm comm, driver_ref const& on) {
  return mpi::tree_reduce(local, operation, comm, std::identity(), on);
}
template <isobit::detail::tree_values Values, class Operation, detail::projection_of<Values> Projection = std::identity>
[[nodiscard]] auto tree_reduce(Values const& local, Operation const& operation, MPI_Comm comm, root to,
                               Projection projection = {}, driver_ref const& on = serial()) {
  return detail::plan_for<Values, Projection>("tree_reduce", local, comm)
      .reduce(local, operation, to, std::move(projection), on);
}
template <isobit::detail::tree_values Values, class Operation>
[[nodiscard]] auto tree_reduce(Values const& local, Operation const& operation, MPI_Comm comm, root to,
                               driver_ref const& on) {
  return mpi::tree_reduce(local, operation, comm, to, std::identity(), on);
}

/// The same on every rank, and `empty` where no rank has elements.
template <isobit::detail::tree_values Values, class Operation, detail::projection_of<Values> Projection = std::identity>
[[nodiscard]] auto tree_reduce_or(isobit::detail::projected_value<Values, Projection> empty, Values const& local,
                                  Operation const& operation, MPI_Comm comm, Projection projection = {},
                                  driver_ref const& on = serial()) {
  tree_plan const plan = detail::plan_for<Values, Projection>("tree_reduce_or", local, comm);
  if (plan.total() == 0) return empty;
  return plan.allreduce(local, operation, std::move(projection), on);
}
template <isobit::detail::tree_values Values, class Operation>
[[nodiscard]] auto tree_reduce_or(isobit::detail::projected_value<Values, std::identity> empty, Values const& local,
                                  Operation const& operation, MPI_Comm comm, driver_ref const& on) {
  return mpi::tree_reduce_or(std::move(empty), local, operation, comm, std::identity(), on);
}

/// The sum of all ranks' floating-point numbers along the binary tree: the bits of `isobit::tree_sum` over the whole
/// sequence. +0 for no elements. For the correctly rounded sum use `isobit::mpi::sum`.
///
///     double s = isobit::mpi::tree_sum(mine, MPI_COMM_WORLD);
template <isobit::detail::viewable Values>
[[nodiscard]] auto tree_sum(Values const& local, MPI_Comm comm, driver_ref const& on = serial()) {
  return detail::plan_for_sum(isobit::detail::input_of(local), comm).sum(local, on);
}
template <isobit::detail::viewable Values>
[[nodiscard]] auto tree_sum(Values const& local, MPI_Comm comm, root to, driver_ref const& on = serial()) {
  return detail::plan_for_sum(isobit::detail::input_of(local), comm).sum(local, to, on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
