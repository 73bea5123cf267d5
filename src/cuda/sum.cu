#include <isobit/cuda/sum.hpp>

#include <isobit/sum/exact.hpp>

#include "cuda/runtime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

__device__ void add_word(long long* digit, long long value) {
  if (value != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(digit), static_cast<unsigned long long>(value));
}

struct device_state {
  long long digit[exact::digit_count];
  long long nans, positive_infinities, negative_infinities, others;
};

__global__ void add_each(double const* x, long long stride, long long n, device_state* state) {
  long long const step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    double const value = x[i * stride];
    if (!(is_zero(value) && is_negative(value))) add_word(&state->others, 1);
    if (is_nonfinite(value)) {
      add_word(is_nan(value) ? &state->nans : is_negative(value) ? &state->negative_infinities : &state->positive_infinities, 1);
      continue;
    }
    auto const [negative, significand, exponent] = decompose(value);
    int const position = exponent - 32 * exact::lowest_digit;
    auto const shifted = static_cast<unsigned __int128>(significand) << (position & 31);
    long long* const digit = state->digit + (position >> 5);
    for (int k = 0; k < 3; ++k) {
      auto const part = static_cast<long long>(static_cast<unsigned>(shifted >> 32 * k));
      add_word(digit + k, negative ? -part : part);
    }
  }
}

}  // namespace

namespace detail {

template <> double sum(on_stream const& on, vector_view<double const> const& values) {
  device_state* device = nullptr;
  device_state host;
  check(cudaMallocAsync(&device, sizeof host, on.stream), "allocating an accumulator");
  check(cudaMemsetAsync(device, 0, sizeof host, on.stream), "clearing an accumulator");
  add_each<<<256, 256, 0, on.stream>>>(values.data, values.stride, values.size, device);
  check(cudaGetLastError(), "starting a sum");
  check(cudaMemcpyAsync(&host, device, sizeof host, cudaMemcpyDeviceToHost, on.stream), "fetching a sum");
  check(cudaFreeAsync(device, on.stream), "freeing an accumulator");
  check(cudaStreamSynchronize(on.stream), "waiting for a sum");
  exact state;
  if (values.size > 0) state.note_addends(host.others == 0);
  state.note_nonfinite(host.nans, host.positive_infinities, host.negative_infinities);
  for (int k = exact::lowest_digit; k <= exact::highest_digit; ++k)
    if (auto const digit = host.digit[k - exact::lowest_digit]; digit != 0) state.add_digit(digit, k);
  return state.round();
}

}  // namespace detail
}  // namespace cuda
ISOBIT_NAMESPACE_END
