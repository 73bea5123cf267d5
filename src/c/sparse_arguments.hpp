#pragma once

#include <cstddef>
#include <span>

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

}  // namespace isobit::c_interface
