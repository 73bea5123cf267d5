#pragma once

#include <array>

#include <isobit/mpi/local.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

template <class Result, class X, class Y, class To>
auto dot(driver_ref const& on, X const& x, Y const& y, MPI_Comm comm, To to, char const* what) {
  using T = element_of<X>;
  static_assert(std::same_as<T, element_of<Y>>, "isobit::mpi::dot: both sides must have the same element type");
  using state = product_state<real_of<X>>;
  communicator const ranks(comm, what);
  to.agree(ranks, what);
  constexpr auto parts = parts_of<X>;
  std::array<state, parts> states;
  fill_and_merge(
      ranks, states,
      [&](auto& mine) {
        if constexpr (parts == 2) {
          auto const products = isobit::detail::exact_complex_dot(on, input_of(x), input_of(y));
          mine = {products.real, products.imaginary};
        } else {
          mine[0] = isobit::detail::exact_dot<state>(on, input_of(x), input_of(y));
        }
      },
      what);
  return to.keep(ranks, number_of<parts>(states.data(), [](state const& one) {
                   return one.template round<result_of<Result, real_of<X>>>();
                 }));
}

}  // namespace detail

/// The exact dot product of two vectors spread over the ranks alike, rounded once; one reduction, as `mpi::sum`.
/// Complex: neither side is conjugated. Throws `error`, on every rank, where the sizes differ on one.
///
///     double energy = isobit::mpi::dot(my_forces, my_paths, comm);
template <class Result = void, detail::viewable X, detail::viewable Y, destination To = everyone>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  return detail::dot<Result>(on, x, y, comm, to, "dot");
}
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, driver_ref const& on) {
  return dot<Result>(x, y, comm, everyone(), on);
}

/// Complex dot product with the first side conjugated.
template <class Result = void, detail::viewable X, detail::viewable Y, destination To = everyone>
  requires complex_number<detail::element_of<X>>
[[nodiscard]] auto conjugated_dot(X const& x, Y const& y, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  return detail::dot<Result>(on, conjugated(detail::input_of(x)), y, comm, to, "conjugated_dot");
}
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto conjugated_dot(X const& x, Y const& y, MPI_Comm comm, driver_ref const& on) {
  return conjugated_dot<Result>(x, y, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
