#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include <isobit/sum/sum.hpp>

#include "solver/rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// No eigenvalue of inverse(D)*A is larger: the largest sum of a row's magnitudes, rounded, over that of its diagonal.
template <class T> double largest_circle(space<T> const& where, local_rows<T> const& a) {
  auto const diagonal = diagonal_of(where, a);
  double largest = 0;
  std::vector<real_of<T>> magnitudes;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    magnitudes.clear();
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      magnitudes.push_back(size_of(a.values[k]));
    largest =
        std::max(largest, static_cast<double>(isobit::sum(magnitudes)) / static_cast<double>(size_of(diagonal[i])));
  }
  // Numbers that are not negative are ordered as their bits are.
  return std::bit_cast<double>(where.largest(std::bit_cast<std::int64_t>(largest)));
}

}  // namespace solver
ISOBIT_NAMESPACE_END
