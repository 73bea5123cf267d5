#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <span>

#include <isobit/linalg/view.hpp>

#include "operations.hpp"

ISOBIT_NAMESPACE_BEGIN

/// What linear algebra must return, straight from its definition: one entry after another, each an exact sum rounded
/// once. Nothing is blocked, nothing is shared with the library. The entries may also be linalg::exact_entry, which is
/// faster: lu<linalg::exact_entry<double>>(a, pivots).
namespace reference {

using linalg::index;
using linalg::is_complex;
using linalg::matrix_view;
using linalg::real_of;

template <class T> [[nodiscard]] auto real_part(T const& x) {
  if constexpr (is_complex<T>)
    return x.real();
  else
    return x;
}
template <class T> [[nodiscard]] auto imaginary_part(T const& x) {
  if constexpr (is_complex<T>)
    return x.imag();
  else
    return T{};
}
template <class T> [[nodiscard]] T conjugate_of(T const& x) {
  if constexpr (is_complex<T>)
    return {x.real(), negated(x.imag())};
  else
    return x;
}
template <class T> [[nodiscard]] T read(matrix_view<T const> a, index i, index j) {
  return a.conjugate ? conjugate_of(a.at(i, j)) : a.at(i, j);
}

/// A sum rounded once. Unlike a total's, its exact zero is +0.
template <class T> [[nodiscard]] T round_entry(total const& sum) {
  return sum.is_finite() && sum.value().is_zero() ? T{} : sum.round<T>();
}

/// The slow twin of linalg::exact_entry.
template <class T> class entry {
public:
  void add(T x) {
    real.add(real_part(x));
    if constexpr (is_complex<T>) imaginary.add(x.imag());
  }
  void add_product(T a, T b) {
    if constexpr (is_complex<T>) {
      real.add_product(a.real(), b.real());
      real.add_product(negated(a.imag()), b.imag());
      imaginary.add_product(a.real(), b.imag());
      imaginary.add_product(a.imag(), b.real());
    } else {
      real.add_product(a, b);
    }
  }
  void subtract_product(T a, T b) {
    if constexpr (is_complex<T>)
      add_product({negated(a.real()), negated(a.imag())}, b);
    else
      add_product(negated(a), b);
  }
  [[nodiscard]] T round() const {
    if constexpr (is_complex<T>)
      return {round_entry<real_of<T>>(real), round_entry<real_of<T>>(imaginary)};
    else
      return round_entry<T>(real);
  }
  /// alpha*sum + beta*c, rounded once; what meets a part of alpha or beta that is zero is ignored.
  [[nodiscard]] T round(T alpha, T beta, T c) const {
    scaled re, im;
    re.add(real_part(alpha), real);
    if constexpr (is_complex<T>) {
      re.add(negated(alpha.imag()), imaginary);
      im.add(alpha.real(), imaginary), im.add(alpha.imag(), real);
    }
    total c_real, c_imaginary;
    c_real.add(real_part(c)), c_imaginary.add(imaginary_part(c));
    re.add(real_part(beta), c_real);
    if constexpr (is_complex<T>) {
      re.add(negated(beta.imag()), c_imaginary);
      im.add(beta.real(), c_imaginary), im.add(beta.imag(), c_real);
    }
    if constexpr (is_complex<T>)
      return {re.round(), im.round()};
    else
      return re.round();
  }

  total real;
  total imaginary;

private:
  using part = real_of<T>;
  struct scaled {
    dyadic value;
    total nonfinite;
    /// Where one is not finite, IEEE's product; of a finite sum only the sign counts then.
    void add(part factor, total const& sum) {
      if (factor == 0) return;
      if (!is_nonfinite(factor) && sum.is_finite())
        value = value + exactly(factor) * sum.value();
      else if (sum.is_finite())
        nonfinite.add_product(factor, part(sum.value().is_zero() ? 0 : sum.value().is_negative() ? -1 : 1));
      else
        nonfinite.add_product(factor, sum.round<part>());
    }
    [[nodiscard]] part round() const {
      if (!nonfinite.is_finite()) return nonfinite.round<part>();
      return value.is_zero() ? part{} : reference::round<part>(value);
    }
  };
};

template <class T> [[nodiscard]] T canonical_of(T const& x) {
  if constexpr (is_complex<T>)
    return {canonical_of(x.real()), canonical_of(x.imag())};
  else
    return is_nan(x) ? total::nan<T>() : x;
}

/// One division: IEEE's, or for complex numbers the quotient with both parts rounded once. An exact zero is +0. What is
/// not finite and division by zero: as src/linalg/divide.hpp says.
template <class T> [[nodiscard]] T divide(T a, T b) {
  if constexpr (!is_complex<T>) {
    T const quotient = canonical_of(a / b);
    return quotient == 0 && (a == 0 || is_nonfinite(b)) ? T{} : quotient;
  } else {
    using part = real_of<T>;
    T const nan = {total::nan<part>(), total::nan<part>()};
    auto const infinite = [](T x) { return is_nonfinite(x.real()) || is_nonfinite(x.imag()); };
    if (is_nan(a.real()) || is_nan(a.imag()) || is_nan(b.real()) || is_nan(b.imag())) return nan;
    if (b == T{}) return {divide(a.real(), b.real()), divide(a.imag(), b.real())};
    if (infinite(b)) return infinite(a) ? nan : T{};
    total real, imaginary;
    if (b.real() != 0) real.add_product(a.real(), b.real()), imaginary.add_product(a.imag(), b.real());
    if (b.imag() != 0) real.add_product(a.imag(), b.imag()), imaginary.add_product(negated(a.real()), b.imag());
    dyadic const square = exactly(b.real()) * exactly(b.real()) + exactly(b.imag()) * exactly(b.imag());
    auto const quotient = [&](total const& dividend) {
      if (!dividend.is_finite()) return dividend.template round<part>();
      return round_quotient<part>(dividend.value() * dyadic(integer(1), -square.exponent()), square.significand());
    };
    return {quotient(real), quotient(imaginary)};
  }
}

template <class T> void gemm(T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c) {
  for (index i = 0; i < c.rows; ++i)
    for (index j = 0; j < c.columns; ++j) {
      T& result = c.at(i, j);
      if (alpha == T{} || a.columns == 0) {
        entry<T> scaled;
        scaled.add_product(beta, result);
        if (beta != T(1)) result = beta == T{} ? T{} : scaled.round();
        continue;
      }
      entry<T> sum;
      for (index k = 0; k < a.columns; ++k) sum.add_product(read(a, i, k), read(b, k, j));
      result = sum.round(alpha, beta, result);
    }
}

/// Solves for one entry after another, from the first row for a lower a, from the last for an upper one.
template <class T, class Entry = entry<T>>
void trsm(linalg::triangle half, linalg::diagonal kind, T alpha, matrix_view<T const> a, matrix_view<T> b) {
  bool const lower = half == linalg::triangle::lower;
  for (index j = 0; j < b.columns; ++j)
    for (index step = 0; step < b.rows; ++step) {
      index const i = lower ? step : b.rows - 1 - step;
      T& x = b.at(i, j);
      if (alpha == T{}) {
        x = T{};
        continue;
      }
      Entry sum;
      for (index k = lower ? 0 : i + 1; k < (lower ? i : b.rows); ++k) sum.add_product(read(a, i, k), b.at(k, j));
      T const r = sum.round(T(-1), alpha, x);
      x = kind == linalg::diagonal::ones ? r : divide<T>(r, read(a, i, i));
    }
}

/// What the pivot search compares: magnitudes as bits, so that a NaN is larger than everything.
template <class T> [[nodiscard]] std::uint64_t pivot_key(T x) {

  auto const sum = magnitude_of(real_part(x)) + magnitude_of(imaginary_part(x));
  return is_nan(sum) ? ~std::uint64_t{0} : std::uint64_t{bits_of(sum)};
}

template <class T, class Entry = entry<T>> index lu(matrix_view<T> a, std::span<index> pivots) {
  index const steps = std::min(a.rows, a.columns);
  index first_zero = 0;
  auto const r = [&](index i, index j) {
    Entry sum;
    sum.add(a.at(i, j));
    for (index k = 0; k < std::min(i, j); ++k) sum.subtract_product(a.at(i, k), a.at(k, j));
    return sum.round();
  };
  // Crout's order: column j below and on the diagonal, then row j to the right of it.
  for (index j = 0; j < steps; ++j) {
    index pivot = j;
    for (index i = j; i < a.rows; ++i) {
      a.at(i, j) = r(i, j);
      if (pivot_key(a.at(i, j)) > pivot_key(a.at(pivot, j))) pivot = i;
    }
    pivots[static_cast<std::size_t>(j)] = pivot;
    for (index k = 0; k < a.columns && pivot != j; ++k) std::swap(a.at(j, k), a.at(pivot, k));
    if (a.at(j, j) == T{}) {
      if (first_zero == 0) first_zero = j + 1;
    } else {
      for (index i = j + 1; i < a.rows; ++i) a.at(i, j) = divide<T>(a.at(i, j), a.at(j, j));
    }
    for (index k = j + 1; k < a.columns; ++k) a.at(j, k) = r(j, k);
  }
  return first_zero;
}

/// The lower half; an upper one is the lower of the conjugate transpose.
template <class T, class Entry = entry<T>> index cholesky(linalg::triangle half, matrix_view<T> a) {
  bool const lower = half == linalg::triangle::lower;
  auto const get = [&](index i, index j) { return lower ? a.at(i, j) : conjugate_of(a.at(j, i)); };
  auto const set = [&](index i, index j, T x) { (lower ? a.at(i, j) : a.at(j, i)) = lower ? x : conjugate_of(x); };
  auto const r = [&](index i, index j) {
    Entry sum;
    sum.add(i == j ? T(real_part(get(i, j))) : get(i, j));
    for (index k = 0; k < j; ++k) sum.subtract_product(get(i, k), conjugate_of(get(j, k)));
    return sum.round();
  };
  for (index j = 0; j < a.rows; ++j) {
    auto const square = real_part(r(j, j));
    if (!(square > 0)) return j + 1;
    auto const root = std::sqrt(square);
    a.at(j, j) = T(root);
    for (index i = j + 1; i < a.rows; ++i) {
      set(i, j, divide<T>(r(i, j), T(root)));
    }
  }
  return 0;
}

}  // namespace reference

ISOBIT_NAMESPACE_END
