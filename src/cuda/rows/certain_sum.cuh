#pragma once

#include <isobit/arithmetic/two_sum.hpp>

#include "certify/certain.hpp"
#include "certify/enclosure.hpp"
#include "cuda/finish.cuh"
#include "cuda/rows/narrowing.cuh"
#include "cuda/rows/row.cuh"
#include "sum/exact_variance.hpp"

/// Sums over a row by a whole block, in two doubles with a bound, or exactly where that leaves a rounding open. What
/// the fast kernels cannot settle comes here: rare, so simple. docs/maths/cuda_rows.md#certain-sums
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

using certify::certain, certify::enclosure;

/// Of finite numbers; infinities and NaN make the radius such that nothing is certain.
class running_sum {
public:
  /// x + rest, of which the error of the latter is no more than 2^-52 of itself.
  __device__ void add(double x, double rest = 0) {
    auto const sum = two_sum(high_, x);
    high_ = sum.high;
    low_ += sum.low + rest;
    magnitude_ += fabs(x);
    inexact_ |= sum.low != 0 || rest != 0;
  }

  /// That of all threads, after so many additions each at most.
  __device__ enclosure<double> of_block(double depth) {
    __shared__ running_sum of_warp[most_threads / 32];
    for (int offset = 16; offset > 0; offset /= 2) {
      running_sum other;
      other.high_ = __shfl_xor_sync(whole_warp, high_, offset);
      other.low_ = __shfl_xor_sync(whole_warp, low_, offset);
      other.magnitude_ = __shfl_xor_sync(whole_warp, magnitude_, offset);
      other.inexact_ = __shfl_xor_sync(whole_warp, inexact_, offset);
      merge(other);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = *this;
    __syncthreads();
    *this = of_warp[0];
    for (unsigned w = 1; w < blockDim.x / 32; ++w) merge(of_warp[w]);
    return {high_, low_, inexact_ ? depth * depth * 0x1p-103 * magnitude_ : 0.0};
  }

private:
  __device__ void merge(running_sum const& other) {
    auto const sum = two_sum(high_, other.high_);
    high_ = sum.high;
    low_ = low_ + other.low_ + sum.low;
    magnitude_ += other.magnitude_;
    inexact_ |= static_cast<int>(other.inexact_ != 0 || sum.low != 0);
  }

  double high_ = -0.0, low_ = 0, magnitude_ = 0;
  int inexact_ = 0;
};

__device__ inline enclosure<double> divide(enclosure<double> const& x, double count) {
  double const high = x.high / count;
  double const rest = fma(-high, count, x.high) + x.low;
  double const low = rest / count;
  return {high, low, (x.radius / count) * 1.5 + fabs(low) * 0x1p-51 + (rest != 0 ? 0x1p-1070 : 0.0)};
}

/// Both ends; the whole real line where something is not finite.
__device__ inline certain<double> round_to_double(enclosure<double> const& x) {
  double const radius = x.radius + (x.radius + fabs(x.low)) * 0x1p-51;
  double const below = x.high + (x.low - radius), above = x.high + (x.low + radius);
  return {above, below == above && isfinite(above) && above != 0};
}
template <class T> __device__ narrowed<T> round_to(enclosure<double> const& x) {
  if (!isfinite(x.high) || !isfinite(x.low) || !isfinite(x.radius)) return {};
  return nearest_between<T>(__dadd_rd(x.high, __dsub_rd(x.low, x.radius)),
                            __dadd_ru(x.high, __dadd_ru(x.low, x.radius)));
}

/// The most additions that a term goes through.
__device__ inline double depth_of(long long n) {
  return static_cast<double>((n + blockDim.x - 1) / blockDim.x + 5 + blockDim.x / 32);
}

/// term(i) for i below n, by the block; the threads' results.
template <class Term, class Use> __device__ void for_each_term(long long n, Term term, Use use) {
#pragma unroll 4
  for (long long i = threadIdx.x; i < n; i += blockDim.x) use(term(i));
}

/// The exact sum, in shared memory; for one block at a time.
__device__ inline block_accumulator<exact>& start_exact_sum(int which = 0) {
  __shared__ block_accumulator<exact> sums[2];
  __syncthreads();
  sums[which].start();
  return sums[which];
}

/// The same for every thread.
template <class Result> __device__ Result round_exact_sum(block_accumulator<exact>& sum, finishing what, long long n) {
  __shared__ Result result;
  __syncthreads();
  if (threadIdx.x < 32) {
    auto const range = used_digits<exact>(sum.sum.digit);
    if (threadIdx.x == 0) result = round_state<Result>(sum.sum, range, what, static_cast<std::uint64_t>(n));
  }
  __syncthreads();
  return result;
}

template <class Result, class Term> __device__ Result exact_sum(long long n, Term term, finishing what) {
  auto& sum = start_exact_sum();
  for_each_term(n, term, [&](double x) { sum.add(x); });
  return round_exact_sum<Result>(sum, what, n);
}

/// What is known of the sum of term(i).
template <class Term> __device__ enclosure<double> enclosed_sum(long long n, Term term) {
  running_sum sum;
  for_each_term(n, term, [&](double x) { sum.add(x); });
  return sum.of_block(depth_of(n));
}

/// RN(sum) and RN(sum / n), of numbers that are not all zero.
template <class Term> __device__ double rounded_sum(long long n, Term term) {
  auto const sum = round_to_double(enclosed_sum(n, term));
  return sum ? *sum : exact_sum<double>(n, term, finishing::round);
}
template <class Term> __device__ double rounded_mean(long long n, Term term) {
  auto const mean = round_to_double(divide(enclosed_sum(n, term), static_cast<double>(n)));
  return mean ? *mean : exact_sum<double>(n, term, finishing::mean);
}

/// `isobit::variance` of the row with nothing removed, of elements whose squares are doubles.
template <class Term> __device__ double exact_variance(long long n, Term term) {
  __shared__ double result;
  auto& sum = start_exact_sum(0);
  auto& squares = start_exact_sum(1);
  for_each_term(n, term, [&](double x) {
    sum.add(x);
    squares.add(x * x);
  });
  __syncthreads();
  if (threadIdx.x < 32) {
    auto const range = used_digits<exact>(sum.sum.digit), range_of_squares = used_digits<exact>(squares.sum.digit);
    if (threadIdx.x == 0) {
      bool const finite = squares.sum.nans == 0 && squares.sum.positive_infinities == 0;
      device_magnitude total, all_squares;
      find_magnitude<exact>(sum.sum.digit, range, total);
      find_magnitude<exact>(squares.sum.digit, range_of_squares, all_squares);
      auto const count = static_cast<std::uint64_t>(n);
      result = finite ? summation::exact_variance<double>(total.value, all_squares.value, count, 0)
                      : from_bits<double>(format<double>::canonical_nan);
    }
  }
  __syncthreads();
  return result;
}

/// From the mean, RN(sum / n): the squares of differences in two doubles, less what the mean's rounding adds to them.
template <class Term> __device__ double rounded_variance(long long n, Term term, double mean) {
  double const count = static_cast<double>(n);
  auto const known_mean = divide(enclosed_sum(n, term), count);
  running_sum sum;
  for_each_term(n, term, [&](double x) {
    auto const difference = two_sum(x, -mean);
    double const square = difference.high * difference.high;
    sum.add(square, fma(difference.high, difference.high, -square) + 2 * difference.high * difference.low);
  });
  auto squares = sum.of_block(depth_of(n));
  double const shift = (known_mean.high - mean) + known_mean.low;
  double const off = fabs(shift) + known_mean.radius;
  squares.low -= count * shift * shift;
  squares.radius += 2 * count * (off * off - shift * shift) + count * shift * shift * 0x1p-49 + squares.high * 0x1p-102;
  auto const variance = round_to_double(divide(squares, count));
  return variance && squares.high > 0x1p-900 ? *variance : exact_variance(n, term);
}

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
