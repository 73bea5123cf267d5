#pragma once

#include <cstdint>
#include <type_traits>

#include <isobit/method/binned_operations.hpp>
#include <isobit/method/reduce.hpp>
#include <isobit/mpi/local.hpp>
#include <isobit/mpi/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// What some methods must know of all elements before they add the first: how many there are, and the largest
/// magnitude, as its bits, which order like the magnitudes do.
struct census {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;

  template <class T> static census of(driver_ref const& on, vector_view<T const> const& values, bool with_largest) {
    using isobit::detail::largest_magnitude;
    return {values.count(),
            with_largest ? bits_of(largest_magnitude<isobit::detail::buffered_real<T>>(on, values)) : 0};
  }
  void merge(census const& other) noexcept {
    count += other.count;
    if (other.largest > largest) largest = other.largest;
  }
  template <class T> [[nodiscard]] T largest_magnitude() const noexcept {
    return from_bits<T>(static_cast<decltype(bits_of(T()))>(largest));
  }
};

template <class A> struct counted_state {
  A state;
  std::uint64_t count = 0;
  void merge(counted_state const& other) {
    state.merge(other.state);
    count += other.count;
  }
};

}  // namespace detail

template <> struct wire<detail::census> {
  static MPI_Datatype make() { return detail::make_struct({{0, 2, MPI_UINT64_T}}, sizeof(detail::census)); }
};

template <class A> struct wire<detail::counted_state<A>> {
  static MPI_Datatype make() {
    using message = detail::counted_state<A>;
    return detail::make_struct_with<A>(offsetof(message, state), offsetof(message, count), sizeof(message));
  }
};

namespace detail {

/// The census of all ranks: one reduction.
template <class T>
census count_everywhere(communicator const& comm, driver_ref const& on, vector_view<T const> const& values,
                        bool with_largest, char const* what) {
  return merge_states(
      comm, census(), [&] { return census::of(on, values, with_largest); }, what);
}

/// The state, on every rank, of all ranks' values: one reduction, after one for the census if the method needs it.
template <order_free_accumulator A, class T>
counted_state<A> state_everywhere(communicator const& comm, driver_ref const& on, vector_view<T const> const& values,
                                  char const* what) {
  A const start = [&] {
    if constexpr (two_pass_accumulator<A>) {
      census const all = count_everywhere(comm, on, values, true, what);
      return A(all.count, all.largest_magnitude<typename A::value_type>());
    } else if constexpr (counted_accumulator<A>) {
      return A(count_everywhere(comm, on, values, false, what).count);
    } else {
      return A();
    }
  }();
  return merge_states(
      comm, counted_state<A>{start},
      [&] {
        return counted_state<A>{isobit::detail::merge_parts(start, on, values.count(),
                                                            [&](A& state, auto first, auto count) {
                                                              isobit::detail::add_elements(state, values, first, count);
                                                            }),
                                values.count()};
      },
      what);
}

}  // namespace detail

/// The sum of all ranks' values by another order-free method than the exact one. One reduction; `double_sweep` needs
/// one more for the largest magnitude, as in the paper, and both sweeps for the number of elements.
///
///     double s = isobit::mpi::sum<isobit::binned<double, 3>>(mine, comm);
template <accumulator A, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  static_assert(
      order_free_accumulator<A>,
      "isobit::mpi::sum: this accumulator's bits depend on the order of the addends, and so on the ranks; use "
      "exact, binned or a sweep, or isobit::mpi::tree_reduce");
  if constexpr (detail::is_exact<A>) {
    return sum<double>(values, comm, to, on);
  } else {
    detail::communicator const ranks(comm, "sum");
    to.agree(ranks, "sum");
    auto const view = isobit::detail::numbers_for<A>(values);
    return to.keep(ranks, detail::state_everywhere<A>(ranks, on, view, "sum").state.round());
  }
}
template <accumulator A, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return sum<A>(values, comm, everyone(), on);
}

/// The mean by another method: the value of the merged state divided by the number of elements, rounded once.
template <accumulator A, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto mean(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  static_assert(order_free_accumulator<A>,
                "isobit::mpi::mean: this accumulator's bits depend on the order of the addends, and so on the ranks");
  if constexpr (detail::is_exact<A>) {
    return mean<double>(values, comm, to, on);
  } else {
    using T = typename A::value_type;
    detail::communicator const ranks(comm, "mean");
    to.agree(ranks, "mean");
    auto const view = isobit::detail::numbers_for<A>(values);
    auto const [state, count] = detail::state_everywhere<A>(ranks, on, view, "mean");
    return to.keep(ranks, count == 0 ? from_bits<T>(format<T>::canonical_nan) : state.value().template mean<T>(count));
  }
}
template <accumulator A, detail::viewable Values>
[[nodiscard]] auto mean(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return mean<A>(values, comm, everyone(), on);
}

/// The dot product by bins; one reduction.
template <isobit::detail::binned_accumulator A, detail::viewable X, detail::viewable Y, destination To = everyone>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  auto const left = isobit::detail::numbers_for<A>(x);
  auto const right = isobit::detail::numbers_for<A>(y);
  static_assert(std::same_as<decltype(left), decltype(right)>,
                "isobit::mpi::dot: both sides must have the same element type");
  detail::communicator const ranks(comm, "dot");
  to.agree(ranks, "dot");
  auto const local = [&] { return isobit::detail::products_of<A>(on, left, right); };
  return to.keep(ranks, detail::merge_states(ranks, A(), local, "dot").round());
}
template <isobit::detail::binned_accumulator A, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, MPI_Comm comm, driver_ref const& on) {
  return dot<A>(x, y, comm, everyone(), on);
}

/// The sum of magnitudes by bins; one reduction.
template <isobit::detail::binned_accumulator A, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto asum(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  auto const view = isobit::detail::numbers_for<A>(values);
  detail::communicator const ranks(comm, "asum");
  to.agree(ranks, "asum");
  auto const local = [&] { return isobit::detail::magnitudes_of<A>(on, view); };
  return to.keep(ranks, detail::merge_states(ranks, A(), local, "asum").round());
}
template <isobit::detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] auto asum(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return asum<A>(values, comm, everyone(), on);
}

/// The Euclidean norm by bins; two reductions, the first for the largest magnitude, which decides the scale.
template <isobit::detail::binned_accumulator A, detail::viewable Values, destination To = everyone>
[[nodiscard]] auto nrm2(Values const& values, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  using T = typename A::value_type;
  auto const view = isobit::detail::numbers_for<A>(values);
  detail::communicator const ranks(comm, "nrm2");
  to.agree(ranks, "nrm2");
  detail::census const all = detail::count_everywhere(ranks, on, view, true, "nrm2");
  int const scale = isobit::detail::scale_for_squares(all.largest_magnitude<T>());
  auto const local = [&] { return isobit::detail::squares_of<A>(on, view, scale); };
  return to.keep(ranks, detail::merge_states(ranks, A(), local, "nrm2").root(scale));
}
template <isobit::detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] auto nrm2(Values const& values, MPI_Comm comm, driver_ref const& on) {
  return nrm2<A>(values, comm, everyone(), on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
