#include <isobit/cuda/accumulator.hpp>

#include "cuda/device_pointer.hpp"
#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

template <class State> void copy_state(place const& here, device_state<State>* to, State const& state) {
  auto const words = device_state<State>::of(state);
  check(cudaMemcpyAsync(to, &words, sizeof words, cudaMemcpyHostToDevice, here.stream()), "copying a state");
  check(cudaStreamSynchronize(here.stream()), "copying a state");
}

template <class State> device_state<State>& checked(place const& here, device_state<State>* state) {
  if (state == nullptr)
    throw error(status::invalid_argument, "isobit::cuda: an accumulator that was moved from has no sum");
  here.require_device_memory(state, "an accumulator");
  return *state;
}

}  // namespace

template <class State> device_state<State>* make_state(State const& initial, on_stream const& on) {
  place const here(on);
  auto state = make_device_pointer<device_state<State>>("allocating an accumulator");
  copy_state(here, state.get(), initial);
  return state.release();
}

template <class State> void free_state(device_state<State>* state) noexcept { device_deleter{}(state); }

template <class State> State fetch_state(device_state<State>* state, on_stream const& on) {
  place const here(on);
  device_state<State> words;
  here.fetch(&words, &checked(here, state), sizeof words);
  return words.state();
}

template <class State> void merge_state(device_state<State>* into, State const& other, on_stream const& on) {
  place const here(on);
  auto& total = checked(here, into);
  kept_memory const memory(sizeof total, here.device(), here.stream());
  auto* const state = static_cast<device_state<State>*>(memory.data());
  copy_state(here, state, other);
  finish_state(here, *state, false, added_to(total, 0));
}

template <class State> void merge_state(device_state<State>* into, device_state<State>* other, on_stream const& on) {
  place const here(on);
  auto& total = checked(here, into);
  finish_state(here, checked(here, other), false, added_to(total, 0));
}

template <class State, class T>
void add_values(device_state<State>* into, vector_view<T const> const& values, on_stream const& on) {
  call const here(on);
  reduce_values(here, values, change::nothing, added_to(checked(here, into), values.count()));
}

template <class State, class T>
void add_products(device_state<State>* into, vector_view<T const> const& x, vector_view<T const> const& y,
                  on_stream const& on) {
  if (x.size != y.size)
    throw error(status::invalid_argument, "isobit::cuda: add_products needs two vectors of the same size");
  call const here(on);
  reduce_products(here, x, y, false, added_to(checked(here, into), x.count()));
}

template <class Result, class State>
void round_state_to(device_state<State>* state, Result* result, on_stream const& on) {
  place const here(on);
  here.require_device_memory(result, "the result");
  finish_state(here, checked(here, state), false, rounded_to(result, 0));
}

#define ISOBIT_INSTANTIATE(State)                                                          \
  template device_state<State>* make_state(State const&, on_stream const&);                \
  template void free_state(device_state<State>*) noexcept;                                 \
  template State fetch_state(device_state<State>*, on_stream const&);                      \
  template void merge_state(device_state<State>*, State const&, on_stream const&);         \
  template void merge_state(device_state<State>*, device_state<State>*, on_stream const&); \
  template void round_state_to(device_state<State>*, double*, on_stream const&);           \
  template void round_state_to(device_state<State>*, float*, on_stream const&);
ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)
#define ISOBIT_INSTANTIATE_ELEMENTS(T)                                                           \
  template void add_values(device_state<exact>*, vector_view<T const> const&, on_stream const&); \
  template void add_products(device_state<product_state<T>>*, vector_view<T const> const&,       \
                             vector_view<T const> const&, on_stream const&);
ISOBIT_INSTANTIATE_ELEMENTS(double)
ISOBIT_INSTANTIATE_ELEMENTS(float)
ISOBIT_INSTANTIATE_ELEMENTS(float16)
ISOBIT_INSTANTIATE_ELEMENTS(bfloat16)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
