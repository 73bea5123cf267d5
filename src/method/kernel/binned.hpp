#pragma once

#include "method/kernel/binned_table.hpp"
#include "sum/kernel/terms.hpp"

/// Demmel and Nguyen's Algorithm 5, several bins in one pass: S + (r | 1) takes out of r what is a multiple of ulp(S),
/// to nearest; the last bit set breaks the ties, away from zero. docs/maths/binned.md#kernel
ISOBIT_NAMESPACE_BEGIN
namespace method::ISOBIT_TARGET {

using namespace arithmetic;
using summation::block;
using summation::ISOBIT_TARGET::for_each_vector;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
constexpr std::size_t upper_half_lane = 1;
#else
constexpr std::size_t upper_half_lane = 0;
#endif

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
  ISOBIT_INLINE real at(std::size_t i, std::size_t count) const { return last(at(i), count); }
  template <class V> static ISOBIT_INLINE V last(V v, std::size_t count) {
#pragma GCC unroll 16
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (lane + count < lanes) v[lane] = 0;
    return v;
  }
};

template <class T> ISOBIT_INLINE std::int64_t sum_of_units(typename vectors<T>::bits units) {
  // Wraps, harmlessly, where the bins were guessed too low.
  if constexpr (__is_same(T, double)) {
    return static_cast<std::int64_t>(sum_lanes(units));
  } else {
    std::uint64_t sum = 0;
    for (std::size_t lane = 0; lane < vectors<T>::lanes; ++lane)
      sum += static_cast<std::uint64_t>(static_cast<typename vectors<T>::integer>(units[lane]));
    return static_cast<std::int64_t>(sum);
  }
}

/// All bits of the magnitudes of a vector.
template <class T> ISOBIT_INLINE typename format<T>::bits_type magnitude_bits(typename vectors<T>::bits seen) {
  std::uint64_t bits = or_lanes((u64)seen);
  if constexpr (sizeof(T) < sizeof bits) bits |= bits >> 32;
  return static_cast<typename format<T>::bits_type>(bits) & ~format<T>::sign_bit;
}

/// As many as there are registers for.
#if defined(__AVX512F__) || defined(__aarch64__) || defined(__s390x__)
constexpr std::size_t bin_chains = 4;
#else
constexpr std::size_t bin_chains = 2;
#endif

template <class T, int Bins, bool Magnitudes>
inline void binned_block(T const* x, block const& b, T const* extractors, binned_sum<T>* result) {
  using elements = binned_elements<T, Magnitudes>;
  using real = typename elements::real;
  using bits = typename elements::bits;
  elements const values{x};
  bits const last_bit = bits{} + 1;
  real const minus_one = opaque(broadcast(T{-1}));
  // Vectors of different chains are independent until the end.
  real sums[bin_chains][Bins];
  for (std::size_t c = 0; c < bin_chains; ++c)
    for (int k = 0; k < Bins; ++k) sums[c][k] = broadcast(extractors[k]);
  bits seen[2] = {};  // two vectors at a time, which is one operation with AVX-512

  // Level by level for all vectors at hand: one after the other, their latencies would add up.
  auto const add = [&](real * rest, std::size_t count, bits odd) __attribute__((always_inline)) {
#pragma GCC unroll 2
    for (std::size_t v = 0; v + 1 < count; v += 2) seen[v / 2] |= (bits)rest[v] | (bits)rest[v + 1];
    if (count % 2 != 0) seen[0] |= (bits)rest[count - 1];
#pragma GCC unroll 4
    for (int k = 0; k < Bins; ++k) {
#pragma GCC unroll 4
      for (std::size_t v = 0; v < count; ++v) {
        real& sum = sums[v % bin_chains][k];
        real const next = sum + (real)((bits)rest[v] | odd);
        if (k + 1 < Bins) rest[v] = subtract_by_fma(rest[v], next - sum, minus_one);
        sum = next;
      }
    }
  };
  for_each_vector<1, elements::lanes>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
        real rest[4] = {values.at(i), values.at(i + stride), values.at(i + 2 * stride), values.at(i + 3 * stride)};
        add(rest, 4, last_bit);
      },
      [&](std::size_t i, std::size_t count) __attribute__((always_inline)) {
        // No last bit for what is not there: it would be a subnormal number, which raises a flag, and that takes time.
        real rest = count < elements::lanes ? values.at(i, count) : values.at(i);
        add(&rest, 1, count < elements::lanes ? elements::last(last_bit, count) : last_bit);
      });

  // In one binade the bits of numbers are their multiples of ulp, up to a constant.
  for (int k = 0; k < Bins; ++k) {
    bits units = {};
    for (std::size_t c = 0; c < bin_chains; ++c) units += (bits)sums[c][k] - (bits)broadcast(extractors[k]);
    result->units[k] = sum_of_units<T>(units);
  }
  result->magnitude_bits = magnitude_bits<T>(seen[0] | seen[1]);
}

/// The largest of the upper 32 bits of the magnitudes, four vectors at a time: quicker than comparing all 64 bits.
inline std::uint32_t largest_upper_half(double const* x, std::size_t n) {
  using halves = vectors<float>::bits;
  // A vector of 32-bit lanes sees both halves; the lower ones are masked out.
  halves mask;
  for (std::size_t lane = 0; lane < vectors<float>::lanes; ++lane)
    mask[lane] = lane % 2 == upper_half_lane ? 0x7fffffffu : 0u;
  auto const magnitude = [&](std::size_t i) __attribute__((always_inline)) { return load<halves>(x + i) & mask; };
  auto const larger = [](halves a, halves b) __attribute__((always_inline)) { return a > b ? a : b; };
  halves largest[4] = {};
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < 4; ++c) largest[c] = larger(magnitude(i + c * lanes), largest[c]);
  }
  for (; i + lanes <= n; i += lanes) largest[0] = larger(magnitude(i), largest[0]);
  largest[0] = larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
  std::uint32_t result = 0;
  for (std::size_t lane = 0; lane < vectors<float>::lanes; ++lane)
    result = largest[0][lane] > result ? largest[0][lane] : result;
  for (; i < n; ++i) {
    std::uint64_t bits;
    __builtin_memcpy(&bits, x + i, sizeof bits);
    auto const upper = (std::uint32_t)(bits >> 32) & 0x7fffffffu;
    result = upper > result ? upper : result;
  }
  return result;
}

constexpr binned_table binned_kernels = {
    .lanes = lanes,
    .values_f64 = {binned_block<double, 1, false>, binned_block<double, 2, false>, binned_block<double, 3, false>,
                   binned_block<double, 4, false>},
    .magnitudes_f64 = {binned_block<double, 1, true>, binned_block<double, 2, true>, binned_block<double, 3, true>,
                       binned_block<double, 4, true>},
    .values_f32 = {binned_block<float, 1, false>, binned_block<float, 2, false>, binned_block<float, 3, false>,
                   binned_block<float, 4, false>},
    .magnitudes_f32 = {binned_block<float, 1, true>, binned_block<float, 2, true>, binned_block<float, 3, true>,
                       binned_block<float, 4, true>},
    .largest_f64 = largest_upper_half,
};

}  // namespace method::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
