// Factorizations and solutions under every name of LAPACK's, against isobit's own functions.
#include <algorithm>

#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/solve.hpp>
#include <isobit/linalg/triangular.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::column_major;
using linalg::diagonal;
using linalg::triangle;

/// LAPACK's arrays of integers, in either width.
struct integers {
  bool wide;
  std::vector<std::int64_t> memory;
  integers(bool wide_, index count) : wide(wide_), memory(static_cast<std::size_t>(count) + 1, -99) {}
  [[nodiscard]] index at(index i) const {
    if (wide) return memory[static_cast<std::size_t>(i)];
    std::int32_t value = 0;
    std::memcpy(&value, reinterpret_cast<char const*>(memory.data()) + 4 * i, 4);
    return value;
  }
};

void expect_equal(std::string const& what, index computed, index expected) {
  if (computed == expected) return;
  ++failures;
  std::printf("differs: %s: %td, not %td\n", what.c_str(), computed, expected);
}

template <class T> std::vector<T> with_result(stored_matrix<T> before, std::vector<T> const& result) {
  for (index j = 0; j < before.columns; ++j)
    for (index i = 0; i < before.rows; ++i) before.at(i, j) = result[static_cast<std::size_t>(j * before.rows + i)];
  return before.values;
}

template <class T> void check_lu(spelling how, random_source& random, bool singular) {
  index const m = random.between(1, 12), n = random.between(1, 12);
  stored_matrix<T> a(random, by_columns, m, n);
  if (singular)
    for (index i = 0; i < m; ++i) a.at(i, 0) = T(0);
  auto factors = dense(a);
  std::vector<index> pivots(static_cast<std::size_t>(std::min(m, n)));
  index const info_expected = linalg::lu(column_major(factors.data(), m, n), std::span<index>(pivots));
  integers computed_pivots(how.wide, std::min(m, n)), info(how.wide, 1);
  auto const expected = with_result(a, factors);
  std::string const name = name_of(how, typed<T>("getrf"));
  call<void>(how, typed<T>("getrf"), integer(m), integer(n), a.values.data(), integer(a.leading),
             computed_pivots.memory.data(), info.memory.data());
  expect_same(name, a.values, expected);
  expect_equal(name + " info", info.at(0), info_expected);
  for (index i = 0; i < std::min(m, n); ++i)
    expect_equal(name + " pivot", computed_pivots.at(i), pivots[static_cast<std::size_t>(i)] + 1);
}

template <class T> void check_solutions(spelling how, random_source& random) {
  index const n = random.between(1, 12), count = random.between(1, 5);
  stored_matrix<T> a(random, by_columns, n, n), right(random, by_columns, n, count);
  auto factors = dense(a);
  std::vector<index> pivots(static_cast<std::size_t>(n));
  expect_equal("lu", linalg::lu(column_major(factors.data(), n, n), std::span<index>(pivots)), 0);
  integers computed_pivots(how.wide, n), info(how.wide, 1);

  auto solution = dense(right);
  linalg::lu_solve(column_major(factors.data(), n, n), std::span<index const>(pivots),
                   column_major(solution.data(), n, count));
  auto matrix = a, b = right;
  call<void>(how, typed<T>("gesv"), integer(n), integer(count), matrix.values.data(), integer(matrix.leading),
             computed_pivots.memory.data(), b.values.data(), integer(b.leading), info.memory.data());
  expect_same(name_of(how, typed<T>("gesv")), b.values, with_result(right, solution));
  expect_equal(name_of(how, typed<T>("gesv")), info.at(0), 0);

  for (option const op : operations) {
    auto expected = solution;
    if (op.letter != 'N') {
      expected = dense(right);
      auto const turned = dense(matrix, op);
      auto const view = column_major(turned.data(), n, n);
      auto const result = column_major(expected.data(), n, count);
      linalg::trsm(triangle::lower, diagonal::stored, T(1), view, result);
      linalg::trsm(triangle::upper, diagonal::ones, T(1), view, result);
      for (index i = n - 1; i >= 0; --i)
        for (index j = 0; j < count; ++j) std::swap(result.at(i, j), result.at(pivots[static_cast<std::size_t>(i)], j));
    }
    b = right;
    call<void>(how, typed<T>("getrs"), op, integer(n), integer(count), matrix.values.data(), integer(matrix.leading),
               computed_pivots.memory.data(), b.values.data(), integer(b.leading), info.memory.data());
    expect_same(name_of(how, typed<T>("getrs")), b.values, with_result(right, expected));
  }

  std::vector<T> inverse(static_cast<std::size_t>(n * n)), work(static_cast<std::size_t>(n));
  for (index i = 0; i < n; ++i) inverse[static_cast<std::size_t>(i * n + i)] = T(1);
  linalg::lu_solve(column_major(factors.data(), n, n), std::span<index const>(pivots),
                   column_major(inverse.data(), n, n));
  auto const expected = with_result(matrix, inverse);
  call<void>(how, typed<T>("getri"), integer(n), matrix.values.data(), integer(matrix.leading),
             computed_pivots.memory.data(), work.data(), integer(n), info.memory.data());
  expect_same(name_of(how, typed<T>("getri")), matrix.values, expected);
}

template <class T> void check_definite(spelling how, random_source& random, bool definite) {
  index const n = random.between(1, 12), count = random.between(1, 5);
  for (option const half : halves) {
    stored_matrix<T> a(random, by_columns, n, n), right(random, by_columns, n, count);
    for (index i = 0; i < n; ++i) a.at(i, i) = T(real_of<T>(definite || i != n - 1 ? 300 : -1));
    auto const kind = half.letter == 'U' ? triangle::upper : triangle::lower;
    auto factor = dense(a);
    index const info_expected = linalg::cholesky(kind, column_major(factor.data(), n, n));
    expect_equal("cholesky", info_expected, definite ? 0 : n);
    auto matrix = a, b = right;
    integers info(how.wide, 1);
    call<void>(how, typed<T>("potrf"), half, integer(n), matrix.values.data(), integer(matrix.leading),
               info.memory.data());
    expect_same(name_of(how, typed<T>("potrf")), matrix.values, with_result(a, factor));
    expect_equal(name_of(how, typed<T>("potrf")), info.at(0), info_expected);

    if (definite) {
      auto const lower = half.letter == 'U' ? dense(matrix, operations[2]) : dense(matrix);
      auto const upper = half.letter == 'U' ? dense(matrix) : dense(matrix, operations[2]);
      auto solution = dense(right);
      auto const result = column_major(solution.data(), n, count);
      linalg::trsm(triangle::lower, diagonal::stored, T(1), column_major(lower.data(), n, n), result);
      linalg::trsm(triangle::upper, diagonal::stored, T(1), column_major(upper.data(), n, n), result);
      call<void>(how, typed<T>("potrs"), half, integer(n), integer(count), matrix.values.data(),
                 integer(matrix.leading), b.values.data(), integer(b.leading), info.memory.data());
      expect_same(name_of(how, typed<T>("potrs")), b.values, with_result(right, solution));
      matrix = a, b = right;
      call<void>(how, typed<T>("posv"), half, integer(n), integer(count), matrix.values.data(), integer(matrix.leading),
                 b.values.data(), integer(b.leading), info.memory.data());
      expect_same(name_of(how, typed<T>("posv")), b.values, with_result(right, solution));
    }

    b = right;
    auto solution = dense(right);
    auto const turned = dense(a, operations[1]);
    linalg::trsm(half.letter == 'U' ? triangle::lower : triangle::upper, diagonal::stored, T(1),
                 column_major(turned.data(), n, n), column_major(solution.data(), n, count));
    call<void>(how, typed<T>("trtrs"), half, operations[1], diagonals[0], integer(n), integer(count), a.values.data(),
               integer(a.leading), b.values.data(), integer(b.leading), info.memory.data());
    expect_same(name_of(how, typed<T>("trtrs")), b.values, with_result(right, solution));
  }
}

template <class T> void check_type(spelling how, random_source& random) {
  for (int i = 0; i < 5; ++i) {
    check_lu<T>(how, random, i == 0);
    check_solutions<T>(how, random);
    check_definite<T>(how, random, i != 0);
  }
}

}  // namespace

void check_lapack(random_source& random) {
  for (spelling const how : spellings) {
    if (how.c) continue;
    check_type<float>(how, random);
    check_type<double>(how, random);
    check_type<std::complex<float>>(how, random);
    check_type<std::complex<double>>(how, random);
  }
}

}  // namespace isobit::test
