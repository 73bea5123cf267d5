#pragma once

#include <cmath>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/two_sum.hpp>

#include "arithmetic/host_device.hpp"
#include "certify/enclosure.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// A sum with the errors of its additions, and with the magnitudes of the errors in adding these up, as on the CPU:
/// what was not rounded is known to be exact. docs/maths/sparse.md#careful
struct careful_sum {
  double high = 0, low = 0, lost = 0;
  bool fits = true;  ///< whether all products and their errors were exact

  ISOBIT_HOST_DEVICE void add_product(double a, double x) {
    double const p = a * x;
    constexpr unsigned least = (1023 - 900) << 20, most = (1023 + 1000) << 20;
    fits &= upper_half(p) - least < most - least || (p == 0 && (a == 0 || x == 0));
    add_number(p);
    add_low(fma(a, x, -p));
  }
  /// Products of floats have no error.
  ISOBIT_HOST_DEVICE void add_product(float a, float x) {
    double const p = static_cast<double>(a) * static_cast<double>(x);
    fits &= upper_half(p) < 0x7ff00000;
    add_number(p);
  }
  ISOBIT_HOST_DEVICE void add(careful_sum const& other) {
    fits &= other.fits;
    add_number(other.high);
    add_low(other.low);
    lost += other.lost;
  }

  [[nodiscard]] ISOBIT_HOST_DEVICE certify::enclosure<double> known() const {
    return {high, low, lost * (1 + 0x1p-20)};
  }

private:
  /// Of a magnitude.
  static ISOBIT_HOST_DEVICE unsigned upper_half(double x) {
    return static_cast<unsigned>(bits_of(x) >> 32) & 0x7fffffffu;
  }
  ISOBIT_HOST_DEVICE void add_low(double x) {
    double const next = low + x;
    lost += fabs(isobit::detail::two_sum_error(low, x, next));
    low = next;
  }
  ISOBIT_HOST_DEVICE void add_number(double x) {
    double const next = high + x;
    add_low(isobit::detail::two_sum_error(high, x, next));
    high = next;
  }
};

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
