#pragma once

#include <optional>
#include <span>
#include <vector>

#include "round.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// The machine's additions, and those of any format computed exactly and rounded once: binary16 has no others here.
template <class T> struct native_arithmetic {
  static T add(T a, T b) { return a + b; }
  static T subtract(T a, T b) { return a - b; }
};
template <class T> struct emulated_arithmetic {
  static T add(T a, T b) { return round<T>(exactly(a) + exactly(b)); }
  static T subtract(T a, T b) { return round<T>(exactly(a) - exactly(b)); }
};

[[nodiscard]] inline dyadic two_to(int exponent) { return {integer(1), exponent}; }

/// log2 of alpha_n = 2^ceil(log2(n / (1 - 2 n eps))). Precondition: 2 n eps < 1.
template <class T> [[nodiscard]] int log2_alpha(std::uint64_t n) {
  dyadic const count(integer(false, n == 0 ? 1 : n));
  dyadic const room = two_to(0) - two_to(1 - format<T>::stored_bits) * count;
  int a = 0;
  while (two_to(a) * room < count) ++a;
  return a;
}

/// The least c with |x| <= 2^c.
template <class T> [[nodiscard]] int ceiling_of_log2(T x) {
  int c = format<T>::min_exponent;
  while (two_to(c) < magnitude(exactly(x))) ++c;
  return c;
}

/// What an extractor takes out of x: (x + extractor) - extractor.
template <class Arithmetic, class T> [[nodiscard]] T contribution(T x, T extractor) {
  return Arithmetic::subtract(Arithmetic::add(x, extractor), extractor);
}

/// Algorithm 3 for one value: what every level takes is added to its sum.
template <class Arithmetic, class T> void extract(T x, std::vector<T> const& extractors, T* sums) {
  for (T const extractor : extractors) {
    T const q = contribution<Arithmetic>(x, extractor);
    *sums = Arithmetic::add(*sums, q);
    x = Arithmetic::subtract(x, q);
    ++sums;
  }
}

/// An extractor's exponent where the format has no smaller grid.
template <class T> inline constexpr int smallest_extractor = 1 - format<T>::bias;

/// The exponents of the double sweep's extractors M^1 ... M^levels.
template <class T> [[nodiscard]] std::vector<int> double_sweep_exponents(std::uint64_t n, T largest, int levels) {
  int const alpha = log2_alpha<T>(n);
  std::vector<int> exponents;
  for (int e = alpha + ceiling_of_log2(largest); levels > 0; --levels, e += alpha - format<T>::stored_bits)
    exponents.push_back(std::max(e, smallest_extractor<T>));
  return exponents;
}

/// The sums T^1 ... T^levels of the double sweep; nothing where no extractor supports the largest magnitude.
template <class T, class Arithmetic = native_arithmetic<T>>
[[nodiscard]] std::optional<std::vector<T>> double_sweep(std::span<T const> values, std::uint64_t n, T largest,
                                                         int levels) {
  auto const exponents = double_sweep_exponents(n, largest, levels);
  if (exponents[0] > format<T>::bias) return {};
  std::vector<T> extractors, sums(static_cast<std::size_t>(levels), round<T>(dyadic()));
  for (int e : exponents) extractors.push_back(round<T>(two_to(e)));
  for (T x : values) extract<Arithmetic>(x, extractors, sums.data());
  return sums;
}

/// The exponents of the ladder N^1, N^2, ... down to the first that is no larger than the smallest normal number.
template <class T> [[nodiscard]] std::vector<int> ladder_exponents(std::uint64_t n) {
  int const step = format<T>::stored_bits - log2_alpha<T>(n);
  std::vector<int> exponents = {format<T>::bias};
  while (exponents.back() > smallest_extractor<T>) exponents.push_back(exponents.back() - step);
  return exponents;
}

template <class T> struct single_sweep_result {
  int top;              ///< the place of M^1 in the ladder, from 1
  std::vector<T> sums;  ///< T^0 ... T^levels
};

/// The definition that every order and every partition has to agree with: the extractors for the largest magnitude are
/// known from the start, so nothing is ever raised. Nothing where no extractor from N^2 on supports a value.
template <class T, class Arithmetic = native_arithmetic<T>>
[[nodiscard]] std::optional<single_sweep_result<T>> single_sweep(std::span<T const> values, std::uint64_t n,
                                                                 int levels) {
  auto const exponents = ladder_exponents<T>(n);
  int const alpha = log2_alpha<T>(n);
  dyadic largest;
  for (T x : values) largest = std::max(largest, magnitude(exactly(x)));
  std::size_t top = exponents.size();
  while (top >= 1 && two_to(exponents[top - 1] - alpha) < largest) --top;
  if (top < 2) return {};

  // Three halves of a power of two: docs/maths/prerounded.md#centred
  auto const extractor = [&](std::size_t place) {
    int const e = place <= exponents.size() ? exponents[place - 1] : smallest_extractor<T>;
    return round<T>(dyadic(integer(3), std::max(e, smallest_extractor<T>) - 1));
  };
  std::vector<T> extractors;
  for (std::size_t f = 0; f < static_cast<std::size_t>(levels); ++f) extractors.push_back(extractor(top + f));
  T const zeroth = extractor(top - 1);
  single_sweep_result<T> result{static_cast<int>(top),
                                std::vector<T>(static_cast<std::size_t>(levels) + 1, round<T>(dyadic()))};
  for (T x : values) {
    result.sums[0] = Arithmetic::add(result.sums[0], contribution<Arithmetic>(x, zeroth));
    extract<Arithmetic>(x, extractors, result.sums.data() + 1);
  }
  return result;
}

}  // namespace reference

ISOBIT_NAMESPACE_END
