#include <immintrin.h>

#include "plain.hpp"

namespace bench::sparse {
namespace {

__m512d sum_of_lanes(__m512d const (&v)[8]) {
  auto const pairs = [](__m512d a, __m512d b) { return _mm512_unpacklo_pd(a, b) + _mm512_unpackhi_pd(a, b); };
  __m512i const low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  auto const fours = [&](__m512d a, __m512d b) {
    return _mm512_permutex2var_pd(a, low, b) + _mm512_permutex2var_pd(a, high, b);
  };
  __m512d const a = fours(pairs(v[0], v[1]), pairs(v[2], v[3])), b = fours(pairs(v[4], v[5]), pairs(v[6], v[7]));
  return _mm512_shuffle_f64x2(a, b, 0x44) + _mm512_shuffle_f64x2(a, b, 0xee);
}

}  // namespace

void multiply_avx512(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y) {
  int const* const offsets = a.offsets.data();
  auto const row_sum = [&](std::ptrdiff_t row) {
    __m512d sum = _mm512_setzero_pd();
    for (int k = offsets[row], end = offsets[row + 1]; k < end; k += 8) {
      __builtin_prefetch(a.values.data() + k + 512);
      __builtin_prefetch(a.indices.data() + k + 512);
      auto const some = static_cast<__mmask8>(end - k >= 8 ? 0xff : (1 << (end - k)) - 1);
      __m512d const xs = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), some,
                                                  _mm256_maskz_loadu_epi32(some, a.indices.data() + k), x, 8);
      sum = _mm512_fmadd_pd(_mm512_maskz_loadu_pd(some, a.values.data() + k), xs, sum);
    }
    return sum;
  };
  std::ptrdiff_t row = first;
  for (; row + 8 <= last; row += 8) {
    __m512d sums[8];
    for (int lane = 0; lane < 8; ++lane) sums[lane] = row_sum(row + lane);
    _mm512_storeu_pd(y + row, sum_of_lanes(sums));
  }
  for (; row < last; ++row) y[row] = _mm512_reduce_add_pd(row_sum(row));
}

}  // namespace bench::sparse
