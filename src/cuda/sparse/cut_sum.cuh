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
    seen_factors seen;
#pragma unroll
    for (int i = 0; i < Batch; ++i) {
      p[i] = static_cast<double>(a[i]) * static_cast<double>(x[i]);
      unsigned const size = __double2hiint(p[i]) & 0x7fffffffu;
      largest = max(largest, size);
      seen.note(a[i], x[i]);
      if (size >= least_exact)
        seen.least = min(seen.least, size);
      else if (exists[i])
        total_.fits &= a[i] == 0 || x[i] == 0;
    }
    if (largest >= limit_) move(largest);
    seen_.note(seen);
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

  /// What decides whether lower parts are added without error.
  struct seen_factors {
    unsigned least = ~0u;  // the upper word of the smallest product
    int a = 0, x = 0;      // the bits in the lower words of factors

    __device__ void note(double one_a, double one_x) {
      a |= __double2loint(one_a);
      x |= __double2loint(one_x);
    }
    __device__ void note(float, float) {}
    __device__ void note(seen_factors const& other) {
      least = min(least, other.least);
      a |= other.a;
      x |= other.x;
    }
  };

  /// a*x + y, where p is a*x, rounded.
  static __device__ double multiply_add(double a, double x, double, double y) { return fma(a, x, y); }
  static __device__ double multiply_add(float, float, double p, double y) { return p + y; }

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
    bool const few_bits = !wide || seen_.a == 0 || seen_.x == 0;
    bool const exact = few_bits && place_ + room_ + bits_of_products <= static_cast<int>(seen_.least >> 20) + 2 * 53;
    double const number = static_cast<double>(count_);
    double const bound = exact ? 0 : number * (number + 3) * 0x1p-54 * __hiloint2double(max(place_ - 52, 1) << 20, 0);
    if (has_total_)
      total_.add(sum_ - start_, rest_, bound);
    else
      total_.high = sum_ - start_, total_.low = rest_, total_.lost = bound;
    has_total_ = true;
    rest_ = 0;
    count_ = 0;
    seen_ = {};
  }

  careful_sum total_;
  double start_ = 0, sum_ = 0, rest_ = 0;
  unsigned limit_ = 0;
  seen_factors seen_;
  bool has_total_ = false;
  int room_, place_ = 0, count_ = 0;
};

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
