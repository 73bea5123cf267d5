#pragma once

#include <array>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/mpi/local.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// The exact sum of all ranks' values, rounded once: the same bits for every number of ranks, every distribution, every
/// MPI and every driver. One reduction of 64 bytes, between two ranks a message each way (and, for numbers that span
/// more than some 400 bits, a second reduction).
/// The driver is that of the local part; without one it is `serial`, since ranks usually have a core each. Ranks
/// without values pass none. Throws `error`, on every rank, where a rank could not do its part.
///
///     double s = isobit::mpi::sum(mine, MPI_COMM_WORLD);
///     std::optional<double> t = isobit::mpi::sum(mine, comm, isobit::mpi::root{0}, isobit::threads(4));
template <class Result = void, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  detail::communicator const ranks(comm, "sum");
  to.agree(ranks, "sum");
  using result = detail::result_of<Result, detail::real_of<Values>>;
  if constexpr (detail::parts_of<Values> == 1) {
    return to.keep(ranks, detail::sum<result>(ranks, on, detail::unchecked(values), "sum"));
  } else {
    std::array<exact, 2> states;
    detail::fill_and_merge(
        ranks, states, [&](auto& mine) { detail::local_sums(on, values, mine.data()); }, "sum");
    return to.keep(
        ranks, detail::number_of<2>(states.data(), [](exact const& state) { return state.template round<result>(); }));
  }
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return sum<Result>(values, comm, everyone(), on);
}

/// The exact sum of all ranks' values divided by their number, rounded once. None: NaN.
template <class Result = void, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto mean(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  using result = detail::result_of<Result, detail::real_of<Values>>;
  detail::communicator const ranks(comm, "mean");
  to.agree(ranks, "mean");
  constexpr auto parts = detail::parts_of<Values>;
  std::array<exact, parts + 1> states;
  detail::fill_and_merge(
      ranks, states,
      [&](auto& mine) {
        detail::local_sums(on, values, mine.data());
        mine.back() = detail::state_of_count(detail::input_of(values).count());
      },
      "mean");
  auto const count = detail::count_of_state(states.back());
  return to.keep(ranks, detail::number_of<parts>(states.data(), [&](exact const& state) {
                   return count == 0 ? from_bits<result>(format<result>::canonical_nan)
                                     : state.template mean<result>(count);
                 }));
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto mean(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return mean<Result>(values, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
