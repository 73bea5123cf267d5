#pragma once

#include "cuda/block_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// 2^exponent, of a normal number.
__device__ inline double power_of_two(int exponent) { return __hiloint2double((exponent + 1023) << 20, 0); }

/// Exact sums of doubles whose exponents are not far apart, in floating point: a few running sums a thread, so large
/// that adding to the first cuts a number at one place for all, and the rest is cut likewise by the next. What is left
/// then goes elsewhere. The places are the warp's. docs/maths/cuda.md#extraction
template <int Levels> class extraction {
public:
  /// Numbers below 2^highest; above, the first sum would overflow.
  static constexpr int highest = 1012;
  /// Numbers that a thread may add between two flushes.
  static constexpr int most_numbers = 1024;

  __device__ extraction() { start(lowest); }

  /// Prepares for `count` numbers a thread, of magnitudes below 2^top in the whole warp. Precondition: top <= highest.
  template <class Digits> __device__ void prepare(int top, int count, Digits& digits) {
    // A little larger than need be, lest every new largest number move the places; but not so large that the numbers
    // end below them.
    constexpr unsigned slack = 30;
    top = max(top, lowest - 1);
    added_ += count;
    if (unsigned(top_ - top) <= slack && added_ < most_numbers) return;
    if (added_ > count) flush(digits);
    if (unsigned(top_ - top) > slack) start(min(top + 1, highest));
    added_ = count;
  }

  [[nodiscard]] __device__ int top() const { return top_; }

  /// Adds x to the sums from First to before Last; returns what is below the last place: 0 as a rule.
  template <int First, int Last> __device__ double add(double x) {
#pragma unroll
    for (int level = First; level < Last; ++level) x = cut(sum_[level], x);
    return x;
  }

  /// The lanes' sums to the warp's digits; they start again.
  template <class Digits> __device__ void flush(Digits& digits) {
    if (added_ == 0) return;
#pragma unroll
    for (int level = 0; level < Levels; ++level) {
      std::int64_t const units = total(sum_[level], start_of(level));
      if (threadIdx.x % 32 == 0) digits.add(units, top_ + room - step * level - 52 - format<double>::min_exponent);
    }
    __syncwarp();
    start(top_);
  }

private:
  static constexpr int room = 11;  // of the sum's binade above the numbers: for 1024 of them, and one bit
  static constexpr int step = 42;  // bits that one sum takes
  // Here the last place of the last sum is that of the smallest number.
  static constexpr int lowest = -1022 - room + step * (Levels - 1);

  __device__ double start_of(int level) const { return 1.5 * power_of_two(top_ + room - step * level); }
  __device__ void start(int top) {
    top_ = top;
#pragma unroll
    for (int level = 0; level < Levels; ++level) sum_[level] = start_of(level);
    added_ = 0;
  }

  /// Adds to the sum what of x is above its last place; returns the rest, exactly.
  static __device__ double cut(double& sum, double x) {
    double const next = sum + x;
    double const taken = next - sum;
    sum = next;
    return x - taken;
  }

  /// The sum in units of its last place, of all lanes: the binade stays, so that the bits are an integer.
  static __device__ std::int64_t total(double sum, double start) {
    std::int64_t units = __double_as_longlong(sum) - __double_as_longlong(start);
    for (int offset = 16; offset > 0; offset /= 2) units += __shfl_xor_sync(whole_warp, units, offset);
    return units;
  }

  int top_, added_;
  double sum_[Levels];
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
