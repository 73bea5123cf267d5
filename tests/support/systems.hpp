#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <isobit/solver.hpp>

#include "random.hpp"

namespace isobit::test {

/// The points of a square, each tied to four neighbours: by -1 in one direction and -`along` in the other, less `wind`
/// on one side; `shift` is taken from the diagonal.
template <class T> sparse::csr_matrix<T> five_points(int side, double along = 1, double wind = 0, double shift = 0) {
  std::vector<std::int32_t> i, j;
  std::vector<T> values;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      auto const add = [&](int to_x, int to_y, double value) {
        if (to_x < 0 || to_y < 0 || to_x >= side || to_y >= side) return;
        i.push_back(x + side * y), j.push_back(to_x + side * to_y);
        values.push_back(static_cast<T>(value));
      };
      add(x, y, 2 + 2 * along - shift);
      add(x - 1, y, -1 - wind), add(x + 1, y, -1 + wind);
      add(x, y - 1, -along), add(x, y + 1, -along);
    }
  return sparse::from_triplets<T, std::int32_t>(side * side, side * side, i, j, values);
}

/// A symmetric matrix with about `ties` entries beside the diagonal in a row, which outweighs them.
template <class T> sparse::csr_matrix<T> random_definite(random_source& random, int rows, int ties) {
  std::vector<std::int32_t> i, j;
  std::vector<T> values;
  auto const add = [&](int row, int column, double value) {
    i.push_back(row), j.push_back(column), values.push_back(static_cast<T>(value));
  };
  for (int row = 0; row < rows; ++row) add(row, row, 0.01 * random.between(1, 9));
  for (int tie = 0; tie < rows * ties / 2; ++tie) {
    int const a = random.between(0, rows - 1), b = random.between(0, rows - 1);
    double const value = static_cast<double>(random.below(1 << 20)) * 0x1p-20;
    if (a == b) continue;
    add(a, b, -value), add(b, a, -value), add(a, a, value), add(b, b, value);
  }
  return sparse::from_triplets<T, std::int32_t>(rows, rows, i, j, values);
}

/// The same matrix with entries turned by angles, so that it is Hermitian if it was symmetric; and `more` added to
/// the diagonal.
template <class T>
sparse::csr_matrix<std::complex<T>> turned(sparse::csr_matrix<T> const& a, std::complex<T> more = {}) {
  sparse::csr_matrix<std::complex<T>> result;
  result.rows = a.rows, result.columns = a.columns, result.offsets = a.offsets, result.indices = a.indices;
  constexpr std::complex<double> angles[] = {{0.6, 0.8}, {0.28, -0.96}, {-0.352, 0.936}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i)
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k) {
      auto const j = static_cast<std::size_t>(a.indices[k]);
      auto const angle = static_cast<std::complex<T>>(angles[(i + j) % 3]);
      result.values.push_back(i == j ? a.values[k] + more : a.values[k] * (i < j ? angle : std::conj(angle)));
    }
  return result;
}

/// A matrix as it is, or for complex T with its entries turned.
template <class T> sparse::csr_matrix<T> system_of(sparse::csr_matrix<linalg::real_of<T>> const& a, T more = {}) {
  if constexpr (linalg::is_complex<T>)
    return turned(a, more);
  else
    return a;
}

template <class T> std::vector<T> random_vector(random_source& random, std::size_t n) {
  auto const number = [&] {
    return static_cast<linalg::real_of<T>>(static_cast<double>(random.below(1 << 22)) * 0x1p-21 - 1);
  };
  std::vector<T> x(n);
  for (T& one : x) {
    one = number();
    if constexpr (linalg::is_complex<T>) one.imag(number());
  }
  return x;
}

/// Real and imaginary parts by turns, or real numbers as they are.
template <class T> std::vector<linalg::real_of<T>> parts_of(std::vector<T> const& x) {
  if constexpr (!linalg::is_complex<T>) return x;
  std::vector<linalg::real_of<T>> parts;
  for (T const& one : x) parts.push_back(std::real(one)), parts.push_back(std::imag(one));
  return parts;
}

template <class T>
using make_preconditioner =
    std::function<solver::preconditioner<T>(solver::space<T> const&, sparse::csr_view<T> const&)>;
template <class T> struct named_preconditioner {
  std::string name;
  make_preconditioner<T> make;
};
/// All of them, and none.
template <class T> std::vector<named_preconditioner<T>> every_preconditioner() {
  using where = solver::space<T> const&;
  using matrix = sparse::csr_view<T> const&;
  return {{"none", [](where, matrix) { return nullptr; }},
          {"jacobi", [](where w, matrix a) { return solver::jacobi(w, a); }},
          {"ssor", [](where w, matrix a) { return solver::ssor(w, a, linalg::real_of<T>(1.25)); }},
          {"ic0", [](where w, matrix a) { return solver::ic0(w, a); }},
          {"ilu0", [](where w, matrix a) { return solver::ilu0(w, a); }},
          {"chebyshev", [](where w, matrix a) { return solver::chebyshev(w, a, 3); }},
          {"multigrid", [](where w, matrix a) { return solver::multigrid(w, a); }}};
}

template <class T> struct named_method {
  std::string name;
  solver::detail::method<T>* solve;
  bool needs_symmetry;
};
template <class T> std::vector<named_method<T>> every_method() {
  return {{"cg", solver::detail::cg<T>, true},
          {"pipelined_cg", solver::detail::pipelined_cg<T>, true},
          {"minres", solver::detail::minres<T>, true},
          {"bicgstab", solver::detail::bicgstab<T>, false},
          {"gmres", solver::detail::gmres<T>, false}};
}

/// Cuts everything into so many parts, however small.
struct forced_parts {
  std::size_t count;
  [[nodiscard]] std::size_t parts(std::size_t) const noexcept { return count; }
  void run(std::size_t parts, task_ref body) const { threads(count).run(parts, body); }
};

}  // namespace isobit::test
