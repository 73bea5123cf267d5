#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <isobit/sparse/csr.hpp>

#include "sparse/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Rows of a matrix that is being made, those of one part of the work.
template <class T, class Index> struct finished_rows {
  std::vector<index> lengths;
  std::vector<Index> indices;
  std::vector<T> values;
};

/// The matrix of all parts, which are gone then.
template <class Offset, class T, class Index>
csr_matrix<T, Index, Offset> join_rows(index rows, index columns, std::span<finished_rows<T, Index>> parts) {
  csr_matrix<T, Index, Offset> a;
  a.rows = rows, a.columns = columns;
  a.offsets.reserve(static_cast<std::size_t>(rows) + 1);
  std::int64_t total = 0;
  for (auto const& one : parts)
    for (index const length : one.lengths) {
      total += length;
      if (total > std::numeric_limits<Offset>::max())
        refuse("a matrix of more entries than its offsets can count; use 64-bit indices");
      a.offsets.push_back(static_cast<Offset>(total));
    }
  if (parts.size() == 1) {
    a.indices = std::move(parts.front().indices);
    a.values = std::move(parts.front().values);
    return a;
  }
  a.indices.reserve(static_cast<std::size_t>(total));
  a.values.reserve(static_cast<std::size_t>(total));
  for (auto& one : parts) {
    a.indices.insert(a.indices.end(), one.indices.begin(), one.indices.end());
    a.values.insert(a.values.end(), one.values.begin(), one.values.end());
    one = {};
  }
  return a;
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
