#include <isobit/cuda/rows.hpp>

#include "cuda/rows/certain_sum.cuh"
#include "cuda/rows/launch.cuh"
#include "math/device.hpp"

#include "math/rsqrt/rsqrt.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

namespace {

__device__ double rounded_rsqrt(double x) {
  return math::ISOBIT_TARGET::correctly_rounded<math::ISOBIT_TARGET::rsqrt_fast, math::rsqrt_definition>(x);
}

/// The weights and biases of a row's elements; null stands for none.
template <class T> struct affine {
  T const* weight;
  T const* bias;

  __device__ bool is_identity() const { return weight == nullptr && bias == nullptr; }

  struct pieces {
    piece_of<T> weight, bias;
  };
  __device__ pieces load(int first) const {
    pieces loaded;
    if (weight != nullptr) loaded.weight = load_piece(weight + first);
    if (bias != nullptr) loaded.bias = load_piece(bias + first);
    return loaded;
  }
  __device__ weight_and_bias at(pieces const& loaded, int k) const {
    return {weight == nullptr ? 1 : to_float(loaded.weight.element[k]),
            bias == nullptr ? -0.0f : to_float(loaded.bias.element[k])};
  }
  __device__ weight_and_bias of(long long i) const {
    return {weight == nullptr ? 1 : to_float(weight[i]), bias == nullptr ? -0.0f : to_float(bias[i])};
  }
};

/// The definitions, for any row.
template <class T>
__device__ __noinline__ void careful_rms_norm(T const* x, long long n, affine<T> const& after, double epsilon, T* out) {
  auto const square = [=](long long i) -> double {
    double const element = to_float(x[i]);
    return element * element;
  };
  double const scale = rounded_rsqrt(rounded_mean(n, square) + epsilon);
  for (long long i = threadIdx.x; i < n; i += blockDim.x) {
    double const result = to_float(x[i]) * scale;
    out[i] = nearest<T>(after.weight == nullptr ? result : result * double{after.of(i).weight});
  }
}
template <class T>
__device__ __noinline__ void careful_layer_norm(T const* x, long long n, affine<T> const& after, double epsilon,
                                                T* out) {
  auto const element = [=](long long i) -> double { return to_float(x[i]); };
  double const mean = rounded_mean(n, element);
  double const scale = rounded_rsqrt(rounded_variance(n, element, mean) + epsilon);
  for (long long i = threadIdx.x; i < n; i += blockDim.x) {
    double const result = (element(i) - mean) * scale;
    auto const [weight, bias] = after.of(i);
    out[i] = nearest<T>(after.is_identity() ? result : fma(result, double{weight}, double{bias}));
  }
}

/// Where approximations keep their bounds: nothing overflows, or ends below the normal numbers, also as a float.
__device__ bool is_tame(double radicand) { return radicand > 0x1p-100 && radicand < 0x1p100; }

/// Results of a row, from 1 / root of its mean square plus epsilon.
template <class T> struct rms_norm_of {
  double scale, error;  // the latter relative
  bool tame;

  __device__ approximation of_kept(double x, weight_and_bias by) const {
    double const value = x * scale * double{by.weight};
    return {value, fabs(value) * error};
  }
  __device__ approximation of(double x, weight_and_bias by) const { return of_kept(x, by); }
  __device__ rough_approximation rough(float x, weight_and_bias by) const {
    float const scaled = x * static_cast<float>(scale), value = scaled * by.weight;
    bool const lost = fabsf(scaled) < 0x1p-100f && x != 0;
    return {value, lost ? from_bits<float>(format<float>::infinity) : error_of<T>(value, 0)};
  }
};

template <class T, bool Keep>
__global__ void __launch_bounds__(most_threads, 1)
    rms_norm_kernel(row_set<T const> x, row_launch launch, affine<T> after, double epsilon, row_set<T> out) {
  for (long long i = blockIdx.x; i < x.count; i += gridDim.x) {
    row_values<T, Keep> row(x.row(i), x.length);
    double squares = 0;
    row.read([&](double element) { squares = fma(element, element, squares); });
    auto const results = sum_block(squares, [=](double all) {
      double const radicand = fma(all, launch.one_over_count, epsilon);
      return rms_norm_of<T>{rsqrt(radicand), (launch.depth + 16) * 0x1p-53, is_tame(radicand)};
    });
    bool const certain = results.tame && row.write(out.row(i), results, after);
    if (__syncthreads_and(certain) == 0) careful_rms_norm(x.row(i), x.length, after, epsilon, out.row(i));
  }
}

/// Results of a row, from its mean and variance. docs/maths/cuda_rows.md#layer-norm
template <class T> struct layer_norm_of {
  double mean, scale;
  double relative, absolute;  // errors of scaled differences
  bool tame;

  layer_norm_of() = default;
  __device__ layer_norm_of(double squares, double mean_, row_launch const& launch, double epsilon) : mean(mean_) {
    constexpr double u = 0x1p-53;
    double const variance = squares * launch.one_over_count, radicand = variance + epsilon;
    double const error_of_mean = (launch.depth + 5) * u * 1.01 * sqrt(fma(mean, mean, variance));
    double const error_of_variance = fma((launch.depth + 8) * u, variance, 1.1 * error_of_mean * error_of_mean);
    scale = rsqrt(radicand);
    relative = fma(error_of_variance, 1.01 * scale * scale, 12 * u);
    absolute = error_of_mean * scale * 1.01;
    tame = is_tame(radicand);
  }

  __device__ approximation of_kept(double difference, weight_and_bias by) const {
    double const scaled = difference * scale, error = fma(fabs(scaled), relative, absolute);
    double const value = fma(scaled, double{by.weight}, double{by.bias});
    // A zero has the sign of what is scaled, which must be certain then.
    if (value == 0 && absolute > 0 && fabs(scaled) <= error) return {0, 1};
    return {value, fma(error, fabs(double{by.weight}), fabs(value) * 0x1p-52)};
  }
  __device__ approximation of(double x, weight_and_bias by) const { return of_kept(x - mean, by); }
  __device__ rough_approximation rough(float difference, weight_and_bias by) const {
    float const scaled = difference * static_cast<float>(scale), value = fmaf(scaled, by.weight, by.bias);
    // What may be lost below the normal floats is less than the second addend.
    float const error = fmaf(fabsf(scaled), rough_error, static_cast<float>(absolute + 0x1p-100));
    return {value, value == 0 ? 1 : error_of<T>(value, error * fabsf(by.weight))};
  }
};

template <class T, bool Keep>
__global__ void __launch_bounds__(most_threads, 1)
    layer_norm_kernel(row_set<T const> x, row_launch launch, affine<T> after, double epsilon, row_set<T> out) {
  for (long long i = blockIdx.x; i < x.count; i += gridDim.x) {
    row_values<T, Keep> row(x.row(i), x.length);
    double sum = -0.0;  // the mean of negative zeros is one
    row.read([&](double element) { sum += element; });
    double const mean = sum_block(sum, [=](double all) { return all * launch.one_over_count; });
    double squares = 0;
    row.for_each([&](double element) {
      double const difference = element - mean;
      squares = fma(difference, difference, squares);
      return difference;
    });
    auto const results = sum_block(squares, [=](double all) { return layer_norm_of<T>(all, mean, launch, epsilon); });
    bool const certain = results.tame && row.write(out.row(i), results, after);
    if (__syncthreads_and(certain) == 0) careful_layer_norm(x.row(i), x.length, after, epsilon, out.row(i));
  }
}

template <class T> struct norm_call {
  row_set<T const> x;
  row_set<T> out;
  affine<T> after;
  bool aligned = true;

  norm_call(place const& here, matrix_view<T const> const& matrix, vector_view<T const> const& weight,
            vector_view<T const> const& bias, double epsilon, matrix_view<T> const& result)
      : x(rows_of(here, matrix, "the elements")),
        out(rows_of(here, result, "the result")), after{weight.size == 0 ? nullptr : weight.data,
                                                        bias.size == 0 ? nullptr : bias.data} {
    require(out.count == x.count && out.length == x.length, "the result has another shape");
    // With less, what approximations promise does not hold.
    require(epsilon >= 0 && epsilon <= 0x1p400, "epsilon is negative, NaN or beyond 2^400");
    auto const out_bytes = static_cast<std::size_t>((out.count - 1) * out.stride + out.length) * sizeof(T);
    if (is_empty()) return;
    require_own_rows(out);
    aligned = out.aligned;
    require_apart(x, out.data, out_bytes);
    for (auto const& factors : {weight, bias}) {
      if (factors.size == 0) continue;
      require(factors.size == x.length && (factors.stride == 1 || factors.size == 1),
              "weights or biases that are not as many as the elements of a row, and contiguous");
      here.require_device_memory(factors.data, "weights or biases");
      require_apart(row_set<T const>{factors.data, 1, x.length, 0, false}, out.data, out_bytes);
      aligned &= reinterpret_cast<std::uintptr_t>(factors.data) % 16 == 0;
    }
  }
  [[nodiscard]] bool is_empty() const { return x.count == 0 || x.length == 0; }
};

}  // namespace

template <class T>
void detail::rms_norm(matrix_view<T const> const& x, vector_view<T const> const& weight, double epsilon,
                      matrix_view<T> const& out, on_stream const& on) {
  norm_call<T> const call(place(on), x, weight, {}, epsilon, out);
  if (call.is_empty()) return;
  launch_rows(call.x, call.aligned, [&](auto keep, row_launch const& launch) {
    rms_norm_kernel<T, keep.value>
        <<<launch.blocks, launch.threads, 0, on.stream>>>(call.x, launch, call.after, epsilon, call.out);
  });
}
template <class T>
void detail::layer_norm(matrix_view<T const> const& x, vector_view<T const> const& weight,
                        vector_view<T const> const& bias, double epsilon, matrix_view<T> const& out,
                        on_stream const& on) {
  norm_call<T> const call(place(on), x, weight, bias, epsilon, out);
  if (call.is_empty()) return;
  launch_rows(call.x, call.aligned, [&](auto keep, row_launch const& launch) {
    layer_norm_kernel<T, keep.value>
        <<<launch.blocks, launch.threads, 0, on.stream>>>(call.x, launch, call.after, epsilon, call.out);
  });
}

#define ISOBIT_INSTANTIATE(T)                                                                      \
  template void detail::rms_norm(matrix_view<T const> const&, vector_view<T const> const&, double, \
                                 matrix_view<T> const&, on_stream const&);                         \
  template void detail::layer_norm(matrix_view<T const> const&, vector_view<T const> const&,       \
                                   vector_view<T const> const&, double, matrix_view<T> const&, on_stream const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
