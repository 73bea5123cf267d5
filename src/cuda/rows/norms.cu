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
    row_words<T> weight, bias;
  };
  __device__ pieces load(int first) const {
    pieces loaded;
    if (weight != nullptr) loaded.weight = load_words(weight + first);
    if (bias != nullptr) loaded.bias = load_words(bias + first);
    return loaded;
  }
  __device__ weight_and_bias at(pieces const& loaded, int k) const {
    return {weight == nullptr ? 1 : loaded.weight[k], bias == nullptr ? -0.0f : loaded.bias[k]};
  }
  __device__ weight_and_bias of(long long i) const {
    return {weight == nullptr ? 1 : to_float(weight[i]), bias == nullptr ? -0.0f : to_float(bias[i])};
  }
};

/// The definitions, for any row.
template <class T>
__device__ __noinline__ void careful_rms_norm(T const* x, long long n, affine<T> after, double epsilon, T* out) {
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
__device__ __noinline__ void careful_layer_norm(T const* x, long long n, affine<T> after, double epsilon, T* out) {
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
  split_double split_scale;
  float quick_error;
  bool tame;

  __device__ approximation of(double x, weight_and_bias by) const {
    double const value = x * scale * double{by.weight};
    return {value, fabs(value) * error};
  }
  /// docs/maths/cuda_rows.md#two-floats
  __device__ narrowed<float> quick(float x, weight_and_bias by) const {
    auto const result = rows::scaled(x, split_scale), value = weighted(result, by.weight);
    if (fabsf(result.value) < least_product || fabsf(value.value) < least_product)
      return {value.value, value.value == 0 && (x == 0 || by.weight == 0)};
    return narrow(value, fabsf(value.value) * quick_error);
  }
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
      double const scale = rsqrt(radicand);
      double const error = (launch.depth + 16) * 0x1p-53;
      return rms_norm_of<T>{scale, error, split_double(scale), static_cast<float>(error + error_of_scaled),
                            is_tame(radicand)};
    });
    bool const certain = results.tame && row.write(out.row(i), results, after);
    if (__syncthreads_and(certain) == 0) careful_rms_norm(x.row(i), x.length, after, epsilon, out.row(i));
  }
}

/// What is known of a row's mean and of the squares of differences from it.
struct row_moments {
  double mean, variance;
  double error_of_mean, error_of_variance;
};

/// From the sum and the sum of squares; docs/maths/cuda_rows.md#one-pass
__device__ row_moments moments_of(double2 sums, row_launch const& launch) {
  constexpr double u = 0x1p-53;
  double const mean = sums.x * launch.one_over_count, mean_square = sums.y * launch.one_over_count;
  double const error_of_mean = (launch.depth + 5) * u * 1.01 * sqrt(mean_square);
  return {mean, fmax(fma(-mean, mean, mean_square), 0.0), error_of_mean,
          fma((launch.depth + 8) * u * 1.01, mean_square, 2.1 * fabs(mean) * error_of_mean)};
}
/// From the mean and the sum of squared differences; docs/maths/cuda_rows.md#layer-norm
__device__ row_moments moments_of(double mean, double squares, row_launch const& launch) {
  constexpr double u = 0x1p-53;
  double const variance = squares * launch.one_over_count;
  double const error_of_mean = (launch.depth + 5) * u * 1.01 * sqrt(fma(mean, mean, variance));
  return {mean, variance, error_of_mean, fma((launch.depth + 8) * u, variance, 1.1 * error_of_mean * error_of_mean)};
}

/// Results of a row, from its mean and variance. docs/maths/cuda_rows.md#layer-norm
template <class T> struct layer_norm_of {
  double mean, scale;
  double relative, absolute;  // errors of scaled differences
  split_double split_mean, split_scale;
  float relative_quick, absolute_rough;  // with what two floats and splitting the mean add
  bool tame;

  layer_norm_of() = default;
  __device__ layer_norm_of(row_moments const& of, double epsilon)
      : mean(of.mean), scale(rsqrt(of.variance + epsilon)),
        relative(fma(of.error_of_variance, 0.51 * scale * scale, 12 * 0x1p-53)),
        absolute(of.error_of_mean * scale * 1.01), split_mean(mean), split_scale(scale),
        relative_quick(static_cast<float>(relative + error_of_difference)),
        absolute_rough(static_cast<float>(fma(fabs(mean) * scale, error_of_split_mean, absolute) * 1.01 + 0x1p-97)),
        tame(is_tame(of.variance + epsilon) && fabs(mean) < 0x1p100 && relative < 0x1p-30) {}

  __device__ approximation of(double x, weight_and_bias by) const {
    double const scaled = (x - mean) * scale, error = fma(fabs(scaled), relative, absolute);
    double const value = fma(scaled, double{by.weight}, double{by.bias});
    // A zero has the sign of what is scaled, which must be certain then.
    if (value == 0 && absolute > 0 && fabs(scaled) <= error) return {0, 1};
    return {value, fma(error, fabs(double{by.weight}), fabs(value) * 0x1p-52)};
  }
  /// docs/maths/cuda_rows.md#two-floats
  __device__ narrowed<float> quick(float x, weight_and_bias by) const {
    auto const scaled = scaled_difference(x, split_mean, split_scale), product = weighted(scaled, by.weight);
    auto const value = plus(product, by.bias);
    float const error =
        fmaf(fabsf(product.value), relative_quick,
             fmaf(fabsf(by.weight), absolute_rough, fabsf(value.value) * static_cast<float>(error_of_sum)));
    auto const result = narrow(value, error);
    return {result.value,
            result.certain && fabsf(scaled.value) >= least_product && fabsf(product.value) >= least_product};
  }
  __device__ rough_approximation rough(float x, weight_and_bias by) const {
    float const difference = (x - split_mean.high) - split_mean.low;
    float const scaled = difference * split_scale.high, value = fmaf(scaled, by.weight, by.bias);
    // What may be lost below the normal floats is less than 2^-97.
    float const error = fmaf(fabsf(scaled), rough_error, absolute_rough);
    return {value, value == 0 ? 1 : error_of<T>(value, error * fabsf(by.weight))};
  }
};

template <class T, bool Keep>
__global__ void __launch_bounds__(most_threads, 1)
    layer_norm_kernel(row_set<T const> x, row_launch launch, affine<T> after, double epsilon, row_set<T> out) {
  // Beyond it, so much of the squares is the mean's that the differences are squared, in a second pass.
  constexpr double most_of_mean = sizeof(T) == 2 ? 256 : 2;
  for (long long i = blockIdx.x; i < x.count; i += gridDim.x) {
    row_values<T, Keep> row(x.row(i), x.length);
    double2 sums{-0.0, 0};  // the mean of negative zeros is one
    row.read([&](double element) {
      sums.x += element;
      sums.y = fma(element, element, sums.y);
    });
    struct first_result {
      layer_norm_of<T> results;
      bool again;
    };
    auto [results, again] = reduce_block(
        sums, double2{-0.0, 0.0},
        [](double2 a, double2 b) {
          return double2{a.x + b.x, a.y + b.y};
        },
        [=](double2 all) {
          auto const known = moments_of(all, launch);
          double const square = known.mean * known.mean;
          return first_result{{known, epsilon}, square + known.variance > most_of_mean * (known.variance + epsilon)};
        });
    if (again) {
      double squares = 0;
      row.for_each([&, mean = results.mean](double element) {
        double const difference = element - mean;
        squares = fma(difference, difference, squares);
      });
      results = sum_block(squares, [=, mean = results.mean](double all) {
        return layer_norm_of<T>(moments_of(mean, all, launch), epsilon);
      });
    }
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
