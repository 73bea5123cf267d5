#pragma once

#include <algorithm>
#include <vector>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// The first row of each part, so that all have about as many entries, and the end.
template <class Offset>
std::vector<linalg::index> cut_rows(Offset const* offsets, linalg::index rows, std::size_t parts) {
  std::vector<linalg::index> first;
  auto const entries = static_cast<std::size_t>(offsets[rows] - offsets[0]);
  for (std::size_t part = 0; part < parts; ++part) {
    auto const before = offsets[0] + static_cast<Offset>(entries / parts * part);
    first.push_back(std::lower_bound(offsets, offsets + rows, before) - offsets);
  }
  first.front() = 0;
  first.push_back(rows);
  return first;
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
