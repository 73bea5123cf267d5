#pragma once

#include <cstddef>
#include <vector>

#include <isobit/sum/exact.hpp>

#include "column.hpp"

namespace isobit::tool {

/// An accumulator for every column: for the only one, or for the real and the imaginary parts.
template <class A> struct column_states {
  using T = typename A::value_type;
  A columns[block::most_columns];
  std::vector<T> scratch;

  void add(block const& numbers) {
    for (std::size_t c = 0; c < numbers.columns; ++c) {
      if constexpr (std::same_as<A, exact>)
        numbers.with_values(c, [&](auto values) { columns[c].add(values); });
      else
        columns[c].add(column_as<T>(numbers, c, scratch));
    }
  }
  void merge(column_states const& other) requires requires(A state, A const& next) { state.merge(next); }
  {
    for (std::size_t c = 0; c < block::most_columns; ++c) columns[c].merge(other.columns[c]);
  }
};

}  // namespace isobit::tool
