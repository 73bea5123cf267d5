#pragma once

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <isobit/linalg/view.hpp>

#include "function_hashes.hpp"
#include "support/make_number.hpp"

/// A line for every operation, type and kind of matrix: a hash of all results, the same everywhere. matrices.txt has
/// what the reference makes of them.
namespace isobit::golden {

using linalg::index;
using linalg::matrix_view;

/// How the numbers of a matrix are drawn.
struct matrix_kind {
  char const* name;
  int lowest, highest;  // exponents
  int zeros;            // one in so many; 0: none
};
inline constexpr matrix_kind matrix_kinds[] = {{"narrow", -3, 0, 0}, {"wide", -60, 60, 0}, {"sparse", -3, 3, 2}};

template <class T> T draw(test::random_source& random, matrix_kind const& kind) {
  if constexpr (linalg::is_complex<T>) {
    auto const re = draw<linalg::real_of<T>>(random, kind);
    auto const im = draw<linalg::real_of<T>>(random, kind);
    return {re, im};
  } else {
    if (kind.zeros != 0 && random.one_in(static_cast<std::uint64_t>(kind.zeros))) return T(0);
    return test::random_number<T>(random, kind.lowest, kind.highest);
  }
}

template <class T> std::vector<T> draw_matrix(test::random_source& random, matrix_kind const& kind, index size) {
  std::vector<T> values;
  for (index i = 0; i < size; ++i) values.push_back(draw<T>(random, kind));
  return values;
}

template <class T> std::uint64_t hash_of(std::vector<T> const& values) {
  hash h;
  if constexpr (linalg::is_complex<T>)
    for (auto const& z : values) h.add(std::vector{z.real(), z.imag()});
  else
    h.add(values);
  return h.value();
}

inline std::string matrix_line(char const* operation, char const* type, char const* kind, std::uint64_t value) {
  char text[96];
  std::snprintf(text, sizeof text, "%s %s %s %016" PRIx64, operation, type, kind, value);
  return text;
}

/// Calls line(text) for all operations of one type. Algebra has gemm, lu, cholesky and trsm.
template <class T, class Algebra, class Line> void for_each_matrix_line(char const* type, Algebra algebra, Line line) {
  using linalg::column_major;
  using linalg::row_major;
  for (matrix_kind const& kind : matrix_kinds) {
    test::random_source random(7);
    index const rows = 29, depth = 261, columns = 13, order = 37;
    auto const a = draw_matrix<T>(random, kind, rows * depth), b = draw_matrix<T>(random, kind, depth * columns);
    T const alpha = draw<T>(random, matrix_kinds[0]), beta = draw<T>(random, matrix_kinds[0]);
    auto c = draw_matrix<T>(random, kind, rows * columns);
    auto const product = [&](T one, T two) {
      auto result = c;
      algebra.gemm(one, matrix_view<T const>(row_major(a.data(), rows, depth)),
                   matrix_view<T const>(column_major(b.data(), depth, columns)), two,
                   column_major(result.data(), rows, columns));
      return hash_of(result);
    };
    line(matrix_line("product", type, kind.name, product(T(1), T(0))));
    line(matrix_line("update", type, kind.name, product(alpha, beta)));

    auto square = draw_matrix<T>(random, kind, order * order);
    auto factors = square;
    std::vector<index> pivots(static_cast<std::size_t>(order));
    (void)algebra.lu(column_major(factors.data(), order, order), std::span<index>(pivots));
    line(matrix_line("lu", type, kind.name, hash_of(factors)));

    for (index i = 0; i < order; ++i) square[static_cast<std::size_t>(i * order + i)] = T(linalg::real_of<T>(0x1p70));
    auto solution = draw_matrix<T>(random, kind, order * columns);
    algebra.trsm(linalg::triangle::upper, linalg::diagonal::stored, alpha,
                 matrix_view<T const>(column_major(square.data(), order, order)),
                 column_major(solution.data(), order, columns));
    line(matrix_line("trsm", type, kind.name, hash_of(solution)));
    (void)algebra.cholesky(linalg::triangle::lower, column_major(square.data(), order, order));
    line(matrix_line("cholesky", type, kind.name, hash_of(square)));
  }
}

template <class Algebra, class Line> void for_each_matrix_line(Algebra algebra, Line line) {
  for_each_matrix_line<float>("float", algebra, line);
  for_each_matrix_line<double>("double", algebra, line);
  for_each_matrix_line<std::complex<float>>("complex_float", algebra, line);
  for_each_matrix_line<std::complex<double>>("complex_double", algebra, line);
}

/// The main function of a test: the lines of some algebra against those of a file.
template <class Algebra> int compare_matrices(Algebra algebra, char const* path) {
  std::ifstream file(path);
  int passed = 0, failed = 0;
  for_each_matrix_line(algebra, [&](std::string const& line) {
    std::string expected;
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected == line;
    ++(same ? passed : failed);
    if (!same) std::printf("expected %s\ngot      %s\n", expected.c_str(), line.c_str());
  });
  std::printf("%d hashes as expected, %d not\n", passed, failed);
  return failed == 0 && passed != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace isobit::golden
