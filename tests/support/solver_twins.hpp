#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include <isobit/linalg/rotation.hpp>
#include <isobit/solver.hpp>

#include "reference/linear_algebra.hpp"
#include "support/random.hpp"

/// The formulas of BITS.md#solvers, number by number: slow twins of the methods and preconditioners, over exact sums of
/// integers. They share nothing with the library but `rotg`, which has oracles of its own.
namespace isobit::test::twins {

template <class T> using vector = std::vector<T>;
template <class T> using map = std::function<vector<T>(vector<T> const&)>;

template <class T> T dot(vector<T> const& x, vector<T> const& y) {
  return reference::dot<T, T>(std::span<T const>(x), std::span<T const>(y));
}
/// RN(alpha*x + y).
template <class T> T fused(T alpha, T x, T y) {
  if (alpha == 0) return y;
  return dot<T>({alpha, 1}, {x, y});
}
template <class T> vector<T> fused(T alpha, vector<T> const& x, vector<T> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = fused(alpha, x[i], y[i]);
  return y;
}
template <class T> vector<T> divided(vector<T> x, T by) {
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
  T rho_before = 0;
  for (std::size_t k = 0;; ++k) {
    auto const z = of.m(r);
    T const rho = dot(r, z);
    result.history.push_back(root(dot(r, r)));
    if (k == of.steps) return result;
    T const beta = k == 0 ? T{0} : rho / rho_before;
    p = fused(beta, p, z);
    auto const q = of.a(p);
    T const alpha = rho / dot(p, q);
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
  T alpha = 0, gamma_before = 0;
  for (std::size_t k = 0;; ++k) {
    T const gamma = dot(r, u), delta = dot(w, u);
    result.history.push_back(root(dot(r, r)));
    if (k == of.steps) return result;
    T const beta = k == 0 ? T{0} : gamma / gamma_before;
    T const sigma = k == 0 ? delta : fused(-(beta / alpha), gamma, delta);
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
  result.history.push_back(root(rho));
  for (std::size_t k = 0; k < of.steps; ++k) {
    T const beta = k == 0 ? T{0} : (rho / rho_before) * (alpha / omega);
    p = fused(beta, fused(-omega, v, p), r);
    auto const y = of.m(p);
    v = of.a(y);
    alpha = rho / dot(shadow, v);
    r = fused(-alpha, v, r);
    auto const z = of.m(r), t = of.a(z);
    omega = dot(t, r) / dot(t, t);
    r = fused(-omega, t, r);
    x = fused(omega, z, fused(alpha, y, x));
    result.history.push_back(root(dot(r, r)));
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
  T gamma = std::sqrt(dot(z, v)), gamma_before = 1, eta = gamma, c = 1, s = 0, c_before = 1, s_before = 0;
  result.history.push_back(eta);
  for (std::size_t k = 0; k < of.steps; ++k) {
    auto const unit = divided(z, gamma);
    auto const product = of.a(unit);
    T const delta = dot(product, unit);
    auto const next = fused(-(gamma / gamma_before), v_before, fused(-(delta / gamma), v, product));
    v_before = v, v = next, z = of.m(v);
    T const gamma_next = std::sqrt(dot(z, v));
    T const two_above = s_before * gamma, middle = c_before * gamma;
    // What meets a zero of the rotation is left out.
    auto const turned = [](T f, T a, T g, T b) { return f == 0 ? g * b : g == 0 ? f * a : dot<T>({f, g}, {a, b}); };
    T const above = turned(c, middle, s, delta), here = turned(c, delta, -s, middle);
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
  T const norm = std::sqrt(dot(r, r));
  result.history.push_back(root(dot(r, r)));
  std::vector<vector<T>> basis{divided(r, norm)}, columns;
  std::vector<linalg::rotation<T>> turns;
  vector<T> right{norm};
  auto const combined = [&](T start_factor, vector<T> const& start, T sign, vector<T> const& by) {
    vector<T> y;
    for (std::size_t i = 0; i < start.size(); ++i) {
      reference::entry<T> sum;
      if (start_factor != 0) sum.add(start[i]);
      for (std::size_t k = 0; k < by.size(); ++k) sum.add_product(sign * by[k], basis[k][i]);
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
      w = combined(1, w, -1, parts);
    }
    T const below = std::sqrt(dot(w, w));
    for (std::size_t i = 0; i < j; ++i) {
      T const a = column[i], b = column[i + 1];
      column[i] = dot<T>({turns[i].c, turns[i].s}, {a, b});
      column[i + 1] = dot<T>({turns[i].c, -turns[i].s}, {b, a});
    }
    turns.push_back(linalg::rotg(column[j], below));
    column[j] = turns[j].r;
    columns.push_back(column);
    right.push_back(-turns[j].s * right[j]);
    right[j] = turns[j].c * right[j];
    result.history.push_back(std::fabs(right[j + 1]));
    basis.push_back(divided(w, below));
  }
  vector<T> y(of.steps);
  for (std::size_t i = of.steps; i-- > 0;) {
    reference::entry<T> sum;
    sum.add(right[i]);
    for (std::size_t k = i + 1; k < of.steps; ++k) sum.subtract_product(columns[k][i], y[k]);
    y[i] = sum.round() / columns[i][i];
  }
  x = fused(T{1}, of.m(combined(0, x, 1, y)), x);
  auto const last = difference(of.b, of.a(x));
  result.history.back() = root(dot(last, last));
  return result;
}

/// The two sweeps of ssor, ic0 and ilu0.
template <class T>
vector<T> sweeps(table<T> const& lower, vector<T> const& first, table<T> const& upper, vector<T> const& second,
                 bool passes_remainder, vector<T> const& b) {
  std::size_t const n = b.size();
  vector<T> y(n), between(n), z(n);
  for (std::size_t i = 0; i < n; ++i) {
    T const t = lower.remainder(i, b[i], y, [&](std::size_t j) { return j < i; });
    y[i] = first.empty() ? t : t / first[i];
    between[i] = passes_remainder ? t : y[i];
  }
  for (std::size_t i = n; i-- > 0;)
    z[i] = upper.remainder(i, between[i], z, [&](std::size_t j) { return j > i; }) / second[i];
  return z;
}

template <class T> map<T> ssor(table<T> const& a, T omega) {
  vector<T> divisors;
  for (std::size_t i = 0; i < a.n; ++i) divisors.push_back(a(i, i) / omega);
  return [=](vector<T> const& r) { return sweeps(a, divisors, a, divisors, true, r); };
}

template <class T> map<T> ilu0(table<T> const& a) {
  auto f = a;
  vector<T> pivots;
  for (std::size_t i = 0; i < a.n; ++i)
    for (std::size_t j = 0; j < a.n; ++j) {
      if (!a.has(i, j)) continue;
      reference::total sum;
      sum.add(a(i, j));
      for (std::size_t k = 0; k < std::min(i, j); ++k)
        if (a.has(i, k) && a.has(k, j)) sum.add_product(-f(i, k), f(k, j));
      T const r = sum.template round<T>();
      f.values[i * a.n + j] = j < i ? r / f(j, j) : r;
      if (i == j) pivots.push_back(r);
    }
  return [=](vector<T> const& r) { return sweeps<T>(f, {}, f, pivots, false, r); };
}

template <class T> map<T> ic0(table<T> const& a) {
  auto f = a;
  vector<T> pivots;
  for (std::size_t i = 0; i < a.n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      if (!a.has(i, j)) continue;
      reference::total sum;
      sum.add(a(i, j));
      for (std::size_t k = 0; k < j; ++k)
        if (a.has(i, k) && a.has(j, k)) sum.add_product(-f(i, k), f(j, k));
      T const r = sum.template round<T>(), l = i == j ? std::sqrt(r) : r / f(j, j);
      f.values[i * a.n + j] = f.values[j * a.n + i] = l;
      if (i == j) pivots.push_back(l);
    }
  return [=](vector<T> const& r) { return sweeps<T>(f, pivots, f, pivots, false, r); };
}

/// No eigenvalue of inverse(D)*A is larger.
template <class T> double largest_circle(table<T> const& a) {
  double largest = 0;
  for (std::size_t i = 0; i < a.n; ++i) {
    reference::total sum;
    for (std::size_t j = 0; j < a.n; ++j)
      if (a.has(i, j)) sum.add(std::fabs(a(i, j)));
    largest = std::max(largest, static_cast<double>(sum.template round<T>()) / std::fabs(static_cast<double>(a(i, i))));
  }
  return largest;
}

template <class T> solver::eigenvalue_bounds lanczos_bounds(table<T> const& a, int steps) {
  vector<T> r, p(a.n);
  for (std::size_t i = 0; i < a.n; ++i) r.push_back(common::splitmix64(i)() >= std::uint64_t{1} << 63 ? T{-1} : T{1});
  std::vector<double> t, s;
  T rho_before = 1, first = 0;
  double before = 1;
  for (int k = 0; k < steps; ++k) {
    vector<T> z;
    for (std::size_t i = 0; i < a.n; ++i) z.push_back(r[i] / a(i, i));
    T const rho = dot(r, z), beta = k == 0 ? T{0} : rho / rho_before;
    if (k == 0) first = rho;
    if (k > 0 && rho <= T(0x1p-40) * first) break;
    p = fused(beta, p, z);
    auto const q = a.times(p);
    T const alpha = rho / dot(p, q);
    r = fused(-alpha, q, r);
    double const share = static_cast<double>(beta) / before;
    t.push_back(1 / static_cast<double>(alpha) + share), s.push_back(share / before);
    rho_before = rho, before = static_cast<double>(alpha);
  }
  double low = 0, high = t[0];
  for (int k = 0; k < 40; ++k) {
    double const middle = (low + high) / 2;
    bool all_positive = true;
    double pivot = 1;
    for (std::size_t i = 0; i < t.size() && all_positive; ++i) {
      pivot = (t[i] - middle) - s[i] / pivot;
      all_positive = pivot > 0;
    }
    if (all_positive)
      low = middle;
    else
      high = middle;
  }
  double const upper = largest_circle(a);
  return {std::max(std::min(high, upper / 2), upper / 30), upper};
}

template <class T> map<T> chebyshev(table<T> const& a, int degree) {
  double const upper = largest_circle(a), lower = upper / 30;
  double const center = (upper + lower) / 2, radius = (upper - lower) / 2, sigma = center / radius;
  return [=](vector<T> r) {
    auto const over_diagonal = [&](vector<T> const& v) {
      vector<T> result;
      for (std::size_t i = 0; i < a.n; ++i) result.push_back(v[i] / a(i, i));
      return result;
    };
    auto d = divided(over_diagonal(r), static_cast<T>(center)), z = d;
    double rho = 1 / sigma;
    for (int k = 1; k < degree; ++k) {
      double const next = 1 / (2 * sigma - rho);
      r = difference(r, a.times(d));
      for (T& one : d) one = static_cast<T>(next * rho) * one;
      d = fused(static_cast<T>(2 * next / radius), over_diagonal(r), d);
      z = fused(T{1}, d, z);
      rho = next;
    }
    return z;
  };
}

}  // namespace isobit::test::twins
