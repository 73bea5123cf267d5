#pragma once

#include <cstddef>
#include <vector>

#include "../reduce.hpp"
#include "column.hpp"

namespace isobit::tool {

/// An order-free accumulator for every column.
template <class A> struct column_states {
  using T = typename A::value_type;
  A columns[block::most_columns];
  std::vector<T> scratch;

  void add(block const& numbers) {
    for (std::size_t c = 0; c < numbers.columns; ++c) columns[c].add(column_as<T>(numbers, c, scratch));
  }
  void merge(column_states const& other) {
    for (std::size_t c = 0; c < block::most_columns; ++c) columns[c].merge(other.columns[c]);
  }
};

/// The states of a source whose first block, null where it has none, was taken already.
template <class A>
reduction<column_states<A>> reduce_columns(block_source& source, block const* first, std::size_t threads) {
  if (first == nullptr) return {};
  auto total = reduce<column_states<A>>(source, threads);
  total.state.add(*first);
  total.rows += first->rows;
  total.skipped += first->skipped;
  return total;
}

}  // namespace isobit::tool
