#include <isobit/linalg/rotation.hpp>

#include <algorithm>
#include <cmath>

#include <isobit/sum/exact.hpp>

#include "arithmetic/environment.hpp"
#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "linalg/number.hpp"
#include "sum/magnitude.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

namespace {

/// Room for products of two sums of products.
using number = integer::natural<144>;

number magnitude_of(exact_product const& sum) {
  auto const value = isobit::detail::magnitude_of(sum).value;
  number result;
  std::copy_n(value.limb, value.size, result.limb);
  result.size = value.size, result.exponent = value.exponent;
  return result;
}
template <class R> exact_product product_of(R a, R b) {
  exact_product product;
  product.add_product(a, b);
  return product;
}
/// |a|^2.
template <class T> exact_product square_of(T a) {
  exact_product square;
  for (index part = 0; part < parts_of<T>; ++part) square.add_product(part_of(a, part), part_of(a, part));
  return square;
}

/// The square root of a quotient, rounded once; of zero, +0.
template <class R> R rounded_root(bool negative, number const& dividend, number const& divisor) {
  if (dividend.is_zero()) return R(0);
  auto const root = integer::square_root(integer::quotient<integer::uint128>(dividend, divisor));
  return integer::assemble<R>(negative, root, rounding::nearest_even);
}

template <class T> bool all_finite(T const& x) noexcept {
  return !is_nonfinite(part_of(x, 0)) && !is_nonfinite(part_of(x, parts_of<T> - 1));
}

/// Neither operand is zero.
template <std::floating_point R> rotation<R> find_rotation(R a, R b) {
  exact_product sum = square_of(a);
  sum.add_product(b, b);
  number const a_square = magnitude_of(square_of(a)), b_square = magnitude_of(square_of(b)), square = magnitude_of(sum);
  bool const a_larger = bits_of(magnitude(a)) > bits_of(magnitude(b)), negative = is_negative(a_larger ? a : b);
  rotation<R> g;
  g.r = rounded_root<R>(negative, square, number(1));
  g.c = rounded_root<R>(is_negative(a) != negative, a_square, square);
  g.s = rounded_root<R>(is_negative(b) != negative, b_square, square);
  g.z = a_larger ? g.s : is_zero(g.c) ? R(1) : rounded_root<R>(is_negative(g.c), square, a_square);
  return g;
}

template <class R> rotation<std::complex<R>> find_rotation(std::complex<R> a, std::complex<R> b) {
  exact_product sum = square_of(a), real, imaginary;
  sum.add_product(b.real(), b.real()), sum.add_product(b.imag(), b.imag());
  // a*conj(b)
  real.add_product(a.real(), b.real()), real.add_product(a.imag(), b.imag());
  imaginary.add_product(a.imag(), b.real()), imaginary.add_product(negated(a.real()), b.imag());
  number const a_square = magnitude_of(square_of(a)), square = magnitude_of(sum);
  auto const part_of_r = [&](R part) {
    return rounded_root<R>(is_negative(part), product(magnitude_of(product_of(part, part)), square), a_square);
  };
  auto const part_of_s = [&](exact_product const& part) {
    number const value = magnitude_of(part);
    return rounded_root<R>(part.sign() < 0, product(value, value), product(a_square, square));
  };
  rotation<std::complex<R>> g{};
  g.r = {part_of_r(a.real()), part_of_r(a.imag())};
  g.c = rounded_root<R>(false, a_square, square);
  g.s = {part_of_s(real), part_of_s(imaginary)};
  return g;
}

}  // namespace

template <class T> rotation<T> rotg(T a, T b) {
  using real = real_of<T>;
  if (!all_finite(a) || !all_finite(b)) {
    auto const nan = from_bits<real>(format<real>::canonical_nan);
    if constexpr (is_complex<T>)
      return {{nan, nan}, nan, {nan, nan}, {}};
    else
      return {nan, nan, nan, nan};
  }
  if (is_zero(b)) return {a, real(1), T{}, T{}};
  if constexpr (is_complex<T>) {
    if (!is_zero(a)) return find_rotation(a, b);
    number const square = magnitude_of(square_of(b));
    auto const direction = [&](real part) {
      return rounded_root<real>(is_negative(part), magnitude_of(product_of(part, part)), square);
    };
    return {T(rounded_root<real>(false, square, number(1))),
            real(0),
            {direction(b.real()), direction(negated(b.imag()))},
            {}};
  } else {
    if (is_zero(a)) return {b, real(0), real(1), real(1)};
    return find_rotation(a, b);
  }
}

template <class T> modified_rotation<T> rotmg(T d1, T d2, T x1, T y1) {
  constexpr T step = 4096, large = step * step, small = 1 / large;
  modified_rotation<T> m = {d1, d2, x1, T(-1), T(0), T(0), T(0), T(0)};
  modified_rotation<T> const nothing = {T(0), T(0), T(0), T(-1), T(0), T(0), T(0), T(0)};
  in_standard_rounding([&] {
    if (d1 < 0) return void(m = nothing);
    T const p2 = d2 * y1;
    if (p2 == 0) return void(m.flag = -2);
    T const p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
    if (std::fabs(q1) > std::fabs(q2)) {
      m.h21 = -y1 / x1, m.h12 = p2 / p1;
      T const h = m.h12 * m.h21, u = 1 - h;
      if (!(u > 0)) return void(m = nothing);
      m.flag = 0, m.h11 = m.h22 = 1;
      m.d1 = d1 / u, m.d2 = d2 / u, m.x1 = x1 * u;
    } else {
      if (q2 < 0) return void(m = nothing);
      m.h11 = p1 / p2, m.h22 = x1 / y1;
      T const h = m.h11 * m.h22, u = 1 + h;
      m.flag = 1, m.h12 = 1, m.h21 = -1;
      m.d1 = d2 / u, m.d2 = d1 / u, m.x1 = y1 * u;
    }
    auto const is_beyond = [&](T d) {
      T const size = std::fabs(d);
      return d != 0 && (size <= small || (size >= large && !is_nonfinite(size)));
    };
    while (is_beyond(m.d1)) {
      bool const up = m.d1 <= small;
      m.flag = -1;
      m.d1 *= up ? large : small;
      for (T* const each : {&m.x1, &m.h11, &m.h12}) *each *= up ? 1 / step : step;
    }
    while (is_beyond(m.d2)) {
      bool const up = std::fabs(m.d2) <= small;
      m.flag = -1;
      m.d2 *= up ? large : small;
      for (T* const each : {&m.h21, &m.h22}) *each *= up ? 1 / step : step;
    }
    for (T* const each : {&m.d1, &m.d2, &m.x1, &m.h11, &m.h21, &m.h12, &m.h22}) *each = canonical(*each);
  });
  return m;
}

template rotation<float> rotg(float, float);
template rotation<double> rotg(double, double);
template rotation<std::complex<float>> rotg(std::complex<float>, std::complex<float>);
template rotation<std::complex<double>> rotg(std::complex<double>, std::complex<double>);
template modified_rotation<float> rotmg(float, float, float, float);
template modified_rotation<double> rotmg(double, double, double, double);

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
