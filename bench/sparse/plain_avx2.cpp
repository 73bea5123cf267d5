#include <immintrin.h>

#include "plain.hpp"

namespace bench::sparse {
namespace {

__m256d sum_of_lanes(__m256d const (&v)[4]) {
  __m256d const a = _mm256_hadd_pd(v[0], v[1]), b = _mm256_hadd_pd(v[2], v[3]);
  return _mm256_permute2f128_pd(a, b, 0x20) + _mm256_permute2f128_pd(a, b, 0x31);
}

}  // namespace

void multiply_avx2(matrix const& a, std::ptrdiff_t first, std::ptrdiff_t last, double const* x, double* y) {
  int const *const offsets = a.offsets.data(), *const indices = a.indices.data();
  double const* const values = a.values.data();
  auto const row_sum = [&](std::ptrdiff_t row) {
    __m256d sum = _mm256_setzero_pd();
    int k = offsets[row];
    int const end = offsets[row + 1];
    for (; k + 4 <= end; k += 4) {
      __builtin_prefetch(values + k + 512);
      __builtin_prefetch(indices + k + 512);
      int const* const at = indices + k;
      sum = _mm256_fmadd_pd(_mm256_loadu_pd(values + k), _mm256_set_pd(x[at[3]], x[at[2]], x[at[1]], x[at[0]]), sum);
    }
    double rest = 0;
    for (; k < end; ++k) rest += values[k] * x[indices[k]];
    return sum + _mm256_set_pd(0, 0, 0, rest);
  };
  std::ptrdiff_t row = first;
  for (; row + 4 <= last; row += 4) {
    __m256d const sums[] = {row_sum(row), row_sum(row + 1), row_sum(row + 2), row_sum(row + 3)};
    _mm256_storeu_pd(y + row, sum_of_lanes(sums));
  }
  for (; row < last; ++row) {
    __m256d const sum = row_sum(row);
    y[row] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

}  // namespace bench::sparse
