// Products of matrices and triangular systems under every name of BLAS's, against isobit's own functions.
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/triangular.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::column_major;

option any_layout(spelling how, random_source& random) { return how.c && random.coin() ? by_rows : by_columns; }

/// A copy of `before` whose entries, or one half of them, are `result`'s, which is stored by columns.
template <class T> std::vector<T> with_result(stored_matrix<T> before, std::vector<T> const& result, char half = ' ') {
  for (index j = 0; j < before.columns; ++j)
    for (index i = 0; i < before.rows; ++i)
      if (half == ' ' || (half == 'U' ? i <= j : i >= j))
        before.at(i, j) = result[static_cast<std::size_t>(j * before.rows + i)];
  return before.values;
}

template <class T> void check_gemm(spelling how, random_source& random) {
  index const m = random.between(0, 9), n = random.between(1, 9), k = random.between(0, 20);
  for (option const op_a : operations)
    for (option const op_b : operations) {
      option const layout = any_layout(how, random);
      bool const plain_a = op_a.letter == 'N', plain_b = op_b.letter == 'N';
      stored_matrix<T> a(random, layout, plain_a ? m : k, plain_a ? k : m);
      stored_matrix<T> b(random, layout, plain_b ? k : n, plain_b ? n : k), c(random, layout, m, n);
      T const alpha = number<T>(random), beta = random.coin() ? number<T>(random) : T(0);
      auto const left = dense(a, op_a), right = dense(b, op_b);
      auto result = dense(c);
      linalg::gemm(alpha, column_major(left.data(), m, k), column_major(right.data(), k, n), beta,
                   column_major(result.data(), m, n));
      auto const expected = with_result(c, result);
      call_with_layout(how, layout, typed<T>("gemm"), op_a, op_b, integer(m), integer(n), integer(k), scalar(alpha),
                       a.values.data(), integer(a.leading), b.values.data(), integer(b.leading), scalar(beta),
                       c.values.data(), integer(c.leading));
      expect_same(name_of(how, typed<T>("gemm")), c.values, expected);
    }
}

template <class T> void check_gemmt(spelling how, random_source& random, char const* stem) {
  index const n = random.between(1, 9), k = random.between(1, 20);
  for (option const half : halves) {
    option const layout = any_layout(how, random);
    stored_matrix<T> a(random, layout, n, k), b(random, layout, n, k), c(random, layout, n, n);
    T const alpha = number<T>(random), beta = number<T>(random);
    option const op = operations[2];
    auto const left = dense(a), right = dense(b, op);
    auto result = dense(c);
    linalg::gemm(alpha, column_major(left.data(), n, k), column_major(right.data(), k, n), beta,
                 column_major(result.data(), n, n));
    auto const expected = with_result(c, result, half.letter);
    call_with_layout(how, layout, typed<T>(stem), half, operations[0], op, integer(n), integer(k), scalar(alpha),
                     a.values.data(), integer(a.leading), b.values.data(), integer(b.leading), scalar(beta),
                     c.values.data(), integer(c.leading));
    expect_same(name_of(how, typed<T>(stem)), c.values, expected);
  }
}

/// syrk, or herk with a Scalar that is not T.
template <class T, class Scalar> void check_rank_k(spelling how, random_source& random, char const* stem) {
  constexpr bool hermitian = !std::is_same_v<T, Scalar>;
  index const n = random.between(1, 9), k = random.between(1, 20);
  for (option const half : halves)
    for (bool const plain : {true, false}) {
      option const layout = any_layout(how, random), other = operations[hermitian ? 2 : 1];
      option const op = plain ? operations[0] : other;
      stored_matrix<T> a(random, layout, plain ? n : k, plain ? k : n), c(random, layout, n, n);
      auto const alpha = number<Scalar>(random), beta = number<Scalar>(random);
      auto const left = dense(a, op);
      auto right = dense(a, plain ? other : operations[0]);
      // x * x^T, where x is op(a): for syrk on a complex a nothing is conjugated.
      auto result = dense(c);
      if (hermitian)
        for (index i = 0; i < n; ++i) result[static_cast<std::size_t>(i * n + i)] = std::real(c.at(i, i));
      linalg::gemm(T(alpha), column_major(left.data(), n, k), column_major(right.data(), k, n), T(beta),
                   column_major(result.data(), n, n));
      auto const expected = with_result(c, result, half.letter);
      call_with_layout(how, layout, typed<T>(stem), half, op, integer(n), integer(k), scalar(alpha), a.values.data(),
                       integer(a.leading), scalar(beta), c.values.data(), integer(c.leading));
      expect_same(name_of(how, typed<T>(stem)), c.values, expected);
    }
}

template <class T> void check_trsm(spelling how, random_source& random) {
  index const m = random.between(1, 9), n = random.between(1, 9);
  for (option const side : sides)
    for (option const half : halves)
      for (option const op : operations)
        for (option const diagonal : diagonals) {
          option const layout = any_layout(how, random);
          bool const left = side.letter == 'L';
          index const order = left ? m : n;
          stored_matrix<T> a(random, layout, order, order), b(random, layout, m, n);
          T const alpha = number<T>(random);
          // From the right: solve for the transposes, copied.
          auto const factor = left ? dense(a, op) : op.letter == 'N' ? dense(a, operations[1]) : dense(a);
          auto conjugated = factor;
          if (!left && op.letter == 'C')
            for (T& x : conjugated) x = conjugate(x);
          bool const upper = (half.letter == 'U') != ((op.letter != 'N') != !left);
          auto result = dense(b, operations[left ? 0 : 1]);
          linalg::trsm(upper ? linalg::triangle::upper : linalg::triangle::lower,
                       diagonal.letter == 'U' ? linalg::diagonal::ones : linalg::diagonal::stored, alpha,
                       column_major(conjugated.data(), order, order), column_major(result.data(), order, left ? n : m));
          auto const before = b;
          call_with_layout(how, layout, typed<T>("trsm"), side, half, op, diagonal, integer(m), integer(n),
                           scalar(alpha), a.values.data(), integer(a.leading), b.values.data(), integer(b.leading));
          auto expected = before;
          for (index j = 0; j < n; ++j)
            for (index i = 0; i < m; ++i)
              expected.at(i, j) = result[static_cast<std::size_t>(left ? j * m + i : i * n + j)];
          expect_same(name_of(how, typed<T>("trsm")), b.values, expected.values);
        }
}

template <class T> void check_type(spelling how, random_source& random) {
  check_gemm<T>(how, random);
  check_gemmt<T>(how, random, "gemmt");
  check_gemmt<T>(how, random, "gemmtr");
  check_rank_k<T, T>(how, random, "syrk");
  if constexpr (is_complex<T>) check_rank_k<T, real_of<T>>(how, random, "herk");
  check_trsm<T>(how, random);
}

}  // namespace

void check_level3(random_source& random) {
  for (spelling const how : spellings) {
    check_type<float>(how, random);
    check_type<double>(how, random);
    check_type<std::complex<float>>(how, random);
    check_type<std::complex<double>>(how, random);
  }
}

}  // namespace isobit::test
