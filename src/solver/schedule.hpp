#pragma once

#include <vector>

#include "solver/rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// In which order the rows of a triangular matrix can be worked on. The rows of a level do not need each other, nor
/// does a phase anything of other ranks that was not done in earlier ones: ghosts are fetched between phases. Which
/// rows are in which depends on the ranks, what is computed does not.
struct schedule {
  std::vector<index> order;   ///< the rows owned, level by level
  std::vector<index> levels;  ///< where in `order` each begins, and the end
  std::vector<index> phases;  ///< with which level each begins, and the end; as many on every rank
};

/// For a strictly triangular matrix, lower (`forwards`) or upper.
template <class T> schedule schedule_rows(space<T> const& where, local_rows<T> const& triangle, bool forwards) {
  auto const owned = static_cast<std::size_t>(where.owned());
  auto const numbers = where.rows();
  schedule s;
  for (std::size_t i = 0; i < owned; ++i) s.order.push_back(static_cast<index>(i));
  std::sort(s.order.begin(), s.order.end(), [&](index i, index j) {
    bool const less = numbers[static_cast<std::size_t>(i)] < numbers[static_cast<std::size_t>(j)];
    return forwards == less && i != j;
  });
  auto const for_each_needed = [&](std::size_t i, auto body) {
    for (auto k = static_cast<std::size_t>(triangle.offsets[i]); k < static_cast<std::size_t>(triangle.offsets[i + 1]);
         ++k)
      body(static_cast<std::size_t>(triangle.indices[k]));
  };

  // Counts of phases are numbers that ghosts can have: exact up to 2^24.
  std::vector<T> phase(numbers.size());
  bool is_done = where.largest(where.ghosts()) == 0;  // on all ranks alike, whoever has how many rows
  while (!is_done) {
    bool changed = false;
    for (index const row : s.order) {
      auto const i = static_cast<std::size_t>(row);
      real_of<T> mine = 0;
      for_each_needed(
          i, [&](std::size_t j) { mine = std::max(mine, j < owned ? real_part(phase[j]) : real_part(phase[j]) + 1); });
      changed = changed || mine != real_part(phase[i]);
      phase[i] = mine;
    }
    where.update(phase);
    is_done = where.largest(changed ? 1 : 0) == 0;
  }

  std::vector<index> level(owned);
  std::int64_t last_phase = 0;
  for (index const row : s.order) {
    auto const i = static_cast<std::size_t>(row);
    for_each_needed(i, [&](std::size_t j) {
      if (j < owned && phase[j] == phase[i]) level[i] = std::max(level[i], level[j] + 1);
    });
    last_phase = std::max(last_phase, static_cast<std::int64_t>(real_part(phase[i])));
  }
  std::stable_sort(s.order.begin(), s.order.end(), [&](index left, index right) {
    auto const i = static_cast<std::size_t>(left), j = static_cast<std::size_t>(right);
    return phase[i] != phase[j] ? real_part(phase[i]) < real_part(phase[j]) : level[i] < level[j];
  });
  last_phase = where.largest(last_phase);
  std::size_t at = 0;
  for (std::int64_t p = 0; p <= last_phase; ++p) {
    s.phases.push_back(static_cast<index>(s.levels.size()));
    auto const of_phase = [&](std::size_t k) {
      return k < owned && static_cast<std::int64_t>(real_part(phase[static_cast<std::size_t>(s.order[k])])) == p;
    };
    while (of_phase(at)) {
      s.levels.push_back(static_cast<index>(at));
      index const now = level[static_cast<std::size_t>(s.order[at])];
      while (of_phase(at) && level[static_cast<std::size_t>(s.order[at])] == now) ++at;
    }
  }
  s.phases.push_back(static_cast<index>(s.levels.size()));
  s.levels.push_back(static_cast<index>(owned));
  return s;
}

}  // namespace solver
ISOBIT_NAMESPACE_END
