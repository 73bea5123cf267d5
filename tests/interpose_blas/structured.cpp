// Matrices that are stored in part under every name of BLAS's: what they stand for is written out entry by entry, as
// BLAS's documentation says where each is, and given to isobit's functions for whole matrices.
#include <cmath>
#include <numeric>

#include <isobit/linalg.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::column_major;
using linalg::vector_view;

enum class shape { whole, packed, band };
enum class rest { zero, symmetric, hermitian };

option any_layout(spelling how, random_source& random) { return how.c && random.coin() ? by_rows : by_columns; }
index any_step(random_source& random) {
  static constexpr index steps[] = {1, -1, 2, -3};
  return steps[random.below(4)];
}
std::size_t at(index i) { return static_cast<std::size_t>(i); }

/// A matrix as BLAS stores it, and where entry (i, j) is, or -1.
template <class T> struct partly_stored {
  index rows, columns, below, above, leading = 0;
  option layout;
  std::vector<T> values;
  std::vector<index> places;  // by columns

  partly_stored(random_source& random, shape how, option layout_, index rows_, index columns_, index below_,
                index above_)
      : rows(rows_), columns(columns_), below(below_), above(above_), layout(layout_), places(at(rows * columns), -1) {
    bool const by_row = layout.letter == 'R';
    index count = 0;
    auto const for_each = [&](auto body) {
      for (index line = 0; line < (by_row ? rows : columns); ++line)
        for (index k = 0; k < (by_row ? columns : rows); ++k) {
          index const i = by_row ? line : k, j = by_row ? k : line;
          if (i - j <= below && j - i <= above) body(i, j);
        }
    };
    if (how == shape::packed) {
      for_each([&](index i, index j) { place(i, j) = count++; });
    } else if (how == shape::whole) {
      leading = (by_row ? columns : rows) + random.between(0, 2);
      for_each([&](index i, index j) { place(i, j) = by_row ? i * leading + j : i + j * leading; });
      count = leading * (by_row ? rows : columns);
    } else {
      leading = below + above + 1 + random.between(0, 2);
      for_each(
          [&](index i, index j) { place(i, j) = by_row ? i * leading + below + j - i : above + i - j + j * leading; });
      count = leading * (by_row ? rows : columns);
    }
    values.resize(at(count));
    for (T& value : values) value = number<T>(random);
  }
  index& place(index i, index j) { return places[at(i + j * rows)]; }

  /// Written out, by columns.
  [[nodiscard]] std::vector<T> dense(rest what, bool ones = false, option op = {'N', 111}) {
    std::vector<T> result;
    bool const turned = op.letter != 'N';
    for (index j = 0; j < (turned ? rows : columns); ++j)
      for (index i = 0; i < (turned ? columns : rows); ++i) {
        T const x = entry(what, ones, turned ? j : i, turned ? i : j);
        result.push_back(op.letter == 'C' ? conjugate(x) : x);
      }
    return result;
  }

private:
  T entry(rest what, bool ones, index i, index j) {
    if (ones && i == j) return T(1);
    if (what == rest::hermitian && i == j) return T(std::real(values[at(place(i, i))]));
    if (place(i, j) >= 0) return values[at(place(i, j))];
    if (what == rest::zero || place(j, i) < 0) return T(0);
    return what == rest::hermitian ? conjugate(values[at(place(j, i))]) : values[at(place(j, i))];
  }
};

/// One half of a square matrix.
template <class T>
partly_stored<T> half_stored(random_source& random, shape how, option layout, option half, index n, index width) {
  bool const lower = half.letter == 'L';
  index const diagonals = how == shape::band ? width : n - 1;
  return partly_stored<T>(random, how, layout, n, n, lower ? diagonals : 0, lower ? 0 : diagonals);
}

template <class T> std::vector<T> with_result(stored_vector<T> before, std::vector<T> const& result) {
  for (index i = 0; i < before.size; ++i) before.at(i) = result[at(i)];
  return before.values;
}
template <class T> std::vector<T> with_result(stored_matrix<T> before, std::vector<T> const& result) {
  for (index j = 0; j < before.columns; ++j)
    for (index i = 0; i < before.rows; ++i) before.at(i, j) = result[at(i + j * before.rows)];
  return before.values;
}
/// What of `result` is stored.
template <class T> std::vector<T> with_result(partly_stored<T> before, std::vector<T> const& result) {
  for (index i = 0; i < before.rows * before.columns; ++i)
    if (before.places[at(i)] >= 0) before.values[at(before.places[at(i)])] = result[at(i)];
  return before.values;
}

template <class T> T any_factor(random_source& random) { return random.below(4) == 0 ? T(0) : number<T>(random); }

/// y = alpha*a*x + beta*y.
template <class T>
std::vector<T> multiplied(std::vector<T> const& matrix, T alpha, stored_vector<T> x, T beta, stored_vector<T> y) {
  auto result = dense(y);
  linalg::gemv(alpha, column_major(matrix.data(), y.size, x.size), dense(x), beta, vector_view<T>(result));
  return with_result(y, result);
}

template <class T> void check_gbmv(spelling how, random_source& random) {
  for (option const op : operations) {
    option const layout = any_layout(how, random);
    index const m = random.between(1, 12), n = random.between(1, 12);
    partly_stored<T> a(random, shape::band, layout, m, n, random.between(0, 4), random.between(0, 4));
    bool const plain = op.letter == 'N';
    stored_vector<T> x(random, plain ? n : m, any_step(random)), y(random, plain ? m : n, any_step(random));
    T const alpha = any_factor<T>(random), beta = any_factor<T>(random);
    auto const expected = multiplied(a.dense(rest::zero, false, op), alpha, x, beta, y);
    call_with_layout(how, layout, typed<T>("gbmv"), op, integer(m), integer(n), integer(a.below), integer(a.above),
                     scalar(alpha), a.values.data(), integer(a.leading), x.values.data(), integer(x.step), scalar(beta),
                     y.values.data(), integer(y.step));
    expect_same(name_of(how, typed<T>("gbmv")), y.values, expected);
  }
}

template <class T> void check_symmetric(spelling how, random_source& random, char const* stem, shape where, rest what) {
  for (option const half : halves) {
    option const layout = any_layout(how, random);
    index const n = random.between(1, 12), width = random.between(0, 3);
    auto a = half_stored<T>(random, where, layout, half, n, width);
    stored_vector<T> x(random, n, any_step(random)), y(random, n, any_step(random));
    T const alpha = any_factor<T>(random), beta = any_factor<T>(random);
    auto const expected = multiplied(a.dense(what), alpha, x, beta, y);
    auto const after = [&](auto const&... middle) {
      call_with_layout(how, layout, typed<T>(stem), half, middle..., x.values.data(), integer(x.step), scalar(beta),
                       y.values.data(), integer(y.step));
    };
    if (where == shape::whole) after(integer(n), scalar(alpha), a.values.data(), integer(a.leading));
    if (where == shape::band) after(integer(n), integer(width), scalar(alpha), a.values.data(), integer(a.leading));
    if (where == shape::packed) after(integer(n), scalar(alpha), a.values.data());
    expect_same(name_of(how, typed<T>(stem)), y.values, expected);
  }
}

template <class T> void check_triangular(spelling how, random_source& random, char const* stem, shape where) {
  bool const solves = std::strstr(stem, "sv") != nullptr;
  for (option const half : halves)
    for (option const op : operations)
      for (option const main : diagonals) {
        option const layout = any_layout(how, random);
        index const n = random.between(1, random.below(4) == 0 ? 80 : 12), width = random.between(0, 3);
        auto a = half_stored<T>(random, where, layout, half, n, width);
        stored_vector<T> x(random, n, any_step(random));
        auto const matrix = a.dense(rest::zero, main.letter == 'U', op);
        auto result = dense(x);
        auto const whole = column_major(matrix.data(), n, n);
        bool const lower = (half.letter == 'L') == (op.letter == 'N');
        if (solves)
          linalg::trsv(lower ? linalg::triangle::lower : linalg::triangle::upper, linalg::diagonal::stored, whole,
                       vector_view<T>(result));
        else
          linalg::gemv(T(1), whole, dense(x), T(0), vector_view<T>(result));
        // Zeros that are written out meet infinities, and ones are divided by.
        if (!std::isfinite(std::abs(std::accumulate(result.begin(), result.end(), T(0))))) continue;
        auto const expected = with_result(x, result);
        auto const after = [&](auto const&... middle) {
          call_with_layout(how, layout, typed<T>(stem), half, op, main, middle..., x.values.data(), integer(x.step));
        };
        if (where == shape::whole) after(integer(n), a.values.data(), integer(a.leading));
        if (where == shape::band) after(integer(n), integer(width), a.values.data(), integer(a.leading));
        if (where == shape::packed) after(integer(n), a.values.data());
        expect_same(name_of(how, typed<T>(stem)), x.values, expected);
      }
}

/// a += alpha*left*op(right), for columns that lie one after another.
template <class T>
std::vector<T> updated(partly_stored<T>& a, rest what, T alpha, std::vector<T> const& left,
                       std::vector<T> const& right) {
  index const n = a.rows, k = static_cast<index>(left.size()) / n;
  auto result = a.dense(what);
  auto const factor = column_major(right.data(), n, k);
  linalg::gemm(alpha, column_major(left.data(), n, k), what == rest::hermitian ? adjoint(factor) : transposed(factor),
               T(1), column_major(result.data(), n, n));
  if (what == rest::hermitian)
    for (index i = 0; i < n; ++i) result[at(i + i * n)] = T(std::real(result[at(i + i * n)]));
  return with_result(a, result);
}
template <class T> std::vector<T> side_by_side(stored_vector<T> const& x, stored_vector<T> const& y) {
  auto both = dense(x);
  auto const second = dense(y);
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

template <class T, class Scalar>
void check_rank_one(spelling how, random_source& random, char const* stem, shape where, rest what) {
  for (option const half : halves) {
    option const layout = any_layout(how, random);
    index const n = random.between(1, 12);
    auto a = half_stored<T>(random, where, layout, half, n, 0);
    stored_vector<T> x(random, n, any_step(random));
    auto const alpha = number<Scalar>(random);
    auto const expected = updated(a, what, T(alpha), dense(x), dense(x));
    auto const before = [&](auto const&... last) {
      call_with_layout(how, layout, typed<T>(stem), half, integer(n), scalar(alpha), x.values.data(), integer(x.step),
                       last...);
    };
    where == shape::whole ? before(a.values.data(), integer(a.leading)) : before(a.values.data());
    expect_same(name_of(how, typed<T>(stem)), a.values, expected);
  }
}

template <class T> void check_rank_two(spelling how, random_source& random, char const* stem, shape where, rest what) {
  for (option const half : halves)
    for (bool const real : {true, false}) {
      option const layout = any_layout(how, random);
      index const n = random.between(1, 12);
      auto a = half_stored<T>(random, where, layout, half, n, 0);
      stored_vector<T> x(random, n, any_step(random)), y(random, n, any_step(random));
      T alpha = number<T>(random);
      if (real) alpha = T(std::real(alpha));
      std::vector<T> expected;
      if (real || what == rest::symmetric) {
        expected = updated(a, what, alpha, side_by_side(x, y), side_by_side(y, x));
      } else {
        auto result = a.dense(what);
        linalg::her2(half.letter == 'L' ? linalg::triangle::lower : linalg::triangle::upper, alpha, dense(x), dense(y),
                     column_major(result.data(), n, n));
        expected = with_result(a, result);
      }
      auto const before = [&](auto const&... last) {
        call_with_layout(how, layout, typed<T>(stem), half, integer(n), scalar(alpha), x.values.data(), integer(x.step),
                         y.values.data(), integer(y.step), last...);
      };
      where == shape::whole ? before(a.values.data(), integer(a.leading)) : before(a.values.data());
      expect_same(name_of(how, typed<T>(stem)), a.values, expected);
    }
}

template <class T> void check_symm(spelling how, random_source& random, char const* stem, rest what) {
  for (option const where : sides)
    for (option const half : halves) {
      option const layout = any_layout(how, random);
      index const m = random.between(1, 12), n = random.between(1, 12);
      bool const left = where.letter == 'L';
      auto a = half_stored<T>(random, shape::whole, layout, half, left ? m : n, 0);
      stored_matrix<T> b(random, layout, m, n), c(random, layout, m, n);
      T const alpha = any_factor<T>(random), beta = any_factor<T>(random);
      auto const matrix = a.dense(what), factor = dense(b);
      auto result = dense(c);
      auto const square = column_major(matrix.data(), a.rows, a.rows), other = column_major(factor.data(), m, n);
      linalg::gemm(alpha, left ? square : other, left ? other : square, beta, column_major(result.data(), m, n));
      auto const expected = with_result(c, result);
      call_with_layout(how, layout, typed<T>(stem), where, half, integer(m), integer(n), scalar(alpha), a.values.data(),
                       integer(a.leading), b.values.data(), integer(b.leading), scalar(beta), c.values.data(),
                       integer(c.leading));
      expect_same(name_of(how, typed<T>(stem)), c.values, expected);
    }
}

template <class T> void check_trmm(spelling how, random_source& random) {
  for (option const where : sides)
    for (option const half : halves)
      for (option const op : operations)
        for (option const main : diagonals) {
          option const layout = any_layout(how, random);
          index const m = random.between(1, 12), n = random.between(1, 12);
          bool const left = where.letter == 'L';
          auto a = half_stored<T>(random, shape::whole, layout, half, left ? m : n, 0);
          stored_matrix<T> b(random, layout, m, n);
          T const alpha = any_factor<T>(random);
          auto const matrix = a.dense(rest::zero, main.letter == 'U', op), factor = dense(b);
          std::vector<T> result(factor.size());
          auto const square = column_major(matrix.data(), a.rows, a.rows), other = column_major(factor.data(), m, n);
          linalg::gemm(alpha, left ? square : other, left ? other : square, T(0), column_major(result.data(), m, n));
          auto const expected = with_result(b, result);
          call_with_layout(how, layout, typed<T>("trmm"), where, half, op, main, integer(m), integer(n), scalar(alpha),
                           a.values.data(), integer(a.leading), b.values.data(), integer(b.leading));
          expect_same(name_of(how, typed<T>("trmm")), b.values, expected);
        }
}

/// syr2k, or her2k with a Scalar that is not T.
template <class T, class Scalar> void check_rank_2k(spelling how, random_source& random, char const* stem) {
  constexpr bool hermitian = !std::is_same_v<T, Scalar>;
  for (option const half : halves)
    for (bool const plain : {true, false})
      for (bool const real : {true, false}) {
        option const layout = any_layout(how, random), op = plain ? operations[0] : operations[hermitian ? 2 : 1];
        index const n = random.between(1, 12), k = random.between(1, 12);
        stored_matrix<T> a(random, layout, plain ? n : k, plain ? k : n), b(random, layout, a.rows, a.columns);
        auto c = half_stored<T>(random, shape::whole, layout, half, n, 0);
        T alpha = number<T>(random);
        if (real) alpha = T(std::real(alpha));
        auto const beta = any_factor<Scalar>(random);
        auto const left = dense(a, op), right = dense(b, op);
        auto result = c.dense(hermitian ? rest::hermitian : rest::symmetric);
        auto const first = column_major(left.data(), n, k), second = column_major(right.data(), n, k);
        linalg::triangle const which = half.letter == 'L' ? linalg::triangle::lower : linalg::triangle::upper;
        if constexpr (hermitian) {
          linalg::her2k(which, alpha, first, second, beta, column_major(result.data(), n, n));
        } else {
          auto both = left, turned = right;
          both.insert(both.end(), right.begin(), right.end());
          turned.insert(turned.end(), left.begin(), left.end());
          linalg::gemm(alpha, column_major(both.data(), n, 2 * k), transposed(column_major(turned.data(), n, 2 * k)),
                       beta, column_major(result.data(), n, n));
        }
        auto const expected = with_result(c, result);
        call_with_layout(how, layout, typed<T>(stem), half, op, integer(n), integer(k), scalar(alpha), a.values.data(),
                         integer(a.leading), b.values.data(), integer(b.leading), scalar(beta), c.values.data(),
                         integer(c.leading));
        expect_same(name_of(how, typed<T>(stem)), c.values, expected);
      }
}

template <class T> void check_type(spelling how, random_source& random) {
  check_gbmv<T>(how, random);
  check_symmetric<T>(how, random, "symv", shape::whole, rest::symmetric);
  check_symmetric<T>(how, random, "spmv", shape::packed, rest::symmetric);
  check_triangular<T>(how, random, "trmv", shape::whole);
  check_triangular<T>(how, random, "tbmv", shape::band);
  check_triangular<T>(how, random, "tbsv", shape::band);
  check_triangular<T>(how, random, "tpmv", shape::packed);
  check_triangular<T>(how, random, "tpsv", shape::packed);
  check_rank_one<T, T>(how, random, "syr", shape::whole, rest::symmetric);
  check_rank_one<T, T>(how, random, "spr", shape::packed, rest::symmetric);
  check_symm<T>(how, random, "symm", rest::symmetric);
  check_trmm<T>(how, random);
  check_rank_2k<T, T>(how, random, "syr2k");
  if constexpr (is_complex<T>) {
    using real = real_of<T>;
    check_symmetric<T>(how, random, "hemv", shape::whole, rest::hermitian);
    check_symmetric<T>(how, random, "hbmv", shape::band, rest::hermitian);
    check_symmetric<T>(how, random, "hpmv", shape::packed, rest::hermitian);
    check_rank_one<T, real>(how, random, "her", shape::whole, rest::hermitian);
    check_rank_one<T, real>(how, random, "hpr", shape::packed, rest::hermitian);
    check_rank_two<T>(how, random, "her2", shape::whole, rest::hermitian);
    check_rank_two<T>(how, random, "hpr2", shape::packed, rest::hermitian);
    check_symm<T>(how, random, "hemm", rest::hermitian);
    check_rank_2k<T, real>(how, random, "her2k");
  } else {
    check_symmetric<T>(how, random, "sbmv", shape::band, rest::symmetric);
    check_rank_two<T>(how, random, "syr2", shape::whole, rest::symmetric);
    check_rank_two<T>(how, random, "spr2", shape::packed, rest::symmetric);
  }
}

}  // namespace

void check_structured(random_source& random) {
  for (spelling const how : spellings)
    for (int repeat = 0; repeat < 3; ++repeat) {
      check_type<float>(how, random);
      check_type<double>(how, random);
      check_type<std::complex<float>>(how, random);
      check_type<std::complex<double>>(how, random);
    }
}

}  // namespace isobit::test
