#include "share.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/random.hpp"

namespace fem {

std::vector<int> owners(std::string const& how, std::int64_t count, int ranks) {
  if (how != "blocks" && how != "cyclic" && how != "scattered")
    throw std::invalid_argument("'" + how + "' is none of blocks, cyclic, scattered");
  std::vector<int> result(static_cast<std::size_t>(count));
  auto const all = static_cast<std::uint64_t>(ranks);
  for (std::uint64_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<int>(how == "blocks"   ? i * all / result.size()
                                 : how == "cyclic" ? i % all
                                                   : common::splitmix64::at(i) % all);
  return result;
}

std::vector<std::size_t> cells_of(int rank, std::vector<int> const& owner, std::string const& order) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < owner.size(); ++cell)
    if (owner[cell] == rank) cells.push_back(cell);
  if (order == "descending") {
    std::reverse(cells.begin(), cells.end());
  } else if (order == "shuffled") {
    common::splitmix64 random(static_cast<std::uint64_t>(rank) + 1);
    common::shuffle(cells, random);
  } else if (order != "ascending") {
    throw std::invalid_argument("--order: '" + order + "' is none of ascending, descending, shuffled");
  }
  return cells;
}

}  // namespace fem
