// Matrices and vectors under every name of BLAS's, against isobit's own functions.
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/triangular.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::column_major;
using linalg::vector_view;

constexpr index steps[] = {1, -1, 2, -3};

template <class T> std::vector<T> with_result(stored_vector<T> before, std::vector<T> const& result) {
  for (index i = 0; i < before.size; ++i) before.at(i) = result[static_cast<std::size_t>(i)];
  return before.values;
}

template <class T> void check_gemv(spelling how, option layout, random_source& random) {
  index const m = random.between(1, 20), n = random.between(1, 20);
  for (option const op : operations)
    for (index const x_step : steps) {
      bool const plain = op.letter == 'N';
      index const y_step = steps[random.below(4)];
      stored_matrix<T> a(random, layout, m, n);
      stored_vector<T> x(random, plain ? n : m, x_step), y(random, plain ? m : n, y_step);
      T const alpha = random.below(4) == 0 ? T(0) : number<T>(random), beta = random.coin() ? T(0) : number<T>(random);
      auto const matrix = dense(a, op), vector = dense(x);
      auto result = dense(y);
      linalg::gemv(alpha, column_major(matrix.data(), y.size, x.size), vector, beta, vector_view<T>(result));
      auto const expected = with_result(y, result);
      call_with_layout(how, layout, typed<T>("gemv"), op, integer(m), integer(n), scalar(alpha), a.values.data(),
                       integer(a.leading), x.values.data(), integer(x_step), scalar(beta), y.values.data(),
                       integer(y_step));
      expect_same(name_of(how, typed<T>("gemv")), y.values, expected);
    }
}

template <class T> void check_ger(spelling how, option layout, random_source& random, char const* stem) {
  index const m = random.between(1, 9), n = random.between(1, 9);
  for (index const step : steps) {
    stored_vector<T> x(random, m, step), y(random, n, -step);
    stored_matrix<T> a(random, layout, m, n);
    T const alpha = number<T>(random);
    auto const left = dense(x);
    auto right = dense(y), result = dense(a);
    if (std::strcmp(stem, "gerc") == 0)
      for (T& value : right) value = conjugate(value);
    linalg::ger(alpha, left, right, column_major(result.data(), m, n));
    auto expected = a;
    for (index j = 0; j < n; ++j)
      for (index i = 0; i < m; ++i) expected.at(i, j) = result[static_cast<std::size_t>(j * m + i)];
    call_with_layout(how, layout, typed<T>(stem), integer(m), integer(n), scalar(alpha), x.values.data(), integer(step),
                     y.values.data(), integer(-step), a.values.data(), integer(a.leading));
    expect_same(name_of(how, typed<T>(stem)), a.values, expected.values);
  }
}

template <class T> void check_trsv(spelling how, option layout, random_source& random) {
  index const n = random.between(1, 9);
  for (option const half : halves)
    for (option const op : operations)
      for (option const diagonal : diagonals) {
        index const step = steps[random.below(4)];
        stored_matrix<T> a(random, layout, n, n);
        stored_vector<T> x(random, n, step);
        auto const matrix = dense(a, op);
        auto result = dense(x);
        bool const upper = (half.letter == 'U') == (op.letter == 'N');
        linalg::trsv(upper ? linalg::triangle::upper : linalg::triangle::lower,
                     diagonal.letter == 'U' ? linalg::diagonal::ones : linalg::diagonal::stored,
                     column_major(matrix.data(), n, n), vector_view<T>(result));
        auto const expected = with_result(x, result);
        call_with_layout(how, layout, typed<T>("trsv"), half, op, diagonal, integer(n), a.values.data(),
                         integer(a.leading), x.values.data(), integer(step));
        expect_same(name_of(how, typed<T>("trsv")), x.values, expected);
      }
}

template <class T> void check_type(spelling how, option layout, random_source& random) {
  check_gemv<T>(how, layout, random);
  check_trsv<T>(how, layout, random);
  if constexpr (is_complex<T>) {
    check_ger<T>(how, layout, random, "geru");
    check_ger<T>(how, layout, random, "gerc");
  } else {
    check_ger<T>(how, layout, random, "ger");
  }
}

}  // namespace

void check_level2(random_source& random) {
  for (spelling const how : spellings)
    for (option const layout : {by_columns, by_rows}) {
      if (!how.c && layout.letter == 'R') continue;
      check_type<float>(how, layout, random);
      check_type<double>(how, layout, random);
      check_type<std::complex<float>>(how, layout, random);
      check_type<std::complex<double>>(how, layout, random);
    }
}

}  // namespace isobit::test
