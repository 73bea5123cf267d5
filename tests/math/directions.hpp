#pragma once

#include <vector>

#include <mpfr.h>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>

namespace isobit::test {

struct direction {
  rounding mode;
  mpfr_rnd_t of_mpfr;
  char const* name;
};
inline constexpr direction directions[] = {{rounding::upward, MPFR_RNDU, "upward"},
                                           {rounding::downward, MPFR_RNDD, "downward"},
                                           {rounding::toward_zero, MPFR_RNDZ, "toward zero"},
                                           {rounding::nearest_even, MPFR_RNDN, "to nearest"}};

/// Both signs of numbers and their neighbours.
template <class T> std::vector<T> notable_numbers() {
  using f = format<T>;
  std::vector<double> const centers = {
      0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 7, 8, 9, 10, 15, 16, 31, 35, 36, 64, 99, 100, 999, 1000, 1023,
      // where results overflow, become subnormal, vanish or are constant
      709.782712893384, 745.1332191019412, 708.3964185322641, 710.4758600739439, 308.25471555991675, 323.60724533877976,
      1024, 1022, 1074, 1075, 88.72284, 103.972084, 87.33655, 89.41599, 38.53184, 45.154499, 37.92978, 128, 126, 149,
      150, 19.06, 9.01, 53, 54, 55, 24, 25, 26, 5.9, 6, 26.6, 27.3, 28, 10.5, 0x1p-12, 0x1p-13, 0x1p-24, 0x1p-26,
      0x1p-27, 0x1p-30, 0x1p-53, 0x1p-54, 0x1p-56, 0x1p-100, 0x1p20, 0x1p41, 0x1p52, 0x1p53, 1e15, 1e16, 1e22, 1e23,
      0x1p100, 171.62437695630272, 172, 170.6, 184};
  std::vector<T> values = {T(0),
                           from_bits<T>(1),
                           from_bits<T>(2),
                           from_bits<T>(f::implicit_bit - 1),
                           from_bits<T>(f::implicit_bit),
                           from_bits<T>(f::infinity - 1),
                           from_bits<T>(f::infinity),
                           from_bits<T>(f::canonical_nan)};
  for (double const center : centers)
    for (int step = -1; step <= 1; ++step)
      values.push_back(from_bits<T>(typename f::bits_type(bits_of(T(center)) + static_cast<unsigned>(step))));
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(negated(values[i]));
  return values;
}

}  // namespace isobit::test
