#pragma once

#include <cstddef>

#include <isobit/isobit.hpp>

namespace weather {

/// So many things along the channel (x) and across it (y): cells, ranks.
struct extent {
  std::size_t x = 0, y = 0;
  bool operator==(extent const&) const = default;
};

/// Which rectangle of the cells a rank holds, and who its neighbours are. The channel is periodic in x and has walls in
/// y.
class decomposition {
public:
  /// A field of this many is 2 GB; offsets in files and counts in messages are made for no more.
  static constexpr std::size_t most_cells = std::size_t{1} << 28;
  /// Throws std::invalid_argument where a rank would be left without cells, or there are too many.
  decomposition(extent cells, extent ranks, std::size_t rank);

  [[nodiscard]] extent cells() const { return cells_; }
  [[nodiscard]] extent ranks() const { return ranks_; }
  /// The global index of a rank's first cell, and how many it holds.
  [[nodiscard]] extent first(std::size_t rank) const;
  [[nodiscard]] extent count(std::size_t rank) const;
  [[nodiscard]] extent first() const { return first(rank_); }
  [[nodiscard]] extent count() const { return count(rank_); }

  static constexpr int nobody = -1;
  [[nodiscard]] int west() const;
  [[nodiscard]] int east() const;
  [[nodiscard]] int south() const;  ///< `nobody` beyond a wall
  [[nodiscard]] int north() const;

private:
  [[nodiscard]] extent place_of(std::size_t rank) const { return {rank % ranks_.x, rank / ranks_.x}; }
  [[nodiscard]] int rank_at(extent place) const { return static_cast<int>(place.y * ranks_.x + place.x); }

  extent cells_, ranks_;
  std::size_t rank_;
  isobit::distribution along_, across_;
};

}  // namespace weather
