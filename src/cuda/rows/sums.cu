#include <isobit/cuda/rows.hpp>

#include "cuda/rows/certain_sum.cuh"
#include "cuda/rows/launch.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

namespace {

template <class T> __device__ __noinline__ T careful_sum(T const* x, long long n, bool mean) {
  auto const term = [=](long long i) -> double { return to_float(x[i]); };
  auto const sum = enclosed_sum(n, term);
  auto const result = round_to<T>(mean ? divide(sum, static_cast<double>(n)) : sum);
  return result.certain ? result.value : exact_sum<T>(n, term, mean ? finishing::mean : finishing::round);
}

template <class T, bool Keep>
__global__ void __launch_bounds__(most_threads, 1)
    sum_kernel(row_set<T const> x, row_launch launch, bool mean, T* out) {
  for (long long i = blockIdx.x; i < x.count; i += gridDim.x) {
    double sum = -0.0, magnitude = 0;
    row_values<T, Keep> row(x.row(i), x.length);
    row.read([&](double element) {
      sum += element;
      magnitude += fabs(element);
    });
    auto const result = reduce_block(
        double2{sum, magnitude}, double2{-0.0, 0.0},
        [](double2 a, double2 b) {
          return double2{a.x + b.x, a.y + b.y};
        },
        [=](double2 all) {
          double const error = (launch.depth + 4) * 0x1p-53 * all.y;
          if (!mean) return narrow<T>({all.x, error});
          double const quotient = all.x / launch.count;
          return narrow<T>(
              {quotient, error == 0 ? 0 : fma(fabs(quotient), 0x1p-52, 2 * error * launch.one_over_count)});
        });
    T const value = result.certain ? result.value : careful_sum(x.row(i), x.length, mean);
    if (threadIdx.x == 0) out[i] = value;
  }
}

/// Of rows without elements.
template <class T> __global__ void fill(T* out, long long count, T value) {
  for (long long i = blockIdx.x * long{blockDim.x} + threadIdx.x; i < count; i += long{blockDim.x} * gridDim.x)
    out[i] = value;
}

template <class T> void start(matrix_view<T const> const& matrix, bool mean, T* out, on_stream const& on) {
  place const here(on);
  auto const x = rows_of(here, matrix, "the elements");
  if (x.count == 0) return;
  here.require_device_memory(out, "the result");
  if (x.length == 0) {
    fill<<<128, 128, 0, on.stream>>>(out, x.count, mean ? from_bits<T>(format<T>::canonical_nan) : from_bits<T>(0));
    return check(cudaGetLastError(), "starting a kernel of rows");
  }
  require_apart(x, out, static_cast<std::size_t>(x.count) * sizeof(T));
  launch_rows(x, true, [&](auto keep, row_launch const& launch) {
    sum_kernel<T, keep.value><<<launch.blocks, launch.threads, 0, on.stream>>>(x, launch, mean, out);
  });
}

}  // namespace

template <class T> void detail::sum(matrix_view<T const> const& x, T* out, on_stream const& on) {
  start(x, false, out, on);
}
template <class T> void detail::mean(matrix_view<T const> const& x, T* out, on_stream const& on) {
  start(x, true, out, on);
}

#define ISOBIT_INSTANTIATE(T)                                                   \
  template void detail::sum(matrix_view<T const> const&, T*, on_stream const&); \
  template void detail::mean(matrix_view<T const> const&, T*, on_stream const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
