#pragma once

#include <cstdint>
#include <vector>

#include <isobit/sparse/csr.hpp>

#include "reference/round.hpp"

namespace isobit::test {

/// Of a matrix and a right-hand side of integers, by elimination without division: x_i is the quotient of two integers.
inline std::vector<double> exact_solution(sparse::csr_matrix<double> const& a, std::vector<double> const& b) {
  using reference::integer;
  std::size_t const n = b.size();
  std::vector<std::vector<integer>> rows(n, std::vector<integer>(n + 1, integer(0)));
  for (std::size_t i = 0; i < n; ++i) {
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      rows[i][static_cast<std::size_t>(a.indices[k])] = integer(static_cast<std::int64_t>(a.values[k]));
    rows[i][n] = integer(static_cast<std::int64_t>(b[i]));
  }
  for (std::size_t k = 0; k < n; ++k)  // diagonally dominant: no pivot is zero
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      auto const pivot = rows[k][k], factor = rows[i][k];
      for (std::size_t j = 0; j <= n; ++j) rows[i][j] = pivot * rows[i][j] - factor * rows[k][j];
    }
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    auto const& denominator = rows[i][i];
    auto const numerator = denominator.is_negative() ? -rows[i][n] : rows[i][n];
    x.push_back(reference::round_quotient<double>(reference::dyadic(numerator), magnitude(denominator)));
  }
  return x;
}

}  // namespace isobit::test
