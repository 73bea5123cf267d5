#include "cuda/finish.cuh"
#include "cuda/reductions.hpp"
#include "sum/exact_variance.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

constexpr int threads = 128;

/// Copies a state with its carries done, and leaves it so too, or empty.
template <class State> __device__ void read_state(device_state<State>& local, device_state<State>* state, bool clear) {
  auto* const words = reinterpret_cast<std::int64_t*>(state);
  auto* const copies = reinterpret_cast<std::int64_t*>(&local);
  constexpr int count = sizeof(device_state<State>) / sizeof(std::int64_t);
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    copies[i] = i < State::digit_count ? detail::carried(*state, i) : words[i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) words[i] = clear ? 0 : copies[i];
  __syncthreads();
}

template <class State> __global__ void finish_kernel(device_state<State>* state, bool clear, finish_request request) {
  __shared__ device_state<State> local;
  read_state(local, state, clear);
  finish(local, request);
}

template <class State> __device__ bool is_finite(device_state<State> const& state) {
  return state.nans == 0 && state.positive_infinities == 0 && state.negative_infinities == 0;
}

/// As `isobit::detail::variance` on the CPU.
template <class Result, class State>
__device__ Result variance(device_state<exact>& sum, digit_range range, device_state<State>& squares,
                           digit_range range_of_squares, std::uint64_t count, std::uint64_t removed) {
  if (count <= removed || !is_finite(sum) || !is_finite(squares))
    return from_bits<Result>(format<Result>::canonical_nan);
  device_magnitude total, all_squares;
  find_magnitude<exact>(sum.digit, range, total);
  find_magnitude<State>(squares.digit, range_of_squares, all_squares);
  return summation::exact_variance<Result>(total.value, all_squares.value, count, removed);
}

template <class Result, class State>
__global__ void variance_kernel(device_state<exact>* sum, device_state<State>* squares, std::uint64_t count,
                                std::uint64_t removed, Result* result) {
  __shared__ device_state<exact> local_sum;
  __shared__ device_state<State> local_squares;
  read_state(local_sum, sum, true);
  read_state(local_squares, squares, true);
  if (threadIdx.x >= 32) return;
  auto const range = used_digits<exact>(local_sum.digit);
  auto const range_of_squares = used_digits<State>(local_squares.digit);
  if (threadIdx.x == 0) *result = variance<Result>(local_sum, range, local_squares, range_of_squares, count, removed);
}

}  // namespace

template <class State>
void finish_state(place const& here, device_state<State>& state, bool clear, finish_request const& request) {
  finish_kernel<<<1, threads, 0, here.stream()>>>(&state, clear, request);
  check(cudaGetLastError(), "finishing a state");
}

template <class Result, class State>
void finish_variance(call const& here, device_state<exact>& sum, device_state<State>& squares, std::uint64_t count,
                     std::uint64_t removed, Result* result) {
  variance_kernel<<<1, threads, 0, here.stream()>>>(&sum, &squares, count, removed, result);
  check(cudaGetLastError(), "finishing a variance");
}

#define ISOBIT_INSTANTIATE_VARIANCE(Result, State)                                                                     \
  template void finish_variance(call const&, device_state<exact>&, device_state<State>&, std::uint64_t, std::uint64_t, \
                                Result*);
#define ISOBIT_INSTANTIATE(State)                                                              \
  template void finish_state(place const&, device_state<State>&, bool, finish_request const&); \
  ISOBIT_INSTANTIATE_VARIANCE(double, State)                                                   \
  ISOBIT_INSTANTIATE_VARIANCE(float, State)
ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)

}  // namespace cuda
ISOBIT_NAMESPACE_END
