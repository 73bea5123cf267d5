#pragma once

#include <type_traits>

#include <isobit/cuda/device_state.hpp>
#include <isobit/cuda/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class State> device_state<State>* make_state(State const& initial, on_stream const& on);
template <class State> void free_state(device_state<State>* state) noexcept;
template <class State> State fetch_state(device_state<State>* state, on_stream const& on);
template <class State> void merge_state(device_state<State>* into, State const& other, on_stream const& on);
template <class State> void merge_state(device_state<State>* into, device_state<State>* other, on_stream const& on);
template <class State, class T>
void add_values(device_state<State>* into, vector_view<T const> const& values, on_stream const& on);
template <class State, class T>
void add_products(device_state<State>* into, vector_view<T const> const& x, vector_view<T const> const& y,
                  on_stream const& on);
template <class Result, class State>
void round_state_to(device_state<State>* state, Result* result, on_stream const& on);
}  // namespace detail

/// An exact sum in device memory, with the state of the CPU's accumulator: it can be merged with states of the CPU, of
/// other ranks and from files, and so become one; kernels add to it by `atomic_add` (isobit/cuda/device.cuh). Calls on
/// one accumulator are for one stream, or wait for each other.
///
///     isobit::cuda::accumulator total;
///     total.add(values, stream);                // in device memory
///     total.merge(isobit::exact_sum(others));   // the CPU's
///     isobit::exact state = total.state(stream);
template <class State> class basic_accumulator {
public:
  /// Throws `error` where there is no GPU, or no memory.
  explicit basic_accumulator(State const& initial = {}, on_stream const& on = {})
      : state_(detail::make_state(initial, on)) {}
  ~basic_accumulator() { detail::free_state(state_); }
  basic_accumulator(basic_accumulator&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }
  basic_accumulator& operator=(basic_accumulator&& other) noexcept {
    auto* const own = state_;
    state_ = other.state_;
    other.state_ = own;
    return *this;
  }

  /// Adds elements in device memory, which are real numbers. Not for a product_accumulator.
  template <detail::viewable Values> void add(Values const& values, on_stream const& on = {}) {
    static_assert(!State::holds_products, "isobit::cuda: sums of values go to isobit::cuda::accumulator");
    detail::add_values(state_, detail::input_of(values), on);
  }
  /// Adds the products of elements in device memory. Those of doubles need a product_accumulator, others an
  /// accumulator.
  template <detail::viewable X, detail::viewable Y>
  void add_products(X const& x, Y const& y, on_stream const& on = {}) {
    static_assert(std::is_same_v<detail::element_of<X>, double> == State::holds_products,
                  "isobit::cuda: products of doubles go to isobit::cuda::product_accumulator, others to accumulator");
    detail::add_products(state_, detail::input_of(x), detail::input_of(y), on);
  }
  /// Adds all that a state of the CPU has seen.
  void merge(State const& other, on_stream const& on = {}) { detail::merge_state(state_, other, on); }
  /// Adds all that another accumulator of this GPU has seen.
  void merge(basic_accumulator const& other, on_stream const& on = {}) {
    detail::merge_state(state_, other.state_, on);
  }

  /// The state, on the host; waits for the stream.
  [[nodiscard]] State state(on_stream const& on = {}) const { return detail::fetch_state(state_, on); }
  /// The value rounded once, to float or double in device memory.
  template <class Result> void round_to(Result* result, on_stream const& on = {}) const {
    detail::round_state_to(state_, result, on);
  }

  /// In device memory, for kernels.
  [[nodiscard]] device_state<State>* device() const noexcept { return state_; }

private:
  device_state<State>* state_;
};

/// Sums of numbers, and of products of floats.
using accumulator = basic_accumulator<exact>;
/// Sums of products of doubles.
using product_accumulator = basic_accumulator<exact_product>;

}  // namespace cuda
ISOBIT_NAMESPACE_END
