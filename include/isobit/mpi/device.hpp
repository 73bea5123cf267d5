#pragma once

#include <array>

#include <isobit/cuda/accumulator.hpp>
#include <isobit/mpi/dot.hpp>
#include <isobit/mpi/sum.hpp>

/// Sums of what lies in the memory of GPUs, over ranks: with a stream where the others have a driver. Link isobit::cuda
/// besides isobit::mpi.
ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {
/// What all ranks have, where fill(accumulator) adds what this one has on the GPU.
template <class Result, class State, class To, class Fill>
auto sum_on_device(MPI_Comm comm, To to, cuda::on_stream const& on, Fill fill, char const* what) {
  communicator const ranks(comm, what);
  to.agree(ranks, what);
  std::array<State, 1> states;
  fill_and_merge(
      ranks, states,
      [&](auto& mine) {
        cuda::basic_accumulator<State> total(State{}, on);
        fill(total);
        mine[0] = total.state(on);
      },
      what);
  return to.keep(ranks, states[0].template round<Result>());
}
}  // namespace detail

/// `mpi::sum` of real numbers, those of every rank in the memory of its current GPU, which several may share. States
/// travel, a few words from each rank, so it does not matter whether the MPI knows of GPUs. Waits for the stream.
///
///     double s = isobit::mpi::sum(mine, comm, isobit::cuda::on_stream(stream));
template <class Result = void, detail::viewable Values, destination To>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, To to, cuda::on_stream const& on) {
  static_assert(detail::parts_of<Values> == 1, "isobit::mpi::sum: numbers in device memory must be real");
  using result = detail::result_of<Result, detail::real_of<Values>>;
  return detail::sum_on_device<result, exact>(
      comm, to, on, [&](cuda::accumulator& total) { total.add(values, on); }, "sum");
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, cuda::on_stream const& on) {
  return sum<Result>(values, comm, everyone(), on);
}

/// `mpi::dot`, likewise.
///
///     double d = isobit::mpi::dot(mine, mine, comm, isobit::cuda::on_stream(stream));
template <class Result = void, detail::viewable X, detail::viewable Y, destination To>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, To to, cuda::on_stream const& on) {
  static_assert(detail::parts_of<X> == 1, "isobit::mpi::dot: numbers in device memory must be real");
  using state = std::conditional_t<std::same_as<detail::element_of<X>, double>, exact_product, exact>;
  using result = detail::result_of<Result, detail::real_of<X>>;
  return detail::sum_on_device<result, state>(
      comm, to, on, [&](cuda::basic_accumulator<state>& total) { total.add_products(x, y, on); }, "dot");
}
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, cuda::on_stream const& on) {
  return dot<Result>(x, y, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
