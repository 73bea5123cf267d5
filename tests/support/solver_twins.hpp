#pragma once

#include <cmath>
#include <functional>
#include <type_traits>
#include <vector>

#include <isobit/linalg/rotation.hpp>
#include <isobit/solver.hpp>

#include "reference/linear_algebra.hpp"
#include "support/random.hpp"

/// The formulas of BITS.md#solvers, number by number: slow twins of the methods, over exact sums of integers. They
/// share nothing with the library but `rotg`, which has oracles of its own.
namespace isobit::test::twins {

template <class T> using vector = std::vector<T>;
template <class T> using map = std::function<vector<T>(vector<T> const&)>;

using reference::is_complex, reference::real_of, reference::real_part, reference::imaginary_part,
    reference::conjugate_of;

/// A sum of numbers and products, each part rounded once, as `sum` and `dot` do.
template <class T> struct exact_sum {
  reference::total real, imaginary;
  void add(T x) { real.add(real_part(x)), imaginary.add(imaginary_part(x)); }
  void add_product(T x, T y) {
    real.add_product(real_part(x), real_part(y));
    if constexpr (is_complex<T>) {
      real.add_product(-x.imag(), y.imag());
      imaginary.add_product(x.real(), y.imag()), imaginary.add_product(x.imag(), y.real());
    }
  }
  [[nodiscard]] T round() const {
    if constexpr (is_complex<T>)
      return {real.round<real_of<T>>(), imaginary.round<real_of<T>>()};
    else
      return real.round<T>();
  }
};

/// The sum of conj(x)*y, and its real part.
template <class T> T dot(vector<T> const& x, vector<T> const& y) {
  exact_sum<T> sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.add_product(conjugate_of(x[i]), y[i]);
  return sum.round();
}
template <class T> real_of<T> real_dot(vector<T> const& x, vector<T> const& y) { return real_part(dot(x, y)); }
template <class T> T product(T x, T y) {
  exact_sum<T> sum;
  sum.add_product(x, y);
  return sum.round();
}
template <class T> T quotient(T x, T y) {
  if constexpr (is_complex<T>)
    return reference::divide(x, y);
  else
    return x / y;
}
template <class T> real_of<T> size_of(T x) {
  real_of<T> const parts[] = {real_part(x), real_of<T>(imaginary_part(x))};
  return reference::nrm2<real_of<T>>(std::span<real_of<T> const>(parts));
}
/// RN(alpha*x + y) of each part; alpha may be real where the others are not.
template <class Factor, class T> T fused(Factor alpha, T x, T y) {
  if (alpha == Factor{}) return y;
  if constexpr (std::is_same_v<Factor, T>) {
    exact_sum<T> sum;
    sum.add_product(alpha, x), sum.add(y);
    return sum.round();
  } else {
    return {fused(alpha, x.real(), y.real()), fused(alpha, x.imag(), y.imag())};
  }
}
template <class Factor, class T> vector<T> fused(Factor alpha, vector<T> const& x, vector<T> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = fused(alpha, x[i], y[i]);
  return y;
}
template <class T> vector<T> divided(vector<T> x, real_of<T> by) {
  for (T& one : x) one = one / by;
  return x;
}
template <class T> vector<T> difference(vector<T> const& x, vector<T> const& y) {
  vector<T> d;
  for (std::size_t i = 0; i < x.size(); ++i) d.push_back(x[i] - y[i]);
  return d;
}

/// A matrix with all its places, and which of them are stored.
template <class T> struct table {
  std::size_t n;
  vector<T> values;
  std::vector<bool> stored;
  explicit table(std::size_t size) : n(size), values(size * size), stored(size * size) {}
  explicit table(sparse::csr_matrix<T> const& a) : table(static_cast<std::size_t>(a.rows)) {
    for (std::size_t i = 0; i < n; ++i)
      for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k) {
        std::size_t const at = i * n + static_cast<std::size_t>(a.indices[k]);
        values[at] = a.values[k], stored[at] = true;
      }
  }
  [[nodiscard]] T operator()(std::size_t i, std::size_t j) const { return values[i * n + j]; }
  [[nodiscard]] bool has(std::size_t i, std::size_t j) const { return stored[i * n + j]; }

  [[nodiscard]] vector<T> times(vector<T> const& x) const {
    vector<T> y;
    for (std::size_t i = 0; i < n; ++i) {
      reference::entry<T> sum;
      for (std::size_t j = 0; j < n; ++j)
        if (has(i, j)) sum.add_product((*this)(i, j), x[j]);
      y.push_back(sum.round());
    }
    return y;
  }
  /// RN(b_i - sum of a_ij*x_j) over the j that are wanted.
  template <class Wanted> [[nodiscard]] T remainder(std::size_t i, T b, vector<T> const& x, Wanted wanted) const {
    reference::entry<T> sum;
    bool any = false;
    for (std::size_t j = 0; j < n; ++j)
      if (has(i, j) && wanted(j)) sum.subtract_product((*this)(i, j), x[j]), any = true;
    sum.add(b);
    return any ? sum.round() : b;
  }
};

struct answer {
  std::vector<double> history;
};

template <class T> struct problem {
  map<T> a, m;
  vector<T> b;
  vector<T>& x;
  std::size_t steps;
};
inline double root(double square) { return std::sqrt(square); }

template <class T> answer cg(problem<T> const& of) {
  answer result;
  auto& x = of.x;
  auto r = difference(of.b, of.a(x));
  vector<T> p(r.size());
  real_of<T> rho_before = 0;
  for (std::size_t k = 0;; ++k) {
    auto const z = of.m(r);
    auto const rho = real_dot(r, z);
    result.history.push_back(root(real_dot(r, r)));
    if (k == of.steps) return result;
    real_of<T> const beta = k == 0 ? 0 : rho / rho_before;
    p = fused(beta, p, z);
    auto const q = of.a(p);
    auto const alpha = rho / real_dot(p, q);
    x = fused(alpha, p, x);
    r = fused(-alpha, q, r);
    rho_before = rho;
  }
}

template <class T> answer pipelined_cg(problem<T> const& of) {
  answer result;
  auto& x = of.x;
  auto r = difference(of.b, of.a(x)), u = of.m(r), w = of.a(u);
  vector<T> p(r.size()), q = p, s = p, z = p;
  real_of<T> alpha = 0, gamma_before = 0;
  for (std::size_t k = 0;; ++k) {
    real_of<T> const gamma = real_dot(r, u), delta = real_dot(w, u);
    result.history.push_back(root(real_dot(r, r)));
    if (k == of.steps) return result;
    real_of<T> const beta = k == 0 ? 0 : gamma / gamma_before;
    auto const sigma = k == 0 ? delta : fused(-(beta / alpha), gamma, delta);
    alpha = gamma / sigma;
    auto const m = of.m(w), n = of.a(m);
    z = fused(beta, z, n), q = fused(beta, q, m), s = fused(beta, s, w), p = fused(beta, p, u);
    x = fused(alpha, p, x), r = fused(-alpha, s, r), u = fused(-alpha, q, u), w = fused(-alpha, z, w);
    gamma_before = gamma;
  }
}

template <class T> answer bicgstab(problem<T> const& of) {
  answer result;
  auto& x = of.x;
  auto r = difference(of.b, of.a(x));
  auto const shadow = r;
  vector<T> p(r.size()), v = p;
  T rho = dot(r, r), rho_before = 0, alpha = 0, omega = 0;
  result.history.push_back(root(real_part(rho)));
  for (std::size_t k = 0; k < of.steps; ++k) {
    T const beta = k == 0 ? T{0} : product(quotient(rho, rho_before), quotient(alpha, omega));
    p = fused(beta, fused(-omega, v, p), r);
    auto const y = of.m(p);
    v = of.a(y);
    alpha = quotient(rho, dot(shadow, v));
    r = fused(-alpha, v, r);
    auto const z = of.m(r), t = of.a(z);
    omega = quotient(dot(t, r), dot(t, t));
    r = fused(-omega, t, r);
    x = fused(omega, z, fused(alpha, y, x));
    result.history.push_back(root(real_dot(r, r)));
    rho_before = rho;
    rho = dot(shadow, r);
  }
  return result;
}

template <class T> answer minres(problem<T> const& of) {
  answer result;
  auto& x = of.x;
  vector<T> v_before(x.size()), w_before = v_before, w = v_before;
  auto v = difference(of.b, of.a(x)), z = of.m(v);
  using real = real_of<T>;
  real gamma = std::sqrt(real_dot(z, v)), gamma_before = 1, eta = gamma, c = 1, s = 0, c_before = 1, s_before = 0;
  result.history.push_back(eta);
  for (std::size_t k = 0; k < of.steps; ++k) {
    auto const unit = divided(z, gamma);
    auto const product = of.a(unit);
    real const delta = real_dot(product, unit);
    auto const next = fused(-(gamma / gamma_before), v_before, fused(-(delta / gamma), v, product));
    v_before = v, v = next, z = of.m(v);
    real const gamma_next = std::sqrt(real_dot(z, v));
    real const two_above = s_before * gamma, middle = c_before * gamma;
    // What meets a zero of the rotation is left out.
    auto const turned = [](real f, real a, real g, real b) {
      return f == 0 ? g * b : g == 0 ? f * a : dot<real>({f, g}, {a, b});
    };
    real const above = turned(c, middle, s, delta), here = turned(c, delta, -s, middle);
    auto const turn = linalg::rotg(here, gamma_next);
    c_before = c, s_before = s, c = turn.c, s = turn.s;
    auto const w_next = divided(fused(-above, w, fused(-two_above, w_before, unit)), turn.r);
    w_before = w, w = w_next;
    x = fused(c * eta, w, x);
    eta = -s * eta;
    result.history.push_back(std::fabs(eta));
    gamma_before = gamma, gamma = gamma_next;
  }
  return result;
}

/// One cycle; the last residual is that of x.
template <class T> answer gmres(problem<T> const& of) {
  answer result;
  auto& x = of.x;
  auto const r = difference(of.b, of.a(x));
  auto const norm = std::sqrt(real_dot(r, r));
  result.history.push_back(root(real_dot(r, r)));
  std::vector<vector<T>> basis{divided(r, norm)}, columns;
  std::vector<linalg::rotation<T>> turns;
  vector<T> right{T(norm)};
  auto const combined = [&](bool from_start, vector<T> const& start, bool negative, vector<T> const& by) {
    vector<T> y;
    for (std::size_t i = 0; i < start.size(); ++i) {
      reference::entry<T> sum;
      if (from_start) sum.add(start[i]);
      for (std::size_t k = 0; k < by.size(); ++k) sum.add_product(negative ? -by[k] : by[k], basis[k][i]);
      y.push_back(sum.round());
    }
    return y;
  };
  for (std::size_t j = 0; j < of.steps; ++j) {
    auto w = of.a(of.m(basis[j]));
    vector<T> column(j + 1);
    for (int pass = 0; pass < 2; ++pass) {
      vector<T> parts;
      for (auto const& one : basis) parts.push_back(dot(one, w));
      for (std::size_t i = 0; i <= j; ++i) column[i] = column[i] + parts[i];
      w = combined(true, w, true, parts);
    }
    auto const below = std::sqrt(real_dot(w, w));
    for (std::size_t i = 0; i < j; ++i) {
      T const a = column[i], b = column[i + 1];
      auto const turned = [](T c, T u, T s, T v) {
        exact_sum<T> sum;
        sum.add_product(c, u), sum.add_product(s, v);
        return sum.round();
      };
      column[i] = turned(turns[i].c, a, turns[i].s, b);
      column[i + 1] = turned(turns[i].c, b, -conjugate_of(turns[i].s), a);
    }
    turns.push_back(linalg::rotg(column[j], below));
    column[j] = turns[j].r;
    columns.push_back(column);
    right.push_back(product(-conjugate_of(turns[j].s), right[j]));
    right[j] = turns[j].c * right[j];
    result.history.push_back(static_cast<double>(size_of(right[j + 1])));
    basis.push_back(divided(w, below));
  }
  vector<T> y(of.steps);
  for (std::size_t i = of.steps; i-- > 0;) {
    reference::entry<T> sum;
    sum.add(right[i]);
    for (std::size_t k = i + 1; k < of.steps; ++k) sum.subtract_product(columns[k][i], y[k]);
    y[i] = quotient(sum.round(), columns[i][i]);
  }
  x = fused(real_of<T>{1}, of.m(combined(false, x, false, y)), x);
  auto const last = difference(of.b, of.a(x));
  result.history.back() = root(real_dot(last, last));
  return result;
}

}  // namespace isobit::test::twins
