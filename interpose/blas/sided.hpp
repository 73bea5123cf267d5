#pragma once

#include "exceptions.hpp"

namespace isobit::interpose::blas {

/// What trmm and trsm have in common: body(left, order, b) with the m x n matrix b, from the left or from the right of
/// which a triangular one of that order stands. With alpha = 0 b becomes zero, and nothing is read.
template <class T, class Body>
void with_triangle(entry from, char const* stem, std::optional<side> where, std::optional<triangle> half,
                   std::optional<operation> op, std::optional<diagonal> kind, index m, index n, T alpha, index lda,
                   T* b, index ldb, Body body) {
  arguments check(from, type_letter<T>, stem);
  bool const left = where == side::left;
  index const order = left ? m : n;
  check.require(1, where.has_value());
  check.require(2, half.has_value());
  check.require(3, op.has_value());
  check.require(4, kind.has_value());
  check.require(5, m >= 0);
  check.require(6, n >= 0);
  check.require_leading(9, lda, order, order);
  check.require_leading(11, ldb, m, n);
  if (check.refused() || m == 0 || n == 0) return;
  auto const result = stored(from, b, m, n, ldb);
  if (!is_zero(alpha)) return body(left, order, result);
  for (index j = 0; j < n; ++j)
    for (index i = 0; i < m; ++i) result.at(i, j) = T(0);
}

}  // namespace isobit::interpose::blas
