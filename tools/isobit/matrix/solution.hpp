#pragma once

#include <span>
#include <vector>

#include <isobit/solver.hpp>

#include "../output/options.hpp"
#include "../output/progress.hpp"
#include "market_file.hpp"
#include "options.hpp"

namespace isobit::tool {

/// A system of equations, as far as its files' headers tell: throws `failure` where they do not fit.
void require_system(market_file const& matrix, market_file const& right_hand_side);

/// Iterates as was asked for, from x on. The matrix, a map and its entries, has the rows that the space owns. Throws
/// `failure` where a preconditioner cannot be made. The line on a terminal that says how far it is comes from where
/// `speaks`.
template <class Index>
solver::report solve(matrix_options const& options, solver::space<double> const& where,
                     solver::linear_map<double> const& map, sparse::csr_view<double, Index, std::int64_t> const& a,
                     std::span<double const> b, std::span<double> x, bool speaks);

/// What is written and printed in the end.
struct solution {
  solver::report how;
  std::vector<double> x;
  std::int64_t entries = 0;  ///< of the matrix
  double right_hand_side_norm = 0;
};

/// Writes the files, all of them or none, and tells how it went.
void publish(solution const& found, matrix_options const& options, output_options const& output);

}  // namespace isobit::tool
