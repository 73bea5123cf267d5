#include <isobit/linalg/solve.hpp>

#include <string>
#include <utility>
#include <vector>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/triangular.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/copy.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

template <class T> bool same_bits(T const& a, T const& b) noexcept {
  if constexpr (is_complex<T>)
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  else
    return bits_of(a) == bits_of(b);
}

/// RN(a + b); an exact zero is +0, of two -0 as well.
template <class T> T sum_of(T const& a, T const& b) noexcept {
  if constexpr (is_complex<T>)
    return {sum_of(a.real(), b.real()), sum_of(a.imag(), b.imag())};
  else
    return canonical(a + b + T(0));
}

/// x += d; whether that changed a bit.
template <class T> bool correct(std::vector<T>& x, std::vector<T> const& d) noexcept {
  return in_standard_rounding([&] {
    bool changed = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      T const next = sum_of(x[i], d[i]);
      changed = changed || !same_bits(next, x[i]);
      x[i] = next;
    }
    return changed;
  });
}

/// Puts the solution in the place of the columns b, n elements each. Returns 0, or 1 + the pivot of a that is zero,
/// with b as it was.
template <class T>
index solve_columns(driver_ref const& driver, matrix_view<T const> a, std::vector<T>& b, index columns,
                    refinement steps) {
  index const n = a.rows;
  std::vector<T> factors = copy_of(a);
  std::vector<index> pivots(static_cast<std::size_t>(n));
  index const zero = detail::lu<T>(driver, column_major(factors.data(), n, n), pivots, block_size{});
  if (zero != 0) return zero;
  auto const solve_in = [&](std::vector<T>& right) {
    detail::lu_solve<T>(driver, column_major<T const>(factors.data(), n, n), pivots,
                        column_major(right.data(), n, columns));
  };
  std::vector<T> x = b;
  solve_in(x);
  for (index step = 0; step < steps.steps; ++step) {
    std::vector<T> residual = b;
    detail::gemm<T>(driver, T(-1), a, column_major<T const>(x.data(), n, columns), T(1),
                    column_major(residual.data(), n, columns), detail::part::all);
    solve_in(residual);
    if (!correct(x, residual)) break;
  }
  b = std::move(x);
  return 0;
}

void require_regular(char const* name, index zero) {
  if (zero != 0)
    throw error(status::singular, "isobit::linalg::" + std::string(name) + ": a is singular: pivot " +
                                      std::to_string(zero - 1) + " of its factors is zero");
}

void require_steps(char const* name, refinement steps) {
  if (steps.steps < 0) refuse(name, "a negative number of refinements");
}

}  // namespace

namespace detail {

template <class T>
void lu_solve(driver_ref const& driver, matrix_view<T const> factors, std::span<index const> pivots, matrix_view<T> b) {
  constexpr char const* name = "lu_solve";
  require_equal(name, factors.rows, "rows of the factors", factors.columns, "columns of the factors");
  require_equal(name, factors.columns, "columns of the factors", b.rows, "rows of b");
  if (static_cast<index>(pivots.size()) < factors.rows)
    refuse(name, std::to_string(pivots.size()) + " pivots for " + std::to_string(factors.rows) + " rows");
  for (index i = 0; i < factors.rows; ++i)
    if (index const pivot = pivots[static_cast<std::size_t>(i)]; pivot < i || pivot >= factors.rows)
      refuse(name, "pivot " + std::to_string(i) + " is " + std::to_string(pivot) + "; pass those that lu returned");
  require_output(name, "b", b);
  require_disjoint(name, "b", b, "the factors", factors);
  for (index j = 0; j < b.columns; ++j)
    for (index i = 0; i < b.rows; ++i) std::swap(b.at(i, j), b.at(pivots[static_cast<std::size_t>(i)], j));
  trsm<T>(triangle::lower, diagonal::ones, T(1), factors, b, driver);
  trsm<T>(triangle::upper, diagonal::stored, T(1), factors, b, driver);
}

template <class T>
index solve_unless_singular(driver_ref const& driver, matrix_view<T const> a, matrix_view<T> b, refinement steps) {
  constexpr char const* name = "solve";
  require_equal(name, a.rows, "rows of a", a.columns, "columns of a");
  require_equal(name, a.columns, "columns of a", b.rows, "rows of b");
  require_output(name, "b", b);
  require_steps(name, steps);
  std::vector<T> x = copy_of<T>(b);
  index const zero = solve_columns<T>(driver, a, x, b.columns, steps);
  if (zero == 0) copy_to(b, column_major(x.data(), b.rows, b.columns));
  return zero;
}

template <class T> void solve(driver_ref const& driver, matrix_view<T const> a, matrix_view<T> b, refinement steps) {
  require_regular("solve", solve_unless_singular<T>(driver, a, b, steps));
}

template <class T> void inverse(driver_ref const& driver, matrix_view<T> a, refinement steps) {
  constexpr char const* name = "inverse";
  require_equal(name, a.rows, "rows of a", a.columns, "columns of a");
  require_output(name, "a", a);
  require_steps(name, steps);
  auto const n = static_cast<std::size_t>(a.rows);
  std::vector<T> x(n * n);
  for (std::size_t i = 0; i < n; ++i) x[i * n + i] = T(1);
  require_regular(name, solve_columns<T>(driver, a, x, a.rows, steps));
  copy_to(a, column_major(x.data(), a.rows, a.columns));
}

#define ISOBIT_INSTANTIATE(T)                                                                                \
  template void lu_solve(driver_ref const&, matrix_view<T const>, std::span<index const>, matrix_view<T>);   \
  template index solve_unless_singular(driver_ref const&, matrix_view<T const>, matrix_view<T>, refinement); \
  template void solve(driver_ref const&, matrix_view<T const>, matrix_view<T>, refinement);                  \
  template void inverse(driver_ref const&, matrix_view<T>, refinement);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)
#undef ISOBIT_INSTANTIATE

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
