#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/residues/moduli.hpp"

// Before a short loop of constant length: the digits are to stay in registers.
#ifdef __CUDA_ARCH__
#define ISOBIT_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define ISOBIT_UNROLL
#else
#define ISOBIT_UNROLL _Pragma("GCC unroll 4")
#endif

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

/// A whole number high + low, up to the error.
template <class V> struct number_in_two { V high, low, error; };

/// The number of magnitude below M/2 that the sums of residues times the digits of M/m stand for, a double or a vector
/// of them. Needs the standard environment. docs/maths/residues.md#reconstruction
template <int digits, class V>
ISOBIT_LANE number_in_two<V> number_of_digits(V (&digit)[digits], residue_system const& system) {
  using arithmetic::all, arithmetic::magnitude, arithmetic::multiply_add, arithmetic::two_sum_error;
  V const whole = all<V>(0x1.8p52), multiples_of_base = all<V>(0x1.8p93);
  V share{};
  ISOBIT_UNROLL
  for (int d = 0; d < digits; ++d) share = multiply_add(digit[d], all<V>(system.shares[d]), share);
  V const multiple = -((share + whole) - whole);
  ISOBIT_UNROLL
  for (int d = 0; d < digits; ++d) digit[d] = multiply_add(multiple, all<V>(system.product_digits[d]), digit[d]);
  // Every digit but the last within half of the base: so what is below a digit is less than it.
  double unit = 1;
  V part[digits];
  ISOBIT_UNROLL
  for (int d = 0; d < digits; ++d) {
    if (d + 1 < digits) {
      V const carry = (digit[d] + multiples_of_base) - multiples_of_base;
      digit[d] -= carry;
      digit[d + 1] += carry * all<V>(0x1p-41);
    }
    part[d] = digit[d] * all<V>(unit);
    unit *= 0x1p41;
  }
  V high = part[digits - 1], low{}, error{};
  ISOBIT_UNROLL
  for (int d = digits - 2; d >= 0; --d) {
    V const sum = high + part[d], rest = two_sum_error(high, part[d], sum), lower = low + rest;
    error += magnitude(two_sum_error(low, rest, lower));
    high = sum, low = lower;
  }
  return {high, low, error};
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END

#undef ISOBIT_UNROLL
