#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>

#include <isobit/driver/driver.hpp>
#include <isobit/method/accumulator.hpp>
#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/wire.hpp>
#include <isobit/sum/exact.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {
namespace detail {

template <class A> inline constexpr bool is_exact = false;
template <int L, int H> inline constexpr bool is_exact<basic_exact<L, H>> = true;

/// Merges the exact states of all ranks, element by element, on all ranks; how often NaN and infinities were seen is
/// lost. One reduction of 64 bytes a state, and a second one of whole accumulators if one spans more than 13 digits.
/// A rank with a problem takes part all the same; then all ranks throw. docs/maths/mpi.md#window
template <class State>
ISOBIT_API void merge_exact(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                            char const* what);

/// Whether the last merge of such states could have done with 40 bytes a state: those that are alike begin with these,
/// and where they do not fit, with 64. The same on every rank, as long as all merge alike.
struct window_guess {
  bool narrow = false;
};
template <class State>
ISOBIT_API void merge_exact(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                            char const* what, window_guess& guess);

/// The same with nothing lost, in one reduction of whole accumulators. docs/maths/mpi.md#limbs
template <class State>
ISOBIT_API void merge_whole(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                            char const* what);

/// A view that is not yet looked at: what is wrong with it must not throw before the other ranks know.
template <class T> struct unchecked_view {
  T const* first;
  std::size_t count;
  std::ptrdiff_t stride;
  [[nodiscard]] vector_view<T const> checked() const { return {first, static_cast<std::ptrdiff_t>(count), stride}; }
};
template <isobit::detail::contiguous_elements R>
unchecked_view<storage_t<std::ranges::range_value_t<R>>> unchecked(R const& range) {
  using T = storage_t<std::ranges::range_value_t<R>>;
  return {reinterpret_cast<T const*>(std::ranges::data(range)), std::ranges::size(range), 1};
}
template <class T> unchecked_view<T> unchecked(vector_view<T const> const& view) {
  return {view.data, view.count(), view.stride};
}
template <class T> unchecked_view<T> unchecked(vector_view<T> const& view) {
  return unchecked(vector_view<T const>(view));
}
template <mdspan_like M>
  requires(M::rank() == 1 && !isobit::detail::contiguous_elements<M>)
unchecked_view<std::remove_cv_t<isobit::detail::mdspan_element<M>>> unchecked(M const& m) {
  return {m.data_handle(), static_cast<std::size_t>(m.extent(0)), static_cast<std::ptrdiff_t>(m.stride(0))};
}

/// The exact sum of all ranks' values, rounded once: what merge_exact of their exact sums gives, without accumulators
/// where the local part is short. Both may meet in one call.
template <class Result, class T>
ISOBIT_API Result sum(communicator const& comm, driver_ref const& on, unchecked_view<T> const& values,
                      char const* what);

extern template void merge_exact(communicator const&, std::span<exact>, std::exception_ptr const&, char const*);
extern template void merge_exact(communicator const&, std::span<exact_product>, std::exception_ptr const&, char const*);
extern template void merge_exact(communicator const&, std::span<exact>, std::exception_ptr const&, char const*,
                                 window_guess&);
extern template void merge_exact(communicator const&, std::span<exact_product>, std::exception_ptr const&, char const*,
                                 window_guess&);
extern template void merge_whole(communicator const&, std::span<exact>, std::exception_ptr const&, char const*);
extern template void merge_whole(communicator const&, std::span<exact_product>, std::exception_ptr const&, char const*);

/// The state of any other accumulator, and the lowest rank that failed.
template <class A> struct accumulator_message {
  static constexpr std::uint64_t nobody = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t states_differ = nobody - 1;  // in a parameter, so that they cannot be merged
  A state;
  std::uint64_t failed = nobody;

  /// What MPI calls; C code, through which no exception may pass.
  static void merge(void* in, void* in_out, int* count, MPI_Datatype*) noexcept {
    auto const* const theirs = static_cast<accumulator_message const*>(in);
    auto* const mine = static_cast<accumulator_message*>(in_out);
    for (int i = 0; i < *count; ++i) {
      if (theirs[i].failed < mine[i].failed) mine[i].failed = theirs[i].failed;
      if (mine[i].failed != nobody) continue;
      try {
        mine[i].state.merge(theirs[i].state);
      } catch (...) {
        mine[i].failed = states_differ;
      }
    }
  }

  static wire_operation const& operation() {
    static wire_operation const handles =
        make_operation(make_struct_with<A>(offsetof(accumulator_message, state), offsetof(accumulator_message, failed),
                                           sizeof(accumulator_message)),
                       &accumulator_message::merge);
    return handles;
  }
};

[[noreturn]] ISOBIT_API void refuse_states(char const* what);

/// The merged state, on all ranks, of what `make()` gives on each.
template <class A, class Make>
A merge_states(communicator const& comm, A const& placeholder, Make make, char const* what) {
  require_agreement(comm, what, {{"size of the state", sizeof(A)}});
  using message = accumulator_message<A>;
  message mine{placeholder}, all{placeholder};
  std::exception_ptr problem;
  try {
    mine.state = make();
  } catch (...) {
    problem = std::current_exception();
    mine.failed = static_cast<std::uint64_t>(comm.rank());
  }
  auto const& handles = message::operation();
  check(MPI_Allreduce(&mine, &all, 1, handles.type, handles.operation, comm.handle()), "MPI_Allreduce");
  if (all.failed == message::states_differ) refuse_states(what);
  rethrow(comm, problem, all.failed == message::nobody ? -1 : static_cast<int>(all.failed), what);
  return all.state;
}

/// A number of elements as one more state to merge, and back.
ISOBIT_API exact state_of_count(std::uint64_t count) noexcept;
ISOBIT_API std::uint64_t count_of_state(exact state) noexcept;

/// What `fill(states)` makes on each rank, merged on all.
template <class States, class Fill>
void fill_and_merge(communicator const& comm, States& states, Fill fill, char const* what) {
  std::exception_ptr problem;
  try {
    fill(states);
  } catch (...) {
    problem = std::current_exception();
  }
  merge_exact(comm, std::span<typename States::value_type>(states), problem, what);
}

}  // namespace detail

/// The state of all ranks' addends together, on every rank: one reduction. For any order-free accumulator; those that
/// were made with parameters (the sweeps) need the same ones everywhere. Collective.
///
///     isobit::exact everything = isobit::mpi::merge(my_sum, comm);
template <order_free_accumulator A> [[nodiscard]] A merge(A const& state, MPI_Comm comm) {
  detail::communicator const ranks(comm, "merge");
  if constexpr (detail::is_exact<A>) {
    detail::require_agreement(ranks, "merge", {{"size of the state", sizeof(A)}});
    A merged = state;
    detail::merge_whole(ranks, std::span<A>(&merged, 1), nullptr, "merge");
    return merged;
  } else {
    return detail::merge_states(
        ranks, state, [&] { return state; }, "merge");
  }
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
