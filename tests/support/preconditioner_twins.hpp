#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/solver_twins.hpp"

/// The same of the preconditioners.
namespace isobit::test::twins {

/// The two sweeps of ssor, ic0 and ilu0.
template <class T>
vector<T> sweeps(table<T> const& lower, vector<T> const& first, table<T> const& upper, vector<T> const& second,
                 bool passes_remainder, vector<T> const& b) {
  std::size_t const n = b.size();
  vector<T> y(n), between(n), z(n);
  for (std::size_t i = 0; i < n; ++i) {
    T const t = lower.remainder(i, b[i], y, [&](std::size_t j) { return j < i; });
    y[i] = first.empty() ? t : quotient(t, first[i]);
    between[i] = passes_remainder ? t : y[i];
  }
  for (std::size_t i = n; i-- > 0;)
    z[i] = quotient(upper.remainder(i, between[i], z, [&](std::size_t j) { return j > i; }), second[i]);
  return z;
}

template <class T> map<T> ssor(table<T> const& a, real_of<T> omega) {
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
      exact_sum<T> sum;
      sum.add(a(i, j));
      for (std::size_t k = 0; k < std::min(i, j); ++k)
        if (a.has(i, k) && a.has(k, j)) sum.add_product(-f(i, k), f(k, j));
      T const r = sum.round();
      f.values[i * a.n + j] = j < i ? quotient(r, f(j, j)) : r;
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
      exact_sum<T> sum;
      sum.add(a(i, j));
      for (std::size_t k = 0; k < j; ++k)
        if (a.has(i, k) && a.has(j, k)) sum.add_product(-f(i, k), conjugate_of(f(j, k)));
      T const r = sum.round(), l = i == j ? T(std::sqrt(real_part(r))) : r / real_part(f(j, j));
      f.values[i * a.n + j] = l, f.values[j * a.n + i] = conjugate_of(l);
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
      if (a.has(i, j)) sum.add(size_of(a(i, j)));
    largest = std::max(largest,
                       static_cast<double>(sum.template round<real_of<T>>()) / static_cast<double>(size_of(a(i, i))));
  }
  return largest;
}

template <class T> solver::eigenvalue_bounds lanczos_bounds(table<T> const& a, int steps) {
  vector<T> r, p(a.n);
  for (std::size_t i = 0; i < a.n; ++i) r.push_back(common::splitmix64(i)() >= std::uint64_t{1} << 63 ? T{-1} : T{1});
  std::vector<double> t, s;
  real_of<T> rho_before = 1, first = 0;
  double before = 1;
  for (int k = 0; k < steps; ++k) {
    vector<T> z;
    for (std::size_t i = 0; i < a.n; ++i) z.push_back(quotient(r[i], a(i, i)));
    real_of<T> const rho = real_dot(r, z), beta = k == 0 ? 0 : rho / rho_before;
    if (k == 0) first = rho;
    if (k > 0 && rho <= real_of<T>(0x1p-40) * first) break;
    p = fused(beta, p, z);
    auto const q = a.times(p);
    auto const alpha = rho / real_dot(p, q);
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
      for (std::size_t i = 0; i < a.n; ++i) result.push_back(quotient(v[i], a(i, i)));
      return result;
    };
    auto d = divided(over_diagonal(r), static_cast<real_of<T>>(center)), z = d;
    double rho = 1 / sigma;
    for (int k = 1; k < degree; ++k) {
      double const next = 1 / (2 * sigma - rho);
      r = difference(r, a.times(d));
      for (T& one : d) one = static_cast<real_of<T>>(next * rho) * one;
      d = fused(static_cast<real_of<T>>(2 * next / radius), over_diagonal(r), d);
      z = fused(real_of<T>{1}, d, z);
      rho = next;
    }
    return z;
  };
}

}  // namespace isobit::test::twins
