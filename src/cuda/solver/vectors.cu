#include "cuda/solver/vectors.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::solver {

namespace {

constexpr int threads = 256;
unsigned blocks_for(long long size) { return static_cast<unsigned>((size + threads - 1) / threads); }

__device__ long long own_number() { return static_cast<long long>(blockIdx.x) * threads + threadIdx.x; }
__device__ bool is_first() { return blockIdx.x == 0 && threadIdx.x == 0; }

/// y + alpha*x, rounded once; y itself for alpha = 0. BITS.md#linear-algebra
template <class T> __device__ T added(T alpha, T x, T y) { return alpha == 0 ? y : fma(alpha, x, y); }

template <class T> __global__ void subtract_from(long long size, T const* b, T* r) {
  long long const i = own_number();
  if (i < size) r[i] = b[i] - r[i];
}

template <class T> __global__ void update_r(cg_vectors<T> v, cg_memory<T>* memory) {
  auto state = memory->before_r;
  if (!state.done) state.find_alpha(memory->sums);
  if (is_first()) memory->before_x = state;
  long long const i = own_number();
  if (state.done || i >= v.size) return;
  T const r = added(-state.alpha, state.noted == 0 ? T{0} : v.q[i], v.r[i]);
  v.r[i] = r;
  v.z[i] = v.divisors == nullptr ? r : r / v.divisors[i];
}

template <class T> __global__ void update_x(cg_vectors<T> v, cg_memory<T>* memory, cg_limits limits) {
  auto state = memory->before_x;
  bool const was_done = state.done;
  if (!was_done) state.find_beta(memory->sums, limits);
  if (is_first()) memory->before_r = state;
  long long const i = own_number();
  if (was_done || !state.moves_x || i >= v.size) return;
  bool const first = state.noted == 1;
  T const p = first ? T{0} : v.p[i];
  if (!first) v.x[i] = added(state.alpha, p, v.x[i]);
  if (!state.done) v.p[i] = added(state.beta, p, v.z[i]);
}

template <class T> __device__ bool is_of(element_kind kind, T x) {
  return kind == element_kind::not_finite ? is_nonfinite(x) : is_zero(x) == (kind == element_kind::zero);
}
template <class T> __global__ void find_elements(long long size, T const* values, element_kind kind, long long* first) {
  long long const i = own_number();
  if (i < size && is_of(kind, values[i])) atomicMin(first, i);
}

}  // namespace

template <class T> void start_residual(place const& here, long long size, T const* b, T* r) {
  subtract_from<<<blocks_for(size), threads, 0, here.stream()>>>(size, b, r);
  check(cudaGetLastError(), "starting a residual");
}
template <class T> void start_r(place const& here, cg_vectors<T> const& v, cg_memory<T>* memory) {
  update_r<<<blocks_for(v.size), threads, 0, here.stream()>>>(v, memory);
  check(cudaGetLastError(), "starting an update of the residual");
}
template <class T>
void start_x(place const& here, cg_vectors<T> const& v, cg_memory<T>* memory, cg_limits const& limits) {
  update_x<<<blocks_for(v.size), threads, 0, here.stream()>>>(v, memory, limits);
  check(cudaGetLastError(), "starting an update of the solution");
}

template <class T> long long find_first(place const& here, long long size, T const* values, element_kind kind) {
  kept_memory const memory(sizeof(long long), here.device(), here.stream());
  auto* const first = static_cast<long long*>(memory.data());
  check(cudaMemcpyAsync(first, &size, sizeof size, cudaMemcpyHostToDevice, here.stream()), "looking at a vector");
  find_elements<<<blocks_for(size), threads, 0, here.stream()>>>(size, values, kind, first);
  check(cudaGetLastError(), "looking at a vector");
  long long found = size;
  here.fetch(&found, first, sizeof found);
  return found;
}

#define ISOBIT_INSTANTIATE(T)                                                                 \
  template void start_residual(place const&, long long, T const*, T*);                        \
  template void start_r(place const&, cg_vectors<T> const&, cg_memory<T>*);                   \
  template void start_x(place const&, cg_vectors<T> const&, cg_memory<T>*, cg_limits const&); \
  template long long find_first(place const&, long long, T const*, element_kind);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)

}  // namespace cuda::solver
ISOBIT_NAMESPACE_END
