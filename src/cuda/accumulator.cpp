#include <isobit/cuda/accumulator.hpp>

#include <utility>

#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

/// A copy of a state in device memory, which follows in the stream's order and is freed so.
template <class State> class passing_state {
public:
  passing_state(call const& here, State const& state) : here_(here) {
    auto const words = device_state<State>::of(state);
    void* memory = nullptr;
    if (cudaMallocAsync(&memory, sizeof words, here.stream()) != cudaSuccess) {
      cudaGetLastError();
      throw error(status::out_of_memory, "isobit::cuda: no GPU memory for an accumulator; free some");
    }
    state_ = static_cast<device_state<State>*>(memory);
    check(cudaMemcpyAsync(state_, &words, sizeof words, cudaMemcpyHostToDevice, here.stream()), "copying a state");
    check(cudaStreamSynchronize(here.stream()), "copying a state");
  }
  ~passing_state() {
    if (state_ != nullptr) cudaFreeAsync(state_, here_.stream());
  }
  passing_state(passing_state const&) = delete;
  passing_state& operator=(passing_state const&) = delete;

  [[nodiscard]] device_state<State>* get() const noexcept { return state_; }
  [[nodiscard]] device_state<State>* release() noexcept { return std::exchange(state_, nullptr); }

private:
  call const& here_;
  device_state<State>* state_ = nullptr;
};

}  // namespace

template <class State> device_state<State>* make_state(State const& initial, on_stream const& on) {
  call const here(on);
  return passing_state<State>(here, initial).release();
}

template <class State> void free_state(device_state<State>* state) noexcept {
  if (state != nullptr) cudaFree(state);
}

template <class State> State fetch_state(device_state<State>* state, on_stream const& on) {
  call const here(on);
  device_state<State> words;
  here.fetch(&words, state, sizeof words);
  return words.state();
}

template <class State> void merge_state(device_state<State>* into, State const& other, on_stream const& on) {
  call const here(on);
  passing_state<State> const passing(here, other);
  finish_state(here, *passing.get(), false, added_to(*into, 0));
}

template <class State>
void merge_state(device_state<State>* into, device_state<State> const* other, on_stream const& on) {
  call const here(on);
  finish_state(here, const_cast<device_state<State>&>(*other), false, added_to(*into, 0));
}

template <class State, class T>
void add_values(device_state<State>* into, vector_view<T const> const& values, on_stream const& on) {
  reduce_values(call(on), values, change::nothing, added_to(*into, values.count()));
}

template <class State, class T>
void add_products(device_state<State>* into, vector_view<T const> const& x, vector_view<T const> const& y,
                  on_stream const& on) {
  if (x.size != y.size)
    throw error(status::invalid_argument, "isobit::cuda: add_products needs two vectors of the same size");
  reduce_products(call(on), x, y, false, added_to(*into, x.count()));
}

template <class Result, class State>
void round_state_to(device_state<State>* state, Result* result, on_stream const& on) {
  left(on, result, [&](call const& here, Result* to) { finish_state(here, *state, false, rounded_to(to, 0)); });
}

#define ISOBIT_INSTANTIATE(State)                                                                \
  template device_state<State>* make_state(State const&, on_stream const&);                      \
  template void free_state(device_state<State>*) noexcept;                                       \
  template State fetch_state(device_state<State>*, on_stream const&);                            \
  template void merge_state(device_state<State>*, State const&, on_stream const&);               \
  template void merge_state(device_state<State>*, device_state<State> const*, on_stream const&); \
  template void round_state_to(device_state<State>*, double*, on_stream const&);                 \
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
