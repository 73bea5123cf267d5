#include <isobit/cuda/rows.hpp>

#include "cuda/rows/certain_sum.cuh"
#include "cuda/rows/exponential.cuh"
#include "cuda/rows/launch.cuh"
#include "math/device.hpp"

#include "math/exp/exp.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp/exp_fixed.hpp"
#include "math/log/log.hpp"
#include "math/log/log_definition.hpp"
#include "math/log/log_fixed.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

namespace {

enum class wanted { softmax, log_softmax, logsumexp };

__device__ double rounded_exp(double x) {
  return math::ISOBIT_TARGET::correctly_rounded<math::ISOBIT_TARGET::exp_fast, math::exp_definition>(x);
}
__device__ double rounded_log(double x) {
  return math::ISOBIT_TARGET::correctly_rounded<math::ISOBIT_TARGET::log_fast, math::log_definition>(x);
}

/// The definition, for any row.
template <class T>
__device__ __noinline__ void careful_softmax(T const* x, long long n, float largest, wanted what, T* out) {
  double const shift = isfinite(largest) ? largest : 0.0f;
  auto const power = [=](long long i) { return rounded_exp(to_float(x[i]) - shift); };
  // Where the largest is not finite, one exponential decides: that of NaN or +inf, or all are 0.
  double const sum = isfinite(largest) ? rounded_sum(n, power) : largest < 0 ? 0.0 : double{largest};
  if (what == wanted::softmax) {
    for_each_term(
        n, [](long long i) { return i; }, [&](long long i) { out[i] = nearest<T>(power(i) / sum); });
    return;
  }
  double const logarithm = rounded_log(sum);
  if (what == wanted::log_softmax)
    for_each_term(
        n, [](long long i) { return i; },
        [&](long long i) { out[i] = nearest<T>(to_float(x[i]) - shift - logarithm); });
  else if (threadIdx.x == 0)
    *out = nearest<T>(shift + logarithm);
}

/// Results from the largest element, and from the sum of exponentials: of an element x, and of what is kept of it.
template <class T> struct softmax_of {
  double shift, scale, error;  // scale = 1 / sum; the error is relative
  unsigned units;              // of the last place of a double, more than the error

  __device__ approximation of_kept(double power, weight_and_bias) const {
    double const value = power * scale;
    return {value, value * error};
  }
  __device__ approximation of(double x, weight_and_bias none) const {
    return of_kept(quick_exponential<T>::of(x - shift), none);
  }
  /// As floats have 29 bits less, only doubles with about 2^28 in these are near a tie.
  __device__ narrowed<float> quick(double power, weight_and_bias none) const {
    double const value = power * scale;
    if (value < 0x1p-126) return narrow<float>(of_kept(power, none));
    unsigned const below = __double2loint(value) & 0x1fffffffu;
    return {__double2float_rn(value), below - (0x10000000u - units) > 2 * units};
  }
  __device__ rough_approximation rough(float power, weight_and_bias) const {
    float const value = power * static_cast<float>(scale);
    return {value, error_of<T>(value, 0)};
  }
};
template <class T> struct log_softmax_of {
  double shift, logarithm, error;  // of the sum, and that it is off by

  __device__ approximation of_kept(double difference, weight_and_bias) const {
    double const value = difference - logarithm;
    return {value, isinf(value) ? 0 : fma(fabs(value), 0x1p-52, error)};
  }
  __device__ approximation of(double x, weight_and_bias none) const { return of_kept(x - shift, none); }
  __device__ narrowed<float> quick(double difference, weight_and_bias none) const {
    return narrow<float>(of_kept(difference, none));
  }
  __device__ rough_approximation rough(float difference, weight_and_bias) const {
    float const value = difference - static_cast<float>(logarithm);
    float const absolute = static_cast<float>(fma(logarithm, 2 * double{rough_error}, error));
    return {value, isinf(value) ? 0 : error_of<T>(value, absolute)};
  }
};

/// One row; whether this thread's results are certain.
template <class T, class Row> __device__ bool quick_softmax(Row& row, double shift, double depth, wanted what, T* out) {
  using exponential = quick_exponential<T>;
  double sum = 0;
  row.for_each([&](double x) {
    double const difference = x - shift, power = exponential::of(difference);
    sum += power;
    return what == wanted::softmax ? power : difference;
  });
  double const relative = exponential::error + (depth + 8) * 0x1p-53;
  auto const units = static_cast<unsigned>(0x1p54 * relative) + 2;
  if (what == wanted::softmax) {
    auto const results = sum_block(sum, [=](double all) {
      return softmax_of<T>{shift, __drcp_rn(all), 2 * relative, units};
    });
    return row.write(out, results, no_factors());
  }
  auto const results = sum_block(sum, [=](double all) {
    double const logarithm = log(all);
    return log_softmax_of<T>{shift, logarithm, fma(1.01, relative, 0x1p-51 * logarithm)};
  });
  if (what == wanted::log_softmax) return row.write(out, results, no_factors());
  double const value = shift + results.logarithm;
  auto const result = narrow<T>({value, fma(fabs(value), 0x1p-52, results.error)});
  if (threadIdx.x == 0) *out = result.value;
  return result.certain;
}

template <class T, bool Keep>
__device__ void softmax_rows(row_set<T const> const& x, row_launch const& launch, wanted what, row_set<T> const& out) {
  for (long long i = blockIdx.x; i < x.count; i += gridDim.x) {
    // What is kept of elements: results of 16 bits are found by way of floats, mostly.
    row_values<T, Keep, std::conditional_t<sizeof(T) == 2, float, double>> row(x.row(i), x.length);
    float largest = lowest_float;
    row.read([&](float element) { largest = larger(largest, element); });
    largest = reduce_block(largest, lowest_float, larger, [](float all) { return all; });
    bool const certain = isfinite(largest) && quick_softmax(row, double{largest}, launch.depth, what, out.row(i));
    if (__syncthreads_and(certain) == 0) careful_softmax(x.row(i), x.length, largest, what, out.row(i));
  }
}

template <class T, wanted What>
__global__ void __launch_bounds__(most_threads, 1) kept_softmax(row_set<T const> x, row_launch launch, row_set<T> out) {
  softmax_rows<T, true>(x, launch, What, out);
}
template <class T>
__global__ void __launch_bounds__(most_threads, 1)
    streamed_softmax(row_set<T const> x, row_launch launch, wanted what, row_set<T> out) {
  softmax_rows<T, false>(x, launch, what, out);
}

template <class T>
void start(matrix_view<T const> const& matrix, wanted what, matrix_view<T> const& result, on_stream const& on) {
  place const here(on);
  auto const x = rows_of(here, matrix, "the elements");
  auto const out = rows_of(here, result, "the result");
  require(out.count == x.count && (out.length == x.length || what == wanted::logsumexp),
          "the result has another shape");
  require(x.count == 0 || x.length > 0 || what != wanted::logsumexp, "the logarithm of a sum of no exponentials");
  if (x.count == 0 || x.length == 0) return;
  require_own_rows(out);
  require_apart(x, out.data, static_cast<std::size_t>((out.count - 1) * out.stride + out.length) * sizeof(T));
  launch_rows(x, out.aligned || what == wanted::logsumexp, [&](auto keep, row_launch const& launch) {
    auto const [blocks, threads] = std::pair(launch.blocks, launch.threads);
    if (!keep)
      streamed_softmax<<<blocks, threads, 0, on.stream>>>(x, launch, what, out);
    else if (what == wanted::softmax)
      kept_softmax<T, wanted::softmax><<<blocks, threads, 0, on.stream>>>(x, launch, out);
    else if (what == wanted::log_softmax)
      kept_softmax<T, wanted::log_softmax><<<blocks, threads, 0, on.stream>>>(x, launch, out);
    else
      kept_softmax<T, wanted::logsumexp><<<blocks, threads, 0, on.stream>>>(x, launch, out);
  });
}

}  // namespace

template <class T> void detail::softmax(matrix_view<T const> const& x, matrix_view<T> const& out, on_stream const& on) {
  start(x, wanted::softmax, out, on);
}
template <class T>
void detail::log_softmax(matrix_view<T const> const& x, matrix_view<T> const& out, on_stream const& on) {
  start(x, wanted::log_softmax, out, on);
}
template <class T> void detail::logsumexp(matrix_view<T const> const& x, T* out, on_stream const& on) {
  start(x, wanted::logsumexp, matrix_view<T>(out, x.rows, 1, 1, 1), on);
}

#define ISOBIT_INSTANTIATE(T)                                                                              \
  template void detail::softmax(matrix_view<T const> const&, matrix_view<T> const&, on_stream const&);     \
  template void detail::log_softmax(matrix_view<T const> const&, matrix_view<T> const&, on_stream const&); \
  template void detail::logsumexp(matrix_view<T const> const&, T*, on_stream const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
