#pragma once

#include "arithmetic/power_of_two.hpp"
#include "arithmetic/silent.hpp"
#include "sum/kernels.hpp"

/// Prefix sums without a floating-point environment, which would take longer to set than a short scan: exponents alone
/// say that all is exact. docs/maths/sum.md#short-scan
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

#if ISOBIT_VECTOR_BYTES == 64

/// body(first element, elements) for each vector, of which the last may be shorter.
template <class Body> ISOBIT_INLINE void for_each_vector(double const* x, std::size_t n, Body body) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) body(i, load<f64>(x + i));
  if (i < n) body(i, load_first(x + i, n - i, 0.0));
}

/// Where to cut, so that the sums of both parts are exact; 0 where there is no such place.
ISOBIT_INLINE double extractor_of_exact_sums(double const* x, std::size_t n) {
  constexpr int lowest = -900, highest = 900;
  __m512i largest = _mm512_setzero_si512(), smallest_less_one = _mm512_set1_epi64(-1);  // 0 is not the smallest
  for_each_vector(
      x, n, [&](std::size_t, f64 v) __attribute__((always_inline)) {
        auto const bits = (__m512i)magnitude(v);
        largest = _mm512_max_epu64(largest, bits);
        smallest_less_one = _mm512_min_epu64(smallest_less_one, _mm512_add_epi64(bits, _mm512_set1_epi64(-1)));
      });
  int const size_bits = 64 - __builtin_clzll(n);
  int const top = exponent_above(_mm512_reduce_max_epu64(largest)) + size_bits;
  int const unit = exponent_above(_mm512_reduce_min_epu64(smallest_less_one) + 1) - 53;
  bool const is_exact = top >= lowest && top <= highest && unit >= top + size_bits - 106;
  return is_exact ? three_halves<double>(top) : 0;
}

/// All lanes move up, and the last ones of `before` come in.
template <std::size_t Distance> ISOBIT_INLINE silent moved_up(silent x, silent before) {
  return (f64)_mm512_alignr_epi64((__m512i)x.v, (__m512i)before.v, lanes - Distance);
}

/// Every lane with all those below it, by additions or by multiplications: they may have pipes of their own.
template <class Add> ISOBIT_INLINE silent prefixes(silent x, Add add) {
  x = add(x, moved_up<1>(x, silent()));
  x = add(x, moved_up<2>(x, silent()));
  return add(x, moved_up<4>(x, silent()));
}
ISOBIT_INLINE silent last_lane(silent x) { return (f64)_mm512_permutexvar_pd(_mm512_set1_epi64(lanes - 1), x.v); }

/// False, and nothing written, where exponents do not certify it.
template <bool Inclusive> ISOBIT_INLINE bool short_scan(double const* x, double* out, std::size_t n) {
  double const extractor = extractor_of_exact_sums(x, n);
  // Sums that start at -0 may be -0.
  if (extractor == 0 || bits_of(x[0]) == bits_of(-0.0)) return false;
  silent const cut = broadcast(extractor);
  silent high_before, low_before, rounded_before;
  silent const one = broadcast(1.0);
  auto const add = [](silent a, silent b) __attribute__((always_inline)) { return a + b; };
  auto const fma = [one](silent a, silent b) __attribute__((always_inline)) {
    return product<silent, true>{b, one}.onto(a);
  };
  for_each_vector(
      x, n, [&](std::size_t i, silent v) __attribute__((always_inline)) {
        silent const part = (v + cut) - cut;
        silent const high = prefixes(part, add), low = prefixes(v - part, fma);
        silent const rounded = (high_before + high) + fma(low_before, low);
        silent const result = Inclusive ? rounded : moved_up<1>(rounded, rounded_before);
        std::size_t const left = n - i;
        _mm512_mask_storeu_pd(out + i, left < lanes ? static_cast<__mmask8>((1U << left) - 1) : __mmask8(0xff),
                              result.v);
        high_before = high_before + last_lane(high);
        low_before = fma(low_before, last_lane(low));
        rounded_before = rounded;
      });
  return true;
}

#else

/// No other set can round in silence.
template <bool Inclusive> ISOBIT_INLINE bool short_scan(double const*, double*, std::size_t) { return false; }

#endif

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
