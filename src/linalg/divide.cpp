#include "linalg/divide.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "integer/assemble.hpp"
#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"
#include "sum/magnitude.hpp"

// Every bound here is derived in docs/maths/vector_operations.md#division.
ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

using isobit::detail::magnitude_of, isobit::detail::signed_magnitude;

enclosure<double> quotient(enclosure<double> const& numerator, enclosure<double> const& denominator) noexcept {
  double const high = numerator.high / denominator.high;
  auto const [product, error] = arithmetic::two_product(high, denominator.high);
  double const remainder = ((numerator.high - product) - error) + (numerator.low - high * denominator.low);
  return {high, remainder / denominator.high, 0x1p-101 * std::fabs(high) + 2 * numerator.radius / denominator.high};
}

int exponent_of(double x) noexcept {
  return static_cast<int>(bits_of(magnitude(x)) >> format<double>::stored_bits) - format<double>::bias;
}

/// Divides both parts by a power of two, so that the larger one is in [1, 2); false where that is not exact or the
/// smaller one is too small for the fast tier.
bool normalise(std::complex<double>& z, int& exponent) noexcept {
  exponent = std::max(exponent_of(z.real()), exponent_of(z.imag()));
  double part[2] = {z.real(), z.imag()};
  if (exponent <= -format<double>::bias || exponent > format<double>::bias) return false;  // subnormal, or not finite
  for (double& x : part) {
    if (is_zero(x)) continue;
    int const own = exponent_of(x);
    if (own <= -format<double>::bias || own < exponent - 200) return false;
    x = from_bits<double>(
        bits_of(x) - (static_cast<std::uint64_t>(static_cast<std::int64_t>(exponent)) << format<double>::stored_bits));
  }
  z = {part[0], part[1]};
  return true;
}

/// x * 2^exponent where x and that are normal numbers.
certain<double> shifted(certain<double> x, int exponent) noexcept {
  if (!x || is_zero(*x)) return x;
  int const biased = exponent_of(*x) + exponent + format<double>::bias;
  if (biased <= 0 || biased >= format<double>::max_biased) return uncertain;
  return from_bits<double>(
      bits_of(*x) + (static_cast<std::uint64_t>(static_cast<std::int64_t>(exponent)) << format<double>::stored_bits));
}

/// The definition, for finite b and d: (a*b + c*d)/denominator.
template <class T> T defined(T a, T b, T c, T d, signed_magnitude const& denominator) noexcept {
  bool const first = !is_zero(b), second = !is_zero(d);
  exact_product sum;
  if (first) sum.add_product(a, b);
  if (second) sum.add_product(c, d);
  if ((first && is_nonfinite(a)) || (second && is_nonfinite(c))) return sum.round<T>();
  auto const numerator = magnitude_of(sum);
  if (numerator.value.is_zero()) return from_bits<T>(0);
  return integer::assemble<T>(numerator.negative, quotient(numerator.value, denominator.value), rounding::nearest_even);
}

template <class T> std::complex<T> defined(std::complex<T> a, std::complex<T> b) noexcept {
  exact_product square;
  square.add_product(b.real(), b.real());
  square.add_product(b.imag(), b.imag());
  auto const denominator = magnitude_of(square);
  return {defined(a.real(), b.real(), a.imag(), b.imag(), denominator),
          defined(a.imag(), b.real(), negated(a.real()), b.imag(), denominator)};
}

template <class T> bool any(std::complex<T> z, bool (*is)(T) noexcept) noexcept { return is(z.real()) || is(z.imag()); }

/// What is decided by infinities, NaN and zeros.
template <class T> std::optional<std::complex<T>> special(std::complex<T> a, std::complex<T> b) noexcept {
  T const nan = from_bits<T>(format<T>::canonical_nan);
  if (any(a, is_nan<T>) || any(b, is_nan<T>)) return std::complex<T>(nan, nan);
  if (any(b, is_nonfinite<T>)) return any(a, is_nonfinite<T>) ? std::complex<T>(nan, nan) : std::complex<T>(0, 0);
  if (is_zero(b.imag())) return std::complex<T>(divide(a.real(), b.real()), divide(a.imag(), b.real()));
  if (any(a, is_nonfinite<T>)) return defined(a, b);
  return std::nullopt;
}

}  // namespace

std::complex<double> divide(std::complex<double> a, std::complex<double> b) noexcept {
  if (auto const result = special(a, b)) return *result;
  auto x = a, y = b;
  int exponent_x, exponent_y;
  if (!normalise(x, exponent_x) || !normalise(y, exponent_y)) return defined(a, b);
  auto const denominator = sum_of_products(y.real(), y.real(), y.imag(), y.imag());
  auto const re = quotient(sum_of_products(x.real(), y.real(), x.imag(), y.imag()), denominator);
  auto const im = quotient(sum_of_products(x.imag(), y.real(), -x.real(), y.imag()), denominator);
  int const exponent = exponent_x - exponent_y;
  return tiers(
      [&] { return of_parts(shifted(round_entry<double>(re), exponent), shifted(round_entry<double>(im), exponent)); },
      [&] { return defined(a, b); });
}

std::complex<float> divide(std::complex<float> a, std::complex<float> b) noexcept {
  if (auto const result = special(a, b)) return *result;
  // Products of floats are far inside the range of doubles.
  double const ar = a.real(), ai = a.imag(), br = b.real(), bi = b.imag();
  auto const denominator = sum_of_products(br, br, bi, bi);
  auto const re = quotient(sum_of_products(ar, br, ai, bi), denominator);
  auto const im = quotient(sum_of_products(ai, br, -ar, bi), denominator);
  return tiers([&] { return of_parts(round_entry<float>(re), round_entry<float>(im)); }, [&] { return defined(a, b); });
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
