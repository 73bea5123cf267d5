#pragma once

#include <vector>

#include "plain.hpp"

namespace bench::sparse {

/// Contributions to the entries of a square matrix.
struct contributions {
  std::vector<int> i, j;
  std::vector<double> values;
  int rows;
};

/// The matrix from contributions in isobit's layout, a ring of open rows or buckets of them, by plain sums. Rows have
/// up to 16 entries.
matrix assemble_plainly(contributions const& c, std::size_t threads);

/// The place among the entries of `a` of each contribution.
std::vector<int> places_in(matrix const& a, contributions const& c);

/// values[places[k]] += c.values[k] from zero; every thread takes the elements of a part of its own.
void add_plainly(std::vector<int> const& places, std::vector<double> const& contributed, std::vector<double>& values,
                 std::size_t threads);

}  // namespace bench::sparse
