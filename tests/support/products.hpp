#pragma once

#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/linalg/gemm.hpp>

#include "check.hpp"
#include "linalg/exact_entry.hpp"
#include "matrices.hpp"

namespace isobit::test {

/// The same bits, both parts of complex numbers.
template <class T> bool identical(T x, T y) {
  if constexpr (linalg::is_complex<T>)
    return bits_of(x.real()) == bits_of(y.real()) && bits_of(x.imag()) == bits_of(y.imag());
  else
    return bits_of(x) == bits_of(y);
}
template <class T> std::string shown(T x) {
  if constexpr (linalg::is_complex<T>)
    return "(" + hexadecimal(x.real()) + ", " + hexadecimal(x.imag()) + ")";
  else
    return hexadecimal(x);
}

/// What alpha and beta may be: those with rules of their own, powers of two, others, the ends of the range, no numbers.
template <class R> R special_factor(random_source& random) {
  using limits = std::numeric_limits<R>;
  R const third = R(1) / R(3);
  R const values[] = {R(0),
                      R(1),
                      R(-1),
                      R(0),
                      R(1),
                      R(-1),
                      R(2),
                      R(-0.5),
                      R(0.0625),
                      third,
                      -third * 7,
                      R(-0.0),
                      limits::max(),
                      limits::min(),
                      limits::denorm_min(),
                      R(1) / 1024,
                      R(3),
                      third * limits::min() * 1000,
                      -limits::max() / 1024,
                      limits::infinity(),
                      limits::quiet_NaN()};
  // The last two only now and then: they hide everything else.
  std::size_t const count = std::size(values) - (random.one_in(10) ? 0 : 2);
  return values[random.below(count)];
}
template <class T> T factor(random_source& random) {
  using R = linalg::real_of<T>;
  if constexpr (linalg::is_complex<T>)
    return {special_factor<R>(random), random.coin() ? R(0) : special_factor<R>(random)};
  else
    return special_factor<R>(random);
}

/// Two factors and the exact sums of products that they define.
template <class T> struct product_problem {
  factors<T> elements;
  std::vector<linalg::exact_entry<T>> sums;  ///< entry (i, j) at [j * rows + i]
  bool real_diagonal = false;                ///< as herk defines it

  product_problem(std::size_t kind, random_source& random, product_shape shape)
      : product_problem(make_factors<T>(kind, random, shape)) {}
  explicit product_problem(factors<T> values) : elements(std::move(values)) {
    auto const [m, n, k] = elements.shape;
    sums.resize(static_cast<std::size_t>(m * n));
    for (linalg::index j = 0; j < n; ++j)
      for (linalg::index i = 0; i < m; ++i)
        for (linalg::index p = 0; p < k; ++p)
          sums[static_cast<std::size_t>(j * m + i)].add_product(left(i, p), right(p, j));
  }

  [[nodiscard]] T left(linalg::index i, linalg::index p) const {
    return elements.left[static_cast<std::size_t>(i * elements.shape.depth + p)];
  }
  [[nodiscard]] T right(linalg::index p, linalg::index j) const {
    return elements.right[static_cast<std::size_t>(j * elements.shape.depth + p)];
  }
  /// What entry (i, j) becomes where c holds that, by definition.
  [[nodiscard]] T expected(linalg::index i, linalg::index j, T alpha, T beta, T c) const {
    T const entry = complete(i, j, alpha, beta, c);
    if constexpr (linalg::is_complex<T>)
      if (real_diagonal && i == j) return T(entry.real(), 0);
    return entry;
  }
  [[nodiscard]] T complete(linalg::index i, linalg::index j, T alpha, T beta, T c) const {
    if (alpha == T(0) || elements.shape.depth == 0) {
      if (beta == T(1)) return c;
      return linalg::exact_entry<T>().round(T(1), beta, c);
    }
    return sums[static_cast<std::size_t>(j * elements.shape.rows + i)].round(alpha, beta, c);
  }
  /// Something to start c with: of the size of the result, its negative, or anything.
  [[nodiscard]] T start(linalg::index i, linalg::index j, random_source& random) const {
    T const sum = sums[static_cast<std::size_t>(j * elements.shape.rows + i)].round();
    switch (random.below(5)) {
    case 0:
      return -sum;
    case 1:
      return sum;
    case 2:
      return T(0);
    case 3:
      return factor<T>(random);
    default:
      return T(static_cast<linalg::real_of<T>>(random.between(-1000, 1000)));
    }
  }
};

/// Which entries are written.
enum class region { all, lower, upper };
inline bool inside(region what, linalg::index i, linalg::index j) {
  return what == region::all || (what == region::lower ? i >= j : i <= j);
}

/// Runs `compute(a, b, c)` on the problem in memory of some layout, and compares every number of c's memory: entries
/// with their definition, all else with what it was.
template <class T, class Compute>
testing::AssertionResult gives_the_definition(product_problem<T> const& problem, random_source& random, T alpha, T beta,
                                              region written, Compute compute) {
  using linalg::index;
  auto const [m, n, k] = problem.elements.shape;
  auto const some_layout = [&] { return layouts[random.below(std::size(layouts))]; };
  T const filler(std::numeric_limits<linalg::real_of<T>>::quiet_NaN());
  bool const conjugate_a = linalg::is_complex<T> && random.coin(), conjugate_b = linalg::is_complex<T> && random.coin();
  stored_factor<T> const a(some_layout(), m, k, filler, random.coin(), conjugate_a,
                           [&](index i, index p) { return problem.left(i, p); });
  stored_factor<T> const b(some_layout(), k, n, filler, random.coin(), conjugate_b,
                           [&](index p, index j) { return problem.right(p, j); });
  layout const how = some_layout();
  stored_matrix<T> c(how, m, n, filler);
  for (index j = 0; j < n; ++j)
    for (index i = 0; i < m; ++i) c.view.at(i, j) = beta == T(0) ? filler : problem.start(i, j, random);

  std::vector<T> expected = c.memory;
  index const origin = c.view.data - c.memory.data();
  for (index j = 0; j < n; ++j)
    for (index i = 0; i < m; ++i)
      if (inside(written, i, j)) {
        T& entry = expected[static_cast<std::size_t>(origin + i * c.view.row_stride + j * c.view.column_stride)];
        entry = problem.expected(i, j, alpha, beta, entry);
      }
  compute(a.view, b.view, c.view);
  for (std::size_t at = 0; at < expected.size(); ++at)
    if (!identical(expected[at], c.memory[at]))
      return testing::AssertionFailure() << "expected " << shown(expected[at]) << ", got " << shown(c.memory[at])
                                         << " at place " << at << " of layout " << static_cast<int>(how) << ", alpha "
                                         << shown(alpha) << ", beta " << shown(beta) << ", " << m << " x " << n
                                         << ", depth " << k;
  return testing::AssertionSuccess();
}

/// body(problem, random) for `count` problems of every kind, of the given shapes in turn or at random.
template <class T, class Body> void for_each_product(std::size_t count, Body body) {
  auto const kinds = matrix_kinds<linalg::real_of<T>>();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::uint64_t const seed = first_seed() + i;
      random_source random(seed + (std::uint64_t{kind} << 32) + (std::uint64_t{sizeof(T)} << 48));
      auto const shapes = product_shapes();
      product_shape const shape = shapes[random.below(shapes.size())];
      SCOPED_TRACE("kind " + std::string(kinds[kind].name) + ", seed " + std::to_string(seed));
      body(product_problem<T>(kind, random, shape), random);
      if (testing::Test::HasFailure()) return;
    }
}

/// How many entries a test compares, which it says at its end: `make products` is to have so many.
struct counted_entries {
  linalg::index count = 0;

  counted_entries() = default;
  counted_entries(counted_entries const&) = delete;
  ~counted_entries() { std::printf("%lld entries\n", static_cast<long long>(count)); }
  void add(product_shape const& shape) noexcept { count += shape.rows * shape.columns; }
};

using linalg_types = testing::Types<double, float, std::complex<double>, std::complex<float>>;

}  // namespace isobit::test
