#include <algorithm>
#include <cstdlib>

#include "cuda/gemm/convert.cuh"
#include "cuda/gemm/exact_entries.cuh"
#include "cuda/gemm/multiply.cuh"
#include "cuda/gemm/plan.cuh"
#include "cuda/gemm/product.hpp"
#include "cuda/gemm/reconstruct.cuh"
#include "cuda/gemm/scan.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "asking what the GPU has");
  return value;
}

/// ISOBIT_CUDA_MODULI: so many, for tests; ISOBIT_CUDA_ENGINE=general: without the instructions of one kind of GPU.
int forced_moduli() {
  char const* const text = std::getenv("ISOBIT_CUDA_MODULI");
  return text == nullptr ? 0 : std::clamp(std::atoi(text), 0, linalg::most_moduli);
}
bool has_hopper(int device) {
#ifdef ISOBIT_CUDA_HOPPER
  char const* const text = std::getenv("ISOBIT_CUDA_ENGINE");
  return attribute(cudaDevAttrComputeCapabilityMajor, device) == 9 && (text == nullptr || *text != 'g');
#else
  static_cast<void>(device);
  return false;
#endif
}

void start_multiplying(place const& here, residue_products const& products, int processors) {
  if (!has_hopper(here.device())) {
    check(cudaFuncSetAttribute(multiply_anywhere, cudaFuncAttributeMaxDynamicSharedMemorySize, general_shared_bytes),
          "asking for shared memory");
    multiply_anywhere<<<unsigned(processors), general_threads, general_shared_bytes, here.stream()>>>(products);
    return;
  }
  check(cudaFuncSetAttribute(multiply_on_hopper, cudaFuncAttributeMaxDynamicSharedMemorySize, hopper_shared_bytes),
        "asking for shared memory");
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {side_by_side, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned(processors) / side_by_side * side_by_side);
  config.blockDim = dim3(hopper_threads);
  config.dynamicSmemBytes = hopper_shared_bytes;
  config.stream = here.stream();
  config.attrs = &cluster;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, multiply_on_hopper, products), "starting products of residues");
}

/// The kernels over lines, with so many blocks for the same lines that all processors have something to do.
template <class T> class line_kernels {
public:
  line_kernels(place const& here, product_task<T> const& task, product_memory const& memory,
               converted_factor const& converted)
      : both_{{task.left, task.right}, {memory.lines[0], memory.lines[1]}, converted.which}, memory_(memory),
        converted_(converted), processors_(attribute(cudaDevAttrMultiProcessorCount, here.device())),
        stream_(here.stream()) {}

  void plan() const {
    scan_lines<<<blocks(8, both_.side[0].depth / 512), threads_of_block, 0, stream_>>>(both_);
    measure_lines<<<sampled_pairs, threads_of_block, 0, stream_>>>(both_, memory_.control);
    int const forced = converted_.moduli != 0 ? converted_.moduli : forced_moduli();
    make_plan<<<1, planning_threads, 0, stream_>>>(memory_, plan_request{{both_.side[0].lines, both_.side[1].lines},
                                                                         both_.side[0].depth,
                                                                         format<real_of<T>>::precision,
                                                                         moduli_for<T>,
                                                                         forced,
                                                                         converted_});
  }
  void convert(int plain) const {
    convert_lines<<<blocks(16, int(tiles_along(both_.side[0].depth))), threads_of_block, 0, stream_>>>(both_, memory_,
                                                                                                       plain);
  }
  [[nodiscard]] int processors() const noexcept { return processors_; }

private:
  [[nodiscard]] dim3 blocks(int of_processor, int most) const {
    int const groups = both_.groups(0) + both_.groups(1);
    return {unsigned(groups), unsigned(std::clamp(processors_ * of_processor / groups, 1, std::max(1, most)))};
  }

  both_factors<T> both_;
  product_memory memory_;
  converted_factor converted_;
  int processors_;
  cudaStream_t stream_;
};

/// RN(beta*x); an exact zero is +0, as of linalg::gemm.
template <class R> __device__ R scaled(R beta, R x) {
  R const product = beta * x;
  return product != product ? from_bits<R>(format<R>::canonical_nan) : x == 0 ? R(0) : product;
}

inline constexpr int scaling_threads = 256;

/// beta*c, rounded, of each part by itself: beta is real.
template <class T> __global__ void __launch_bounds__(scaling_threads) scale_entries(product_task<T> task) {
  real_of<T> const beta = std::real(task.beta);
  long long const rows = task.left.lines, all = rows * task.right.lines;
  for (long long n = blockIdx.x * 256ll + threadIdx.x; n < all; n += gridDim.x * 256ll) {
    int const i = int(n % rows), j = int(n / rows);
    if (!task.writes(i, j)) continue;
    auto& x = task.entry(i, j);
    x = beta == 0 ? 0 : scaled(beta, x);
  }
}

/// The same for a beta with an imaginary part: a part of the result is two products.
template <class R> __global__ void __launch_bounds__(scaling_threads) turn_entries(product_task<std::complex<R>> task) {
  static_assert(std::is_trivially_copyable_v<scaled_total>);
  __shared__ scaled_total totals[scaling_threads / 32];
  scaled_total& total = totals[threadIdx.x / 32];
  R const br = task.beta.real(), bi = task.beta.imag();
  long long const rows = task.left.lines, all = rows * (task.right.lines / 2);
  // The lanes of a warp take turns; whole warps go round.
  for (long long first = blockIdx.x * 256ll + (threadIdx.x & ~31u); first < all; first += gridDim.x * 256ll)
    for (int lane = 0; lane < 32; ++lane) {
      long long const n = first + lane;
      int const i = int(n % rows), j = 2 * int(n / rows);
      if (int(threadIdx.x) % 32 == lane && n < all && task.writes(i, j)) {
        auto const turned = [&](R a, R x, R b, R y) {
          total.clear();
          if (a != 0) total.add_product(a, x);
          total.add_product(b, y);
          return total.template round<R>();
        };
        R const x = task.entry(i, j), y = task.entry(i, j + 1);
        task.entry(i, j) = turned(br, x, -bi, y);
        task.entry(i, j + 1) = turned(br, y, bi, x);
      }
      __syncwarp();
    }
}

/// The imaginary parts of the diagonal become +0.
template <class R>
__global__ void __launch_bounds__(scaling_threads) clear_diagonal(product_task<std::complex<R>> task) {
  for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < task.left.lines; i += int(gridDim.x * blockDim.x))
    task.entry(i, 2 * i + 1) = 0;
}

}  // namespace

template <class T>
void start_product(place const& here, product_task<T> const& task, product_memory const& memory,
                   converted_factor const& converted) {
  auto const stream = here.stream();
  line_kernels<T> const lines(here, task, memory, converted);
  lines.plan();
  lines.convert(converted.plain());
  int const processors = lines.processors();
  start_multiplying(here,
                    {memory, int(padded_tiles(task.left.lines)), int(padded_tiles(task.right.lines)),
                     int(tiles_along(task.left.depth))},
                    processors);
  auto* const reconstruct =
      task.alpha == T(1) && task.beta == T(0) ? reconstruct_entries<true, T> : reconstruct_entries<false, T>;
  reconstruct<<<unsigned(processors) * 8, reconstruct_threads, 0, stream>>>(task, memory);
  correct_entries<<<unsigned(processors) * 8, correct_threads, 0, stream>>>(task, memory);
  using exact = exact_shape<T>;
  sum_exactly<<<unsigned(processors) * 4, exact::threads, exact::shared_bytes, stream>>>(task, memory);
  check(cudaGetLastError(), "starting a matrix product");
}

template <class T> void start_small_products(place const& here, product_batch<T> const& batch) {
  using exact = exact_shape<T>;
  long long const room = attribute(cudaDevAttrMultiProcessorCount, here.device()) * 8ll;
  auto const blocks = static_cast<unsigned>(std::min(room, batch.entries() * batch.count));
  multiply_exactly<<<blocks, exact::threads, exact::shared_bytes, here.stream()>>>(batch);
  check(cudaGetLastError(), "starting small matrix products");
}

template <class T> void start_planning(place const& here, product_task<T> const& task, product_memory const& memory) {
  converted_factor other;
  other.which = 1;
  line_kernels<T>(here, task, memory, other).plan();
  check(cudaGetLastError(), "planning the conversion of a matrix");
}
template <class T> void start_converting(place const& here, product_task<T> const& task, product_memory const& memory) {
  converted_factor other;
  other.which = 1;
  line_kernels<T>(here, task, memory, other).convert(0);
  check(cudaGetLastError(), "starting the conversion of a matrix");
}

template <class T> void start_scaling(place const& here, product_task<T> const& task) {
  auto const blocks = unsigned(attribute(cudaDevAttrMultiProcessorCount, here.device())) * 8;
  auto* kernel = scale_entries<T>;
  if constexpr (linalg::is_complex<T>)
    if (task.beta.imag() != 0) kernel = turn_entries<real_of<T>>;
  kernel<<<blocks, scaling_threads, 0, here.stream()>>>(task);
  check(cudaGetLastError(), "starting the scaling of a matrix");
}

template <class R> void start_clearing_diagonal(place const& here, product_task<std::complex<R>> const& task) {
  unsigned const blocks = unsigned(task.left.lines) / scaling_threads + 1;
  clear_diagonal<<<std::min(blocks, 1024u), scaling_threads, 0, here.stream()>>>(task);
  check(cudaGetLastError(), "making a diagonal real");
}
template void start_clearing_diagonal(place const&, product_task<std::complex<double>> const&);
template void start_clearing_diagonal(place const&, product_task<std::complex<float>> const&);

#define ISOBIT_INSTANTIATE(T)                                                                                        \
  template void start_product(place const&, product_task<T> const&, product_memory const&, converted_factor const&); \
  template void start_small_products(place const&, product_batch<T> const&);                                         \
  template void start_scaling(place const&, product_task<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

#define ISOBIT_INSTANTIATE_CONVERSION(T)                                                     \
  template void start_planning(place const&, product_task<T> const&, product_memory const&); \
  template void start_converting(place const&, product_task<T> const&, product_memory const&);
ISOBIT_INSTANTIATE_CONVERSION(double)
ISOBIT_INSTANTIATE_CONVERSION(float)

}  // namespace cuda
ISOBIT_NAMESPACE_END
