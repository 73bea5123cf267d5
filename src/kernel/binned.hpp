#pragma once

#include "kernel/terms.hpp"

/// Demmel and Nguyen's Algorithm 5, several bins in one pass: S + (r | 1) takes out of r what is a multiple of ulp(S),
/// to nearest; the last bit set breaks the ties, away from zero. docs/maths/binned.md#kernel
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

template <class T, bool Magnitudes> struct binned_elements {
  using real = typename vectors<T>::real;
  using bits = typename vectors<T>::bits;
  static constexpr std::size_t lanes = vectors<T>::lanes;
  T const* x;

  ISOBIT_INLINE real at(std::size_t i) const {
    real const v = load<real>(x + i);
    if constexpr (Magnitudes)
      return opaque((real)((bits)v << 1 >> 1));
    else
      return opaque(v);
  }
  /// The last `count` lanes; zeros, which no bin notices, before.
  ISOBIT_INLINE real at(std::size_t i, std::size_t count) const {
    real v = at(i);
#pragma GCC unroll 16
    for (std::size_t lane = 0; lane < lanes; ++lane) v[lane] = lane + count >= lanes ? v[lane] : T{0};
    return v;
  }
};

/// The lanes' distances from the extractor: in one binade the bits of numbers are their multiples of ulp.
template <class T, class V> ISOBIT_INLINE std::int64_t units_of(V a, V b, T extractor) {
  using integer = typename vectors<T>::integer;
  using bits = typename vectors<T>::bits;
  V const start = broadcast(extractor);
  bits const units = ((bits)a - (bits)start) + ((bits)b - (bits)start);
  std::int64_t sum = 0;
  for (std::size_t lane = 0; lane < vectors<T>::lanes; ++lane) sum += static_cast<integer>(units[lane]);
  return sum;
}

template <class T, int Bins, bool Magnitudes>
inline void binned_block(T const* x, block const& b, T const* extractors, binned_sum<T>* result) {
  using elements = binned_elements<T, Magnitudes>;
  using real = typename elements::real;
  using bits = typename elements::bits;
  elements const values{x};
  bits const last_bit = bits{} + 1;
  real const minus_one = opaque(broadcast(T{-1}));
  // Two chains: each takes two of the four streams.
  real even[Bins], odd[Bins];
  for (int k = 0; k < Bins; ++k) even[k] = odd[k] = broadcast(extractors[k]);
  real even_squares = {}, odd_squares = {};

  auto const add = [&](real v, real(&sums)[Bins], real & squares) __attribute__((always_inline)) {
    squares = square_onto(v, squares);
    real rest = v;
#pragma GCC unroll 4
    for (int k = 0; k < Bins; ++k) {
      real const next = sums[k] + (real)((bits)rest | last_bit);
      if (k + 1 < Bins) rest = subtract_by_fma(rest, next - sums[k], minus_one);
      sums[k] = next;
    }
  };
  for_each_vector<1, elements::lanes>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
        add(values.at(i), even, even_squares);
        add(values.at(i + stride), odd, odd_squares);
        add(values.at(i + 2 * stride), even, even_squares);
        add(values.at(i + 3 * stride), odd, odd_squares);
      },
      [&](std::size_t i, std::size_t count)
          __attribute__((always_inline)) { add(values.at(i, count), even, even_squares); });

  for (int k = 0; k < Bins; ++k) result->units[k] = units_of<T>(even[k], odd[k], extractors[k]);
  real const squares = even_squares + odd_squares;
  T sum = squares[0];
  for (std::size_t lane = 1; lane < elements::lanes; ++lane) sum += squares[lane];
  result->squares = sum;
}

inline std::uint32_t largest_f32(float const* x, std::size_t n) {
  using bits = vectors<float>::bits;
  constexpr std::size_t step = vectors<float>::lanes;
  bits largest = {};
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    bits const v = load<bits>(x + i) << 1 >> 1;
    largest = v > largest ? v : largest;
  }
  std::uint32_t result = 0;
  for (std::size_t lane = 0; lane < step; ++lane) result = largest[lane] > result ? largest[lane] : result;
  for (; i < n; ++i) {
    std::uint32_t v;
    __builtin_memcpy(&v, x + i, sizeof v);
    v = v << 1 >> 1;
    result = v > result ? v : result;
  }
  return result;
}

constexpr binned_table binned_kernels = {
    .values_f64 = {binned_block<double, 1, false>, binned_block<double, 2, false>, binned_block<double, 3, false>,
                   binned_block<double, 4, false>},
    .magnitudes_f64 = {binned_block<double, 1, true>, binned_block<double, 2, true>, binned_block<double, 3, true>,
                       binned_block<double, 4, true>},
    .values_f32 = {binned_block<float, 1, false>, binned_block<float, 2, false>, binned_block<float, 3, false>,
                   binned_block<float, 4, false>},
    .magnitudes_f32 = {binned_block<float, 1, true>, binned_block<float, 2, true>, binned_block<float, 3, true>,
                       binned_block<float, 4, true>},
    .largest_f32 = largest_f32,
};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
