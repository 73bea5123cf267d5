#pragma once

#include <isobit/arithmetic/two_sum.hpp>

#include "certify/enclosure.hpp"
#include "cuda/block_sum.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// A sum with the errors of its additions, and with the magnitudes of the errors in adding these up, as on the CPU:
/// what was not rounded is known to be exact. docs/maths/sparse.md#careful
struct careful_sum {
  double high = 0, low = 0, lost = 0;
  bool fits = true;  ///< whether all products and their errors were exact

  __device__ void add_product(double a, double x) {
    double const p = a * x;
    constexpr unsigned least = (1023 - 900) << 20, most = (1023 + 1000) << 20;
    unsigned const size = __double2hiint(p) & 0x7fffffffu;
    fits &= size - least < most - least || (p == 0 && (a == 0 || x == 0));
    add_number(p);
    add_low(fma(a, x, -p));
  }
  /// Products of floats have no error.
  __device__ void add_product(float a, float x) {
    double const p = static_cast<double>(a) * static_cast<double>(x);
    fits &= (__double2hiint(p) & 0x7fffffff) < 0x7ff00000;
    add_number(p);
  }

  /// Adds the sums of so many neighbouring lanes, a power of two.
  __device__ void add_lanes(int lanes) {
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
      double const other_high = __shfl_xor_sync(whole_warp, high, offset);
      double const other_low = __shfl_xor_sync(whole_warp, low, offset);
      double const other_lost = __shfl_xor_sync(whole_warp, lost, offset);
      fits &= __shfl_xor_sync(whole_warp, int{fits}, offset) != 0;
      add_number(other_high);
      add_low(other_low);
      lost += other_lost;
    }
  }

  [[nodiscard]] __device__ certify::enclosure<double> known() const { return {high, low, lost * (1 + 0x1p-20)}; }

private:
  __device__ void add_low(double x) {
    double const next = low + x;
    lost += fabs(isobit::detail::two_sum_error(low, x, next));
    low = next;
  }
  __device__ void add_number(double x) {
    double const next = high + x;
    add_low(isobit::detail::two_sum_error(high, x, next));
    high = next;
  }
};

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
