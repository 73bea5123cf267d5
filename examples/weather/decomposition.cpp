#include "decomposition.hpp"

#include <stdexcept>
#include <string>

namespace weather {
namespace {

isobit::distribution shares(std::size_t cells, std::size_t ranks, char const* what) {
  if (ranks > cells)
    throw std::invalid_argument(std::to_string(ranks) + " ranks cannot share " + std::to_string(cells) + " " + what +
                                " of cells: start fewer ranks, choose other --ranks or a larger --size");
  return {cells, ranks, isobit::distribution_kind::lower};
}

}  // namespace

decomposition::decomposition(extent cells, extent ranks, std::size_t rank)
    : cells_(cells), ranks_(ranks), rank_(rank), along_(shares(cells.x, ranks.x, "columns")),
      across_(shares(cells.y, ranks.y, "rows")) {
  if (cells.x > most_cells / cells.y) throw std::invalid_argument("more than 2^28 cells: choose a smaller --size");
}

extent decomposition::first(std::size_t rank) const {
  extent const place = place_of(rank);
  return {along_.start(place.x), across_.start(place.y)};
}
extent decomposition::count(std::size_t rank) const {
  extent const place = place_of(rank);
  return {along_.count(place.x), across_.count(place.y)};
}

int decomposition::west() const {
  extent const here = place_of(rank_);
  return rank_at({(here.x + ranks_.x - 1) % ranks_.x, here.y});
}
int decomposition::east() const {
  extent const here = place_of(rank_);
  return rank_at({(here.x + 1) % ranks_.x, here.y});
}
int decomposition::south() const {
  extent const here = place_of(rank_);
  return here.y == 0 ? nobody : rank_at({here.x, here.y - 1});
}
int decomposition::north() const {
  extent const here = place_of(rank_);
  return here.y + 1 == ranks_.y ? nobody : rank_at({here.x, here.y + 1});
}

}  // namespace weather
