#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/method/compensated.hpp>
#include <isobit/method/fixed_lanes.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// Kahan's and Knuth's sums, straight from the listings of CRESTA D4.4.1, with the names used there. What the
/// library adds for sums that are not finite is one line at the end of a step. docs/maths/compensated.md
template <compensation Method, class T> struct compensated {
  T sum = 0;
  T correction = 0;

  void add(T input) {
    if (Method == compensation::kahan) {
      T const corrected_next_term = input - correction;
      T const new_sum = sum + corrected_next_term;
      correction = (new_sum - sum) - corrected_next_term;
      sum = new_sum;
    } else {
      T const u = sum;
      T const v = input + correction;
      T const upt = u + v;
      T const up = upt - v;
      T const vpp = upt - up;
      sum = upt;
      correction = (u - up) + (v - vpp);
    }
    if (is_nonfinite(correction)) correction = 0;
  }

  void take_in(compensated const& next) {
    add(next.sum);
    add(Method == compensation::kahan ? -next.correction : next.correction);
  }

  [[nodiscard]] T round() const { return is_nan(sum) ? from_bits<T>(format<T>::canonical_nan) : sum; }
};

/// Algorithms 4 and 6 of Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of
/// double-word arithmetic" (2017), with their names. A low part that is not finite is dropped.
struct double_double {
  double high = 0;
  double low = 0;

  void add(double y) {
    auto const [sh, sl] = two_sum(high, y);
    double const v = low + sl;
    *this = fast_two_sum(sh, v);
  }

  void take_in(double_double const& y) {
    auto const [sh, sl] = two_sum(high, y.high);
    auto const [th, tl] = two_sum(low, y.low);
    double const c = sl + th;
    auto const [vh, vl] = fast_two_sum(sh, c);
    double const w = tl + vl;
    *this = fast_two_sum(vh, w);
  }

  [[nodiscard]] double round() const { return is_nan(high) ? from_bits<double>(format<double>::canonical_nan) : high; }

private:
  static double_double two_sum(double a, double b) {
    double const s = a + b;
    double const a_prime = s - b;
    double const b_prime = s - a_prime;
    return {s, (a - a_prime) + (b - b_prime)};
  }
  static double_double fast_two_sum(double a, double b) {
    if (is_nonfinite(a) || is_nonfinite(b)) return {a, 0};
    double const s = a + b;
    double const z = s - a;
    return {s, is_nonfinite(b - z) ? 0 : b - z};
  }
};

/// The sum of floats in a double.
struct float_in_double {
  double sum = 0;
  void add(float x) { sum += static_cast<double>(x); }
  void take_in(float_in_double const& next) { sum += next.sum; }
  [[nodiscard]] float round() const {
    return is_nan(sum) ? from_bits<float>(format<float>::canonical_nan) : static_cast<float>(sum);
  }
};

/// State is anything with add and take_in. Lane by lane, for the lanes of one block.
template <class State, class T> [[nodiscard]] State block_of(std::span<T const> values) {
  constexpr std::size_t lanes = fixed_lanes::lanes<T>;
  State lane[lanes];
  for (std::size_t k = 0; k < lanes; ++k)
    for (std::size_t i = k; i < values.size(); i += lanes) lane[k].add(values[i]);
  for (std::size_t half = lanes / 2; half >= 1; half /= 2)
    for (std::size_t k = 0; k < half; ++k) lane[k].take_in(lane[k + half]);
  return lane[0];
}

/// The plan fixed_lanes.
template <class State, class T> [[nodiscard]] State over_fixed_lanes(std::span<T const> values) {
  constexpr std::size_t size = fixed_lanes::block_size;
  State total;
  for (std::size_t first = 0; first < values.size(); first += size)
    total.take_in(block_of<State>(values.subspan(first, std::min(size, values.size() - first))));
  return total;
}

template <class State, class T> [[nodiscard]] State one_by_one(std::span<T const> values) {
  State state;
  for (T x : values) state.add(x);
  return state;
}

}  // namespace reference

ISOBIT_NAMESPACE_END
