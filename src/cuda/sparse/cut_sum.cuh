#pragma once

#include "cuda/sparse/careful_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// A sum of products that are cut at one place: the upper parts are added without error, the lower ones plainly, with a
/// bound, or without error, too, where all products are known to be multiples of a power of two. Products come in
/// batches; where one has larger numbers than the place is for, what there is goes to a careful sum.
/// docs/maths/cuda.md#sparse-rows
template <class T> class cut_sum {
public:
  /// For so many products.
  __device__ explicit cut_sum(int most) { room_ = 33 - __clz(most); }

  /// Those of which `exists` says so; the factors of the others are zero.
  template <int Batch> __device__ void add(T const (&a)[Batch], T const (&x)[Batch], bool const (&exists)[Batch]) {
    double p[Batch];
    unsigned largest = 0;
#pragma unroll
    for (int i = 0; i < Batch; ++i) {
      p[i] = static_cast<double>(a[i]) * static_cast<double>(x[i]);
      unsigned const size = __double2hiint(p[i]) & 0x7fffffffu;
      largest = max(largest, size);
      note_factors(a[i], x[i]);
      if (size >= least_exact)
        least_ = min(least_, size);
      else if (exists[i])
        total_.fits &= a[i] == 0 || x[i] == 0;
    }
    if (largest >= limit_) move(largest);
#pragma unroll
    for (int i = 0; i < Batch; ++i) {
      double const next = multiply_add(a[i], x[i], p[i], sum_);
      rest_ += multiply_add(a[i], x[i], p[i], sum_ - next);
      sum_ = next;
    }
    count_ += Batch;
  }

  /// All of it.
  __device__ careful_sum finish() {
    flush();
    return total_;
  }

private:
  static constexpr bool wide = sizeof(T) == sizeof(double);
  // Fields of exponents, with what of the significand is in the upper word. Products of floats are always exact.
  static constexpr unsigned least_exact = wide ? (1023 - 900) << 20 : 1, most_exact = (1023 + 1000) << 20;
  // Products are multiples of a power of two that is so many binades below the smallest of them, at most: those of
  // floats have 48 bits; those of doubles 74, where one factor of each has zeros in its lower word.
  static constexpr int bits_of_products = wide ? 75 : 48;

  /// a*x + y, where p is a*x, rounded.
  static __device__ double multiply_add(double a, double x, double, double y) { return fma(a, x, y); }
  static __device__ double multiply_add(float, float, double p, double y) { return p + y; }

  __device__ void note_factors(double a, double x) {
    bits_of_a_ |= __double2loint(a);
    bits_of_x_ |= __double2loint(x);
  }
  __device__ void note_factors(float, float) {}

  /// Cuts at a place for products of this size, and some that are larger.
  __device__ void move(unsigned largest) {
    flush();
    total_.fits &= largest < most_exact;
    unsigned const field = min(largest, most_exact) >> 20;
    place_ = static_cast<int>(field) + 3 + room_;
    limit_ = (field + 2) << 20;
    start_ = sum_ = __hiloint2double(place_ << 20 | 1 << 19, 0);
  }

  __device__ void flush() {
    if (count_ == 0) return;
    bool const few_bits = !wide || bits_of_a_ == 0 || bits_of_x_ == 0;
    bool const exact = few_bits && place_ + room_ + bits_of_products <= static_cast<int>(least_ >> 20) + 2 * 53;
    double const number = static_cast<double>(count_);
    double const bound = exact ? 0 : number * (number + 3) * 0x1p-54 * __hiloint2double(max(place_ - 52, 1) << 20, 0);
    if (has_total_)
      total_.add(sum_ - start_, rest_, bound);
    else
      total_.high = sum_ - start_, total_.low = rest_, total_.lost = bound;
    has_total_ = true;
    rest_ = 0;
    count_ = 0;
    least_ = ~0u;
    bits_of_a_ = bits_of_x_ = 0;
  }

  careful_sum total_;
  double start_ = 0, sum_ = 0, rest_ = 0;
  unsigned limit_ = 0, least_ = ~0u;
  bool has_total_ = false;
  int bits_of_a_ = 0, bits_of_x_ = 0, room_, place_ = 0, count_ = 0;
};

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
