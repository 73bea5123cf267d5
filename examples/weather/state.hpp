#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "decomposition.hpp"

namespace weather {

/// A number for each cell that a rank holds, and for a halo of one cell around them: indices run from -1 to the count.
class field {
public:
  explicit field(extent count) : stride_(count.x + 2), values_(stride_ * (count.y + 2)) {}

  [[nodiscard]] double* row(std::ptrdiff_t j) { return values_.data() + static_cast<std::size_t>(j + 1) * stride_ + 1; }
  [[nodiscard]] double const* row(std::ptrdiff_t j) const {
    return values_.data() + static_cast<std::size_t>(j + 1) * stride_ + 1;
  }
  /// All of it, row by row, halo included.
  [[nodiscard]] std::span<double> values() { return values_; }

private:
  std::size_t stride_;
  std::vector<double> values_;
};

/// The fluid on Arakawa's C grid: its thickness in the middle of cell (i, j), the wind along the channel on the western
/// side of the cell and the wind across it on the southern side.
struct state {
  explicit state(extent count) : h(count), u(count), v(count) {}
  field h;  ///< thickness, m
  field u;  ///< wind along x, m/s
  field v;  ///< wind along y, m/s; 0 on the walls
};

}  // namespace weather
