#include <cmath>
#include <complex>
#include <span>
#include <vector>

#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/solve.hpp>
#include <isobit/linalg/triangular.hpp>

#include "check.hpp"
#include "operation.hpp"

namespace bench::linalg {
namespace {

namespace ours = isobit::linalg;

double cubed(index n) { return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n); }

/// Ones on the diagonal where zeros would make the matrix singular.
template <class T = double> matrix<T> square(data_kind kind, index n) {
  generator random(seed);
  auto a = make_matrix<T>(kind, n, n, random);
  if (kind == data_kind::zeros)
    for (index i = 0; i < n; ++i) a(i, i) = 1;
  return a;
}

/// Integers of half the rank, and 2^-40 of normal numbers where there is room: in the second half of the steps
/// remainders are what earlier roundings left.
template <class T> matrix<T> nearly_singular(index n) {
  generator random(seed);
  index const rank = n / 2;
  auto const left = make_matrix<T>(data_kind::integers, n, rank, random),
             right = make_matrix<T>(data_kind::integers, rank, n, random);
  auto a = make_matrix<T>(data_kind::normal, n, n, random);
  for (index j = 0; j < n; ++j) {
    for (index i = 0; i < n; ++i) a(i, j) *= real_of<T>(0x1p-40);
    for (index k = 0; k < rank; ++k)
      for (index i = 0; i < n; ++i) a(i, j) += left(i, k) * right(k, j);
  }
  return a;
}

/// Symmetric, and positive definite by its diagonal.
matrix<double> definite(data_kind kind, index n) {
  auto a = square(kind, n);
  for (index j = 0; j < n; ++j) {
    for (index i = 0; i < j; ++i) a(i, j) = a(j, i);
    a(j, j) = 128 * static_cast<double>(n);  // more than the sum of a row's magnitudes
  }
  return a;
}

/// a - sum of l(k)*u(k) over k < count, rounded once.
template <class T, class L, class U> T remainder(T a, L l, U u, index count) {
  entry<T> exact;
  exact.add(a);
  for (index k = 0; k < count; ++k) exact.add_product(-l(k), u(k));
  return exact.round();
}

template <class T = double> struct lu_factors {
  matrix<T> values;
  std::vector<index> pivots;
  index info = 0;
};

template <class Driver, class T> void factor(Driver const& driver, matrix<T> const& a, lu_factors<T>& into) {
  into.values = a;
  into.info = ours::lu(into.values.view(), std::span(into.pivots), driver);
}

template <class T>
using getrf_routine = void(blas_int const*, blas_int const*, T*, blas_int const*, blas_int*, blas_int*);

/// Whether the factors are what their definition says, pivots included, in a sample of entries and two whole columns;
/// of complex numbers, u in a sample.
template <class T> bool is_lu(matrix<T> a, lu_factors<T> const& f) {
  index const n = a.rows;
  auto const& lu = f.values;
  for (index i = 0; i < n; ++i) {
    index const with = f.pivots[static_cast<std::size_t>(i)];
    if (with < i || with >= n) return false;
    for (index j = 0; j < n; ++j) std::swap(a(i, j), a(with, j));
  }
  auto const rest = [&](index i, index j, index count) {
    return remainder(
        a(i, j), [&](index k) { return lu(i, k); }, [&](index k) { return lu(k, j); }, count);
  };
  auto const right = [&](index i, index j) {
    T const r = rest(i, j, std::min(i, j));
    if (is_complex<T> && i > j) return true;
    return same_bits(lu(i, j), i <= j ? r : r / lu(j, j));
  };
  if constexpr (!is_complex<T>)
    for (index const j : {n / 3, n / 2})
      for (index i = j; i < n; ++i)
        if (!right(i, j) || std::fabs(rest(i, j, j)) > std::fabs(lu(j, j))) return false;
  return f.info == 0 && sample(n, n, right);
}

template <class T> outcome lu(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const a = test.data == data_kind::nearly_singular ? nearly_singular<T>(n) : square<T>(test.data, n);
  matrix<T> theirs(n, n);
  std::vector<blas_int> their_pivots(static_cast<std::size_t>(n));
  lu_factors<T> result{matrix<T>(n, n), std::vector<index>(static_cast<std::size_t>(n))};
  auto* const getrf = find<T, getrf_routine<T>>(reference, "getrf");
  auto timings = compare(
      reference, getrf != nullptr, test, how,
      [&] {
        theirs = a;
        auto const order = static_cast<blas_int>(n);
        blas_int info;
        getrf(&order, &order, theirs.values.data(), &order, their_pivots.data(), &info);
      },
      [&] { on_threads(test.threads, [&](auto const& driver) { factor(driver, a, result); }); });
  bit_hash hash;
  hash.add_all(result.values.values);
  for (index const p : result.pivots) hash.add(static_cast<double>(p));
  return {std::move(timings), (is_complex<T> ? 8.0 : 2.0) / 3 * cubed(n), hash.value(), is_lu(a, result)};
}

outcome cholesky(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const a = definite(test.data, n);
  matrix<double> theirs(n, n), l(n, n);
  index info = 0;
  auto timings = compare(
      reference, reference.dpotrf != nullptr, test, how,
      [&] {
        theirs = a;
        auto const order = static_cast<blas_int>(n);
        blas_int their_info;
        reference.dpotrf("L", &order, theirs.values.data(), &order, &their_info);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          l = a;
          info = ours::cholesky(ours::triangle::lower, l.view(), driver);
        });
      });
  bool const correct = info == 0 && sample(n, n, [&](index i, index j) {
                         if (i < j) return same_bits(l(i, j), a(i, j));
                         double const r = remainder(
                             a(i, j), [&](index k) { return l(i, k); }, [&](index k) { return l(j, k); }, j);
                         return same_bits(l(i, j), i == j ? std::sqrt(r) : r / l(j, j));
                       });
  return {std::move(timings), cubed(n) / 3, hash_of(l), correct};
}

/// A lower triangular matrix with n on its diagonal, n right-hand sides.
outcome trsm(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  generator random(seed + 1);
  auto a = square(test.data, n);
  for (index i = 0; i < n; ++i) a(i, i) = static_cast<double>(n);
  auto const b = make_matrix<double>(data_kind::normal, n, n, random);
  matrix<double> theirs(n, n), x(n, n);
  auto timings = compare(
      reference, reference.dtrsm != nullptr, test, how,
      [&] {
        theirs = b;
        double const one = 1;
        auto const order = static_cast<blas_int>(n);
        reference.dtrsm("L", "L", "N", "N", &order, &order, &one, a.values.data(), &order, theirs.values.data(),
                        &order);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          x = b;
          ours::trsm(ours::triangle::lower, ours::diagonal::stored, 1.0, a.view(), x.view(), driver);
        });
      });
  bool const correct = sample(n, n, [&](index i, index j) {
    double const r = remainder(
        b(i, j), [&](index k) { return a(i, k); }, [&](index k) { return x(k, j); }, i);
    return same_bits(x(i, j), r / a(i, i));
  });
  return {std::move(timings), cubed(n), hash_of(x), correct};
}

/// By substitution, both ways, from factors.
matrix<double> solution(lu_factors<> const& f, matrix<double> x) {
  index const n = x.rows;
  auto const& lu = f.values;
  for (index i = 0; i < n; ++i) std::swap(x(i, 0), x(f.pivots[static_cast<std::size_t>(i)], 0));
  auto const known = [&](index k) { return x(k, 0); };
  for (index i = 0; i < n; ++i)
    x(i, 0) = remainder(
        x(i, 0), [&](index k) { return lu(i, k); }, known, i);
  for (index i = n - 1; i >= 0; --i)
    x(i, 0) =
        remainder(
            x(i, 0), [&](index k) { return lu(i, i + 1 + k); }, [&](index k) { return known(i + 1 + k); }, n - 1 - i) /
        lu(i, i);
  return x;
}

/// One right-hand side. Refined, the bits are compared with those of another number of threads.
template <index refinements> outcome solve(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  generator random(seed + 1);
  auto const a = square(test.data, n);
  auto const b = make_matrix<double>(data_kind::normal, n, 1, random);
  matrix<double> their_a(n, n), theirs(n, 1), x(n, 1);
  std::vector<blas_int> pivots(static_cast<std::size_t>(n));
  auto const solve_on = [&](std::size_t threads, matrix<double>& into) {
    on_threads(threads, [&](auto const& driver) {
      into = b;
      ours::solve(a.view(), into.view(), ours::refinement{refinements}, driver);
    });
  };
  auto timings = compare(
      reference, reference.dgesv != nullptr, test, how,
      [&] {
        their_a = a;
        theirs = b;
        blas_int const order = static_cast<blas_int>(n), columns = 1;
        blas_int info;
        reference.dgesv(&order, &columns, their_a.values.data(), &order, pivots.data(), theirs.values.data(), &order,
                        &info);
      },
      [&] { solve_on(test.threads, x); });
  matrix<double> expected(n, 1);
  if (refinements == 0) {
    lu_factors<> f{matrix<double>(n, n), std::vector<index>(static_cast<std::size_t>(n))};
    factor(isobit::serial(), a, f);
    expected = solution(f, b);
  } else {
    solve_on(test.threads == 1 ? 3 : 1, expected);
  }
  bool correct = true;
  for (index i = 0; i < n; ++i) correct = correct && same_bits(x(i, 0), expected(i, 0));
  return {std::move(timings), 2.0 / 3 * cubed(n), hash_of(x), correct};
}

/// As LAPACK does it, by getrf and getri. A sample of columns is compared with the solutions for those of the unit
/// matrix.
outcome inverse(test_case const& test, blas const& reference, effort const& how) {
  index const n = test.size;
  auto const a = square(test.data, n);
  matrix<double> theirs(n, n), x(n, n);
  std::vector<blas_int> pivots(static_cast<std::size_t>(n));
  std::vector<double> work(static_cast<std::size_t>(64 * n));
  auto* const getrf = find<double, getrf_routine<double>>(reference, "getrf");
  auto timings = compare(
      reference, getrf != nullptr && reference.dgetri != nullptr, test, how,
      [&] {
        theirs = a;
        blas_int const order = static_cast<blas_int>(n), size = static_cast<blas_int>(work.size());
        blas_int info;
        getrf(&order, &order, theirs.values.data(), &order, pivots.data(), &info);
        reference.dgetri(&order, theirs.values.data(), &order, pivots.data(), work.data(), &size, &info);
      },
      [&] {
        on_threads(test.threads, [&](auto const& driver) {
          x = a;
          ours::inverse(x.view(), ours::refinement{0}, driver);
        });
      });
  lu_factors<> f{matrix<double>(n, n), std::vector<index>(static_cast<std::size_t>(n))};
  factor(isobit::serial(), a, f);
  bool correct = true;
  for (index const j : {index{0}, n / 2, n - 1}) {
    matrix<double> unit(n, 1);
    unit(j, 0) = 1;
    auto const expected = solution(f, unit);
    for (index i = 0; i < n; ++i) correct = correct && same_bits(x(i, j), expected(i, 0));
  }
  return {std::move(timings), 2 * cubed(n), hash_of(x), correct};
}

}  // namespace

std::vector<operation> factorisations() {
  using enum data_kind;
  std::vector const kinds = {normal, positive, integers, short_values, zeros, blocks};
  std::vector kinds_of_lu = kinds;
  kinds_of_lu.push_back(nearly_singular);
  return {{"lu", lu<double>, {200, 1000}, 1000, kinds_of_lu},
          {"zlu", lu<std::complex<double>>, {200, 1000}, 1000, {normal, nearly_singular}},
          {"cholesky", cholesky, {200, 1000}, 1000, kinds},
          {"trsm", trsm, {200, 1000}, 1000, kinds},
          {"solve", solve<0>, {200, 1000}, 1000, kinds},
          {"solve_refined", solve<10>, {200, 1000}, 1000, kinds},
          {"inverse", inverse, {200, 1000}, 1000, {normal}}};
}

}  // namespace bench::linalg
