#pragma once

#include <complex>

#include "certify/enclosure_arithmetic.hpp"
#include "certify/rounding_test.hpp"
#include "certify/tiers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

using certify::certain, certify::enclosure, certify::product_of, certify::sum_of_products, certify::tiers,
    certify::uncertain, certify::unknown;

/// The entry of type T that everything in the enclosure rounds to, if there is one. An exact zero is +0; what is
/// rounded to zero keeps its sign.
template <class T> [[nodiscard]] ISOBIT_HOST_DEVICE inline certain<T> round_entry(enclosure<double> const& x) noexcept {
  auto const rounded = certify::round_within<T>(x);
  if constexpr (std::same_as<T, double>)
    return {rounded.value + 0.0, rounded.holds};  // -0 + 0 is +0; a sum of doubles is zero only if that is exact
  else
    return {static_cast<T>(rounded.value), rounded.holds};
}

/// A complex entry, certain where both of its parts are.
template <class T>
[[nodiscard]] inline certain<std::complex<T>> of_parts(certain<T> const& real, certain<T> const& imaginary) noexcept {
  return {{*real, *imaginary}, real && imaginary};
}

/// A complex number times another one, of whose parts this much is known.
template <class Complex>
ISOBIT_HOST_DEVICE void multiply_parts(Complex x, enclosure<double>& real, enclosure<double>& imaginary) noexcept {
  auto const re = x.real() * real + -x.imag() * imaginary;
  imaginary = x.real() * imaginary + x.imag() * real;
  real = re;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
