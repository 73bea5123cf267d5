#pragma once

#include "arithmetic/error_free.hpp"
#include "certify/rounding_test.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"

/// A product of three numbers, rounded once; an exact zero is +0. In the standard environment.
/// docs/maths/sparse.md#three-factors
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Where one of the factors is not finite, only signs and zeros matter of the others.
template <class Real> [[nodiscard]] Real special_product(Real a, Real b, Real c) noexcept {
  auto const factor = [](Real x) {
    if (is_nonfinite(x)) return x;
    return linalg::is_zero(x) ? x : is_negative(x) ? Real(-1) : Real(1);
  };
  return factor(a) * factor(b) * factor(c);
}

template <class T> [[nodiscard]] T exact_product_of(T a, T b, T c) {
  linalg::exact_entry<T> product;
  product.add_product(a, b);
  return product.round(c, T{}, T{});
}

[[nodiscard]] inline certify::certain<double> quick_product_of(double a, double b, double c) noexcept {
  auto const is_moderate = [](double x) { return magnitude(x) >= 0x1p-400 && magnitude(x) <= 0x1p400; };
  if (!is_moderate(a) || !is_moderate(b) || !is_moderate(c) || !is_moderate(a * b * c)) return {0, false};
  auto const first = arithmetic::two_product(a, b), second = arithmetic::two_product(first.high, c);
  return certify::round_with_room<double>(
      certify::enclosure<double>{second.high, second.low + first.low * c, second.high * 0x1p-103});
}
[[nodiscard]] inline certify::certain<float> quick_product_of(float a, float b, float c) noexcept {
  double const product = static_cast<double>(a) * b * c;
  auto const rounded =
      certify::round_within<float>(certify::enclosure<double>{product, 0, magnitude(product) * 0x1p-53});
  return {static_cast<float>(rounded.value), rounded.holds && product != 0};
}

template <class Real> [[nodiscard]] Real triple_product(Real a, Real b, Real c) {
  auto const quick = quick_product_of(a, b, c);
  if (quick.holds) return quick.value;
  if (is_nonfinite(a) || is_nonfinite(b) || is_nonfinite(c)) return canonical(special_product(a, b, c));
  return exact_product_of(a, b, c);
}
/// Each part is a sum of four products.
template <class Real>
[[nodiscard]] std::complex<Real> triple_product(std::complex<Real> a, std::complex<Real> b, std::complex<Real> c) {
  auto const is_number = [](std::complex<Real> z) { return !is_nonfinite(z.real()) && !is_nonfinite(z.imag()); };
  if (is_number(a) && is_number(b) && is_number(c)) return exact_product_of(a, b, c);
  auto const p = [](Real x, Real y, Real z) { return special_product(x, y, z); };
  Real const re = p(a.real(), b.real(), c.real()) - p(a.real(), b.imag(), c.imag()) - p(a.imag(), b.real(), c.imag()) -
                  p(a.imag(), b.imag(), c.real());
  Real const im = p(a.real(), b.real(), c.imag()) + p(a.real(), b.imag(), c.real()) + p(a.imag(), b.real(), c.real()) -
                  p(a.imag(), b.imag(), c.imag());
  return {canonical(re), canonical(im)};
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
