#pragma once

#include <array>

#include <isobit/mpi/local.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// finish(the merged state of what local() gives on each rank).
template <class State, class To, class Local, class Finish>
auto reduce_one(MPI_Comm comm, To to, char const* what, Local local, Finish finish) {
  communicator const ranks(comm, what);
  to.agree(ranks, what);
  std::array<State, 1> states;
  fill_and_merge(
      ranks, states, [&](auto& mine) { mine[0] = local(); }, what);
  return to.keep(ranks, finish(states[0]));
}

}  // namespace detail

/// The sum of the magnitudes of all ranks' values, rounded once. Complex, as in BLAS: |re| + |im| of every element.
template <class Result = void, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto asum(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  return detail::reduce_one<exact>(
      comm, to, "asum", [&] { return isobit::detail::exact_asum(on, detail::input_of(values)); },
      [](auto const& state) { return state.template round<detail::result_of<Result, detail::real_of<Values>>>(); });
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto asum(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return asum<Result>(values, comm, everyone(), on);
}

/// The sum of the squares of all ranks' values, rounded once.
template <class Result = void, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto squared_norm(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  return detail::reduce_one<detail::product_state<detail::real_of<Values>>>(
      comm, to, "squared_norm",
      [&] {
        return isobit::detail::exact_squares<detail::product_state<detail::real_of<Values>>>(on,
                                                                                             detail::input_of(values));
      },
      [](auto const& state) { return state.template round<detail::result_of<Result, detail::real_of<Values>>>(); });
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto squared_norm(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return squared_norm<Result>(values, comm, everyone(), on);
}

/// The Euclidean norm of a vector spread over the ranks: the square root of the exact sum of squares, rounded once.
///
///     double length = isobit::mpi::nrm2(mine, comm);
template <class Result = void, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto nrm2(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  return detail::reduce_one<detail::product_state<detail::real_of<Values>>>(
      comm, to, "nrm2",
      [&] {
        return isobit::detail::exact_squares<detail::product_state<detail::real_of<Values>>>(on,
                                                                                             detail::input_of(values));
      },
      [](auto const& state) {
        return state.template square_root<detail::result_of<Result, detail::real_of<Values>>>();
      });
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto nrm2(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return nrm2<Result>(values, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
