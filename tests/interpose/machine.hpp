#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <isobit/method/binned.hpp>

#include "number.hpp"

/// Sums and products as the machine computes them, one rounding an operation: what the other modes return.
namespace conformance {

/// Calls `use` with a number of the machine's type for the format.
template <class Use> auto with_type(number_format f, Use use) {
  switch (f) {
  case number_format::binary32:
    return use(float{});
  case number_format::binary64:
    return use(double{});
  case number_format::x87:
    return use(static_cast<long double>(0));
  case number_format::binary128:
    break;
  }
  return use(static_cast<__float128>(0));
}

template <class T> T number_from(wide bits) {
  T x{};
  std::memcpy(&x, &bits, sizeof(T));
  return x;
}

template <class T> wide bits_from(number_format f, T x) { return load(f, &x); }

template <class T> bool is_finite(T x) { return x - x == x - x; }

/// A NaN is the canonical one.
inline wide tidy(number_format f, wide bits) {
  return is_nan(f, fields_of(f, bits)) ? bits_of(f, canonical_nan(f)) : bits;
}

template <class T> T plain(std::span<T const> x, operation what) {
  T result = x[0];
  for (T const& next : x.subspan(1)) result = what == operation::sum ? result + next : result * next;
  return result;
}

template <class T> T kahan(std::span<T const> x) {
  T sum = 0, correction = 0;
  for (T const& next : x) {
    T const corrected = next - correction;
    T const new_sum = sum + corrected;
    correction = (new_sum - sum) - corrected;
    sum = new_sum;
    if (!is_finite(correction)) correction = 0;
  }
  return sum;
}

template <class T> T knuth(std::span<T const> x) {
  T sum = 0, correction = 0;
  for (T const& next : x) {
    T const addend = next + correction;
    T const total = sum + addend;
    T const back = total - addend;
    correction = (sum - back) + (addend - (total - back));
    sum = total;
    if (!is_finite(correction)) correction = 0;
  }
  return sum;
}

template <class Wide, class T> T widened(std::span<T const> x) {
  Wide sum = 0;
  for (T const& next : x) sum += static_cast<Wide>(next);
  return static_cast<T>(sum);
}

template <int Bins, class T> T binned(std::span<T const> x) {
  isobit::binned<T, Bins> state;
  state.add(x);
  return state.round();
}

/// A complex number times another, by the formula of the school.
template <class T> void multiply(T (&z)[2], T const (&w)[2]) {
  T const real = z[0] * w[0] - z[1] * w[1];
  T const imaginary = z[0] * w[1] + z[1] * w[0];
  z[0] = real;
  z[1] = imaginary;
}

}  // namespace conformance
