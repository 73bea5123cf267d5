#include "stored_input.hpp"

#include <algorithm>
#include <iterator>

#include "../input/reduction.hpp"
#include "column.hpp"

namespace isobit::tool {
namespace {

template <class T> void copy(std::span<T const> from, buffer<T>& to) {
  std::copy(from.begin(), from.end(), to.reserve(from.size()));
  to.set_size(from.size());
}

/// Copies of blocks, no larger than what is in them, in any order.
struct collection {
  std::vector<block> blocks;

  void add(block const& numbers) {
    block& mine = blocks.emplace_back();
    mine.ordinal = numbers.ordinal;
    mine.clear(numbers.is_single, numbers.columns);
    mine.rows = numbers.rows;
    for (std::size_t c = 0; c < numbers.columns; ++c) {
      copy(numbers.values<double>(c), mine.doubles[c]);
      copy(numbers.values<float>(c), mine.floats[c]);
    }
  }
  void merge(collection&& other) {
    blocks.insert(blocks.end(), std::make_move_iterator(other.blocks.begin()),
                  std::make_move_iterator(other.blocks.end()));
  }
};

}  // namespace

stored_input::stored_input(block_source& source, std::size_t threads) {
  auto all = reduce_input<collection>(source, threads);
  pieces_ = std::move(all.state.blocks);
  std::sort(pieces_.begin(), pieces_.end(), [](block const& a, block const& b) { return a.ordinal < b.ordinal; });
  rows_ = all.rows;
  skipped_ = all.skipped;
}

template <class T> std::vector<T> stored_input::take(std::size_t column) {
  std::vector<T> values, scratch;
  values.reserve(rows_);
  for (block& piece : pieces_) {
    auto const part = column_as<T>(piece, column, scratch);
    values.insert(values.end(), part.begin(), part.end());
    piece.doubles[column] = {};
    piece.floats[column] = {};
  }
  return values;
}

template std::vector<double> stored_input::take(std::size_t);
template std::vector<float> stored_input::take(std::size_t);

}  // namespace isobit::tool
