#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <isobit/sparse/csr.hpp>

#include "c/guard.hpp"

/// From C's arguments to sparse matrices, and what is wrong with them.
namespace isobit::c_interface {

template <class T> std::span<T> array(T* first, std::size_t count) {
  require_array(first, count);
  return {first, count};
}

/// Looks at every index.
template <class T, class Index>
sparse::csr_view<T, Index> csr(sparse::index rows, sparse::index columns, Index const* offsets, Index const* indices,
                               T const* values) {
  require(rows >= 0 && columns >= 0, "a negative number of rows or columns");
  auto const starts = array(offsets, static_cast<std::size_t>(rows) + 1);
  require(starts.back() >= 0, "an offset that is negative");
  auto const end = static_cast<std::size_t>(starts.back());
  return {rows, columns, starts, array(indices, end), array(values, end)};
}

inline void require_room(std::size_t entries, std::size_t capacity) {
  if (entries > capacity)
    throw error(status::out_of_range, "isobit: out of range: " + std::to_string(entries) +
                                          " entries, and there is room for " + std::to_string(capacity));
}

/// A matrix to where C wants it: without indices and values only the offsets.
template <class T, class Index>
void hand_out(sparse::csr_matrix<T, Index> const& a, std::size_t capacity, Index* offsets, Index* indices, T* values,
              std::size_t* entries) {
  require_pointers(entries, offsets);
  bool const fills = indices != nullptr || values != nullptr;
  if (fills) require_room(a.values.size(), capacity);
  if (fills && !a.values.empty()) require_pointers(indices, values);
  std::ranges::copy(a.offsets, offsets);
  *entries = a.values.size();
  if (!fills) return;
  std::ranges::copy(a.indices, indices);
  std::ranges::copy(a.values, values);
}

}  // namespace isobit::c_interface
