#pragma once

#include <cmath>
#include <cstdint>

#include "compact.hpp"

namespace isobit::tool {

// What is kept of the numbers of one column in one group of rows, for every operation: compact, for there may be
// millions of groups.

struct sum_cell {
  compact<exact> sum;
  std::uint64_t count = 0;
  void add(double x) {
    sum.add(x);
    ++count;
  }
  void merge(sum_cell const& other) {
    sum.merge(other.sum);
    count += other.count;
  }
};

struct magnitudes_cell : sum_cell {
  void add(double x) { sum_cell::add(std::fabs(x)); }
};

struct squares_cell {
  compact<exact_product> squares;
  std::uint64_t count = 0;
  void add(double x) {
    squares.add_square(x);
    ++count;
  }
  void merge(squares_cell const& other) {
    squares.merge(other.squares);
    count += other.count;
  }
};

struct moments_cell {
  compact<exact> sum;
  compact<exact_product> squares;
  std::uint64_t count = 0;
  void add(double x) {
    sum.add(x);
    squares.add_square(x);
    ++count;
  }
  void merge(moments_cell const& other) {
    sum.merge(other.sum);
    squares.merge(other.squares);
    count += other.count;
  }
};

}  // namespace isobit::tool
