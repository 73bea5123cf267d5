#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/residues/moduli.hpp"

// Before a short loop of constant length: the digits are to stay in registers.
#ifdef __CUDA_ARCH__
#define ISOBIT_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define ISOBIT_UNROLL
#else
#define ISOBIT_UNROLL _Pragma("GCC unroll 6")
#endif

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

/// A whole number high + low, up to the error.
template <class V> struct number_in_two { V high, low, error; };

/// The number C' of magnitude below M/2 of which multiples of M were added to its digits, each the sum of so much that
/// it is a double; a double or a vector of them. The digits have the base 2^bits; shares are 2^(bits i) / M. Needs the
/// standard environment. docs/maths/residues.md#reconstruction
template <int bits, int digits, class V>
ISOBIT_LANE number_in_two<V> number_of_digits(V (&digit)[digits], double const* shares, double const* product_digits) {
  using namespace arithmetic;
  constexpr double base = static_cast<double>(1ull << bits);
  V const whole = all<V>(0x1.8p52), multiples_of_base = all<V>(0x1.8p52 * base);
  V share{};
  ISOBIT_UNROLL
  for (int d = 0; d < digits; ++d) share = multiply_add(digit[d], all<V>(shares[d]), share);
  V const multiple = (share + whole) - whole;
  // Every digit but the last within half of the base: so what is below a digit is less than it.
  double unit = 1;
  V part[digits];
  ISOBIT_UNROLL
  for (int d = 0; d < digits; ++d) {
    digit[d] = multiply_add(-multiple, all<V>(product_digits[d]), digit[d]);
    if (d > 0) {
      V const carry = (digit[d - 1] + multiples_of_base) - multiples_of_base;
      part[d - 1] = (digit[d - 1] - carry) * all<V>(unit);
      digit[d] = multiply_add(carry, all<V>(1 / base), digit[d]);
      unit *= base;
    }
  }
  part[digits - 1] = digit[digits - 1] * all<V>(unit);
  V high = part[digits - 1], low{}, error{};
  ISOBIT_UNROLL
  for (int d = digits - 2; d >= 0; --d) {
    // The larger first, or zero. docs/maths/residues.md#reconstruction
    V const sum = high + part[d], rest = part[d] - (sum - high), lower = low + rest;
    error += magnitude(rest - (lower - low));
    high = sum, low = lower;
  }
  return {high, low, error};
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END

#undef ISOBIT_UNROLL
