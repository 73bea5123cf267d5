#include "cuda/solver/vectors.hpp"

#include "cuda/launch.cuh"
#include "cuda/simple_kernel.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::solver {

namespace {

__device__ bool is_first() { return blockIdx.x == 0 && threadIdx.x == 0; }

/// y + alpha*x, rounded once; y itself for alpha = 0. BITS.md#linear-algebra
template <class T> __device__ T added(T alpha, T x, T y) { return alpha == 0 ? y : fma(alpha, x, y); }

template <class T> __global__ void subtract_from(long long size, T const* b, T* r) {
  long long const i = own_number();
  if (i < size) r[i] = b[i] - r[i];
}

/// The factors of r*z, which are written when they are loaded: r = r - alpha*q, z = M r.
template <class T> struct residual_products : products<contiguous<T>> {
  using base = products<contiguous<T>>;
  using typename base::loaded;
  using part = piece<T, base::width>;

  cg_vectors<T> v;
  cg_memory<T>* memory;
  T minus_alpha;
  bool has_step, done;

  residual_products(cg_vectors<T> const& vectors, cg_memory<T>* from)
      : base{{vectors.r, vectors.size}, {vectors.z, vectors.size}}, v(vectors), memory(from) {}

  __device__ void prepare() {
    auto state = memory->before_r;
    if (!state.done) state.find_alpha(memory->sums);
    if (is_first()) memory->before_x = state;
    minus_alpha = -state.alpha;
    has_step = state.noted != 0;
    done = state.done;
  }

  __device__ loaded load(long long i) const {
    loaded result{part_at(v.r, i), {}};
    part const q = has_step ? part_at(v.q, i) : part{};
    part const d = v.divisors != nullptr ? part_at(v.divisors, i) : part{};
    for (int k = 0; k < base::width; ++k) update(q.element[k], d.element[k], result, k);
    if (done) return result;
    reinterpret_cast<part*>(v.r)[i] = result.x;
    reinterpret_cast<part*>(v.z)[i] = result.y;
    return result;
  }
  __device__ loaded load_any(long long i) const {
    long long const all = base::whole();
    if (i < all) return load(i);
    loaded result;
    for (int k = 0; k < base::width; ++k) {
      long long const at = all * base::width + k;
      result.x.element[k] = signed_zero<T>(true);
      result.y.element[k] = signed_zero<T>(false);
      if (i != all + 1 || at >= v.size) continue;
      result.x.element[k] = v.r[at];
      update(has_step ? v.q[at] : T{0}, v.divisors != nullptr ? v.divisors[at] : T{0}, result, k);
      if (done) continue;
      v.r[at] = result.x.element[k];
      v.z[at] = result.y.element[k];
    }
    return result;
  }

private:
  static __device__ part part_at(T const* data, long long i) { return reinterpret_cast<part const*>(data)[i]; }
  __device__ void update(T q, T divisor, loaded& both, int k) const {
    T const r = added(minus_alpha, q, both.x.element[k]);
    both.x.element[k] = r;
    both.y.element[k] = v.divisors != nullptr ? r / divisor : r;
  }
};

template <class T> __global__ void update_x(cg_vectors<T> v, cg_memory<T>* memory, cg_limits limits) {
  auto state = memory->before_x;
  bool const was_done = state.done, is_start = state.noted == 0;
  auto sums = memory->sums;
  if (v.divisors == nullptr) sums.square = sums.rho;
  if (!was_done) state.find_beta(sums, limits);
  if (is_first()) memory->before_r = state;
  long long const i = own_number();
  if (was_done || i >= v.size) return;
  if (is_start) {  // there is no step yet
    v.p[i] = v.z[i];
    return;
  }
  if (!state.moves_x) return;
  T const p = v.p[i];
  v.x[i] = added(state.alpha, p, v.x[i]);
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
  subtract_from<<<blocks_for_all(size), simple_threads, 0, here.stream()>>>(size, b, r);
  check(cudaGetLastError(), "starting a residual");
}
template <class T> void start_r(call const& here, cg_vectors<T> const& v, cg_memory<T>* memory) {
  launch(here, residual_products<T>(v, memory), rounded_to(&memory->sums.rho, static_cast<std::uint64_t>(v.size)));
}
template <class T>
void start_x(place const& here, cg_vectors<T> const& v, cg_memory<T>* memory, cg_limits const& limits) {
  update_x<<<blocks_for_all(v.size), simple_threads, 0, here.stream()>>>(v, memory, limits);
  check(cudaGetLastError(), "starting an update of the solution");
}

template <class T> long long find_first(place const& here, long long size, T const* values, element_kind kind) {
  kept_memory const memory(sizeof(long long), here.device(), here.stream());
  auto* const first = static_cast<long long*>(memory.data());
  check(cudaMemcpyAsync(first, &size, sizeof size, cudaMemcpyHostToDevice, here.stream()), "looking at a vector");
  find_elements<<<blocks_for_all(size), simple_threads, 0, here.stream()>>>(size, values, kind, first);
  check(cudaGetLastError(), "looking at a vector");
  long long found = size;
  here.fetch(&found, first, sizeof found);
  return found;
}

#define ISOBIT_INSTANTIATE(T)                                                                 \
  template void start_residual(place const&, long long, T const*, T*);                        \
  template void start_r(call const&, cg_vectors<T> const&, cg_memory<T>*);                    \
  template void start_x(place const&, cg_vectors<T> const&, cg_memory<T>*, cg_limits const&); \
  template long long find_first(place const&, long long, T const*, element_kind);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)

}  // namespace cuda::solver
ISOBIT_NAMESPACE_END
