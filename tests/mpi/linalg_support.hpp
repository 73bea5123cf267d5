#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <isobit/mpi.hpp>

#include "linalg/exact_entry.hpp"
#include "spreads.hpp"

namespace isobit::test {

using linalg::index;
using linalg::matrix_view;
using linalg::vector_view;
namespace mla = mpi::linalg;

template <class T> using linalg_real = linalg::real_of<T>;

/// What the entries of matrices are like.
enum class entries { ordinary, integers, wide, cancelling, near_ties, tiny, huge, sparse, nonfinite };
inline constexpr entries all_entries[] = {entries::ordinary,   entries::integers,  entries::wide,
                                          entries::cancelling, entries::near_ties, entries::tiny,
                                          entries::huge,       entries::sparse,    entries::nonfinite};
inline char const* name_of(entries kind) {
  constexpr char const* names[] = {"ordinary", "integers", "wide",   "cancelling", "near ties",
                                   "tiny",     "huge",     "sparse", "not finite"};
  return names[static_cast<int>(kind)];
}

template <class Real> Real random_real(entries kind, random_source& random) {
  constexpr int digits = std::numeric_limits<Real>::digits, largest = std::numeric_limits<Real>::max_exponent;
  auto const significand = static_cast<Real>(random.between(1, 1 << 23)) +
                           static_cast<Real>(random.between(0, 1 << 20)) * std::ldexp(Real(1), -digits / 2);
  Real const signed_one = random.coin() ? significand : -significand;
  switch (kind) {
  case entries::integers:
    return static_cast<Real>(random.between(-100, 100));
  case entries::wide:
    return std::ldexp(signed_one, random.between(-largest / 3, largest / 3));
  case entries::tiny:
    return std::ldexp(signed_one, random.between(-largest - digits, -largest + 2 * digits));
  case entries::huge:
    return std::ldexp(signed_one, random.between(largest - 60, largest - 25));
  case entries::sparse:
    return random.one_in(10) ? signed_one : Real(0);
  case entries::nonfinite:
    return random.one_in(60)   ? std::numeric_limits<Real>::quiet_NaN()
           : random.one_in(25) ? std::copysign(std::numeric_limits<Real>::infinity(), signed_one)
           : random.one_in(9)  ? Real(0)
                               : signed_one;
  default:
    return std::ldexp(signed_one, random.between(-24, -20));
  }
}

template <class T> T random_entry(entries kind, random_source& random) {
  using real = linalg_real<T>;
  if constexpr (linalg::is_complex<T>) {
    real const re = random_real<real>(kind, random);
    return T(re, random_real<real>(kind, random));
  } else {
    return random_real<real>(kind, random);
  }
}

/// c = alpha*a*b + beta*c, whole on every rank and the same there: a and c by columns, b by rows.
template <class T> struct whole_product {
  index m, n, k;
  T alpha, beta;
  std::vector<T> a, b, c, expected;

  whole_product(index rows, index columns, index depth, entries kind, random_source& random)
      : m(rows), n(columns), k(depth), alpha(T(1)), beta(T(0)), a(static_cast<std::size_t>(m * k)),
        b(static_cast<std::size_t>(k * n)), c(static_cast<std::size_t>(m * n)) {
    using real = linalg_real<T>;
    for (T& x : a) x = random_entry<T>(kind, random);
    for (T& x : b) x = random_entry<T>(kind, random);
    for (T& x : c) x = random_entry<T>(kind, random);
    switch (random.below(4)) {
    case 0:
      beta = T(1);
      break;
    case 1:
      alpha = random_entry<T>(entries::ordinary, random);
      beta = random_entry<T>(entries::ordinary, random);
      break;
    case 2:
      alpha = T(-1);
      break;
    default:;
    }
    // Products in pairs that all but cancel, and sums that lie next to the middle of two numbers.
    auto const at_a = [&](index i, index p) -> T& { return a[static_cast<std::size_t>(p * m + i)]; };
    auto const at_b = [&](index p, index j) -> T& { return b[static_cast<std::size_t>(p * n + j)]; };
    if (kind == entries::cancelling)
      for (index p = 0; p + 1 < k; p += 2) {
        for (index i = 0; i < m; ++i) at_a(i, p + 1) = -at_a(i, p);
        for (index j = 0; j < n; ++j)
          at_b(p + 1, j) = at_b(p, j) + (random.coin() ? at_b(p, j) * std::ldexp(real(1), -20) : T(0));
      }
    if (kind == entries::near_ties) {
      constexpr int digits = std::numeric_limits<real>::digits;
      for (index p = 0; p < k; ++p) {
        int const exponent = p == 0 ? 0 : p == 1 ? -digits : -random.between(digits + 10, 110);
        for (index i = 0; i < m; ++i) at_a(i, p) = std::ldexp(p < 2 ? real(1) : real(random.between(-1, 1)), exponent);
        for (index j = 0; j < n; ++j) at_b(p, j) = T(1);
      }
    }
    expected = c;
    if (k == 0) linalg::gemm(alpha, a_view(), b_view(), beta, view(expected), serial());
    for (index i = 0; i < (k == 0 ? 0 : m); ++i)
      for (index j = 0; j < n; ++j) {
        linalg::exact_entry<T> entry;
        entry.add_products(a_view().row(i), b_view().column(j));
        T& result = view(expected).at(i, j);
        result = entry.round(alpha, beta, result);
      }
  }

  [[nodiscard]] matrix_view<T const> a_view() const { return linalg::column_major(a.data(), m, k); }
  [[nodiscard]] matrix_view<T const> b_view() const { return linalg::row_major(b.data(), k, n); }
  [[nodiscard]] matrix_view<T> view(std::vector<T>& entries_of_c) const {
    return linalg::column_major(entries_of_c.data(), m, n);
  }
};

/// Whether both have the same bits.
template <class T> bool same_numbers(std::vector<T> const& expected, std::vector<T> const& actual) {
  if (expected.size() != actual.size()) return false;
  if (expected.empty()) return true;
  return std::memcmp(expected.data(), actual.data(), expected.size() * sizeof(T)) == 0;
}

/// How many of `count` things each rank has: even, some none, or one rank all.
inline std::vector<index> parts_of(index count, int ranks, random_source& random) {
  std::vector<index> parts(static_cast<std::size_t>(ranks));
  auto const kind = random.below(3);
  for (index i = 0; i < count; ++i) {
    auto const place = kind == 0   ? static_cast<std::size_t>(i % ranks)
                       : kind == 1 ? static_cast<std::size_t>(random.below(parts.size())) / 2 * 2
                                   : parts.size() / 2;
    ++parts[place];
  }
  return parts;
}
inline index start_of(std::vector<index> const& parts, int rank) {
  index start = 0;
  for (int i = 0; i < rank; ++i) start += parts[static_cast<std::size_t>(i)];
  return start;
}

/// body(comm, product, random) for communicators of every size and all kinds of entries, each in some shapes; the
/// shapes take turns.
template <class T, class Body> void for_each_product(Body body) {
  constexpr index shapes[][3] = {{5, 4, 7}, {1, 1, 40}, {13, 1, 9}, {3, 17, 1}, {9, 8, 33}};
  for_each_size([&](MPI_Comm comm) {
    std::uint64_t place = 100 * static_cast<std::uint64_t>(size_of(comm));
    for (std::size_t i = 0; i < std::size(all_entries) * scaled_count(2); ++i, ++place) {
      entries const kind = all_entries[i % std::size(all_entries)];
      auto const& [m, n, k] = shapes[(place + i / std::size(all_entries)) % std::size(shapes)];
      std::uint64_t const seed = first_seed() + place;
      random_source random(seed);
      SCOPED_TRACE(std::string(name_of(kind)) + ", " + std::to_string(m) + " x " + std::to_string(n) + " x " +
                   std::to_string(k) + ", seed " + std::to_string(seed));
      body(comm, whole_product<T>(m, n, k, kind, random), random);
    }
  });
}

}  // namespace isobit::test
