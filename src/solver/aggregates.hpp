#pragma once

#include <cstdint>
#include <vector>

#include "arithmetic/hash.hpp"
#include "solver/neighbourhood.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// Groups of rows: a root, and neighbours of it. A group is known by the number of its root.
struct aggregates {
  std::vector<std::int64_t> root;        ///< of every place
  std::vector<std::int32_t> root_place;  ///< of the rows owned
  bool any_joined;                       ///< on any rank: else there is nothing that is coarser
};

/// Who comes first. A mixture of the bits of its number, so that roots do not march in rows.
inline std::uint64_t priority_of(std::int64_t number) noexcept {
  return arithmetic::splitmix64(static_cast<std::uint64_t>(number)).next();
}

/// A row is a root where none of its strong neighbours that come before it is one; any other joins the root to which it
/// is tied most, of several the one with the smallest number. So the groups do not depend on the ranks.
template <class T> class aggregation {
public:
  aggregation(space<T> const& where, local_rows<T> const& a, double strength)
      : where_(where), a_(a), owned_(static_cast<std::size_t>(where.owned())), diagonal_(diagonal_of(where, a)),
        square_of_strength_(strength * strength) {
    diagonal_.resize(where.rows().size());
    where.update(diagonal_);
  }

  [[nodiscard]] aggregates make() const {
    auto const numbers = where_.rows();
    auto const kind = find_roots();
    aggregates result;
    result.root.resize(numbers.size());
    bool joined = false;
    for (std::size_t i = 0; i < owned_; ++i) {
      std::size_t to = i;
      real_of<T> most = 0;
      if (kind[i] == joins)
        for_each_strong(i, [&](std::size_t j, T value) {
          auto const tie = size_of(value);
          if (kind[j] != is_root) return;
          if (to == i || tie > most || (tie == most && numbers[j] < numbers[to])) to = j, most = tie;
        });
      joined = joined || to != i;
      result.root_place.push_back(static_cast<std::int32_t>(to));
      result.root[i] = numbers[to];
    }
    std::vector<index> one_each(numbers.size() + 1);
    for (std::size_t i = 0; i < one_each.size(); ++i) one_each[i] = static_cast<index>(i);
    update_integers<T>(where_, one_each, result.root);
    result.any_joined = where_.largest(joined ? 1 : 0) != 0;
    return result;
  }

private:
  static constexpr T undecided = 0, is_root = 1, joins = 2;

  template <class Body> void for_each_strong(std::size_t i, Body body) const {
    for (auto k = static_cast<std::size_t>(a_.offsets[i]); k < static_cast<std::size_t>(a_.offsets[i + 1]); ++k) {
      auto const j = static_cast<std::size_t>(a_.indices[k]);
      auto const value = static_cast<double>(size_of(a_.values[k]));
      double const both = static_cast<double>(size_of(diagonal_[i])) * static_cast<double>(size_of(diagonal_[j]));
      if (j != i && value * value >= square_of_strength_ * both) body(j, a_.values[k]);
    }
  }

  /// For every place. The rows that come first are decided first, on every rank; then those that waited for ghosts.
  [[nodiscard]] std::vector<T> find_roots() const {
    auto const numbers = where_.rows();
    std::vector<std::uint64_t> priority;
    for (auto const number : numbers) priority.push_back(priority_of(number));
    std::vector<std::size_t> waiting(owned_);
    for (std::size_t i = 0; i < owned_; ++i) waiting[i] = i;
    std::sort(waiting.begin(), waiting.end(), [&](std::size_t i, std::size_t j) { return priority[i] > priority[j]; });
    std::vector<T> kind(numbers.size(), undecided);
    do {
      for (std::size_t const i : waiting) {
        bool waits = false, meets_root = false;
        for_each_strong(i, [&](std::size_t j, T) {
          if (priority[j] < priority[i]) return;
          waits = waits || kind[j] == undecided;
          meets_root = meets_root || kind[j] == is_root;
        });
        if (meets_root)
          kind[i] = joins;
        else if (!waits)
          kind[i] = is_root;
      }
      std::erase_if(waiting, [&](std::size_t i) { return kind[i] != undecided; });
      where_.update(kind);
    } while (where_.largest(waiting.empty() ? 0 : 1) != 0);
    return kind;
  }

  space<T> const& where_;
  local_rows<T> const& a_;
  std::size_t owned_;
  std::vector<T> diagonal_;  // of every place
  double square_of_strength_;
};

/// A matrix of groups: its places, and its rows.
template <class T> struct coarse_matrix {
  std::unique_ptr<space<T>> where;
  local_rows<T> rows;
};

/// The entries of two groups are added up exactly and rounded once. A root's owner sees all of its group, since the
/// pattern is symmetric.
template <class T>
coarse_matrix<T> coarsened(space<T> const& where, local_rows<T> const& a, aggregates const& groups,
                           std::vector<std::size_t> const& roots, local_rows<T> const& members) {
  auto const all = with_ghosts(where, a, [&](std::size_t place) { return groups.root[place]; });
  struct entry {
    std::int64_t column;
    T value;
  };
  std::vector<std::int64_t> owned, columns, ghosts;
  for (std::size_t const root : roots) owned.push_back(where.rows()[root]);
  coarse_matrix<T> coarse;
  std::vector<entry> entries;
  std::vector<T> addends;
  for (std::size_t row = 0; row < roots.size(); ++row) {
    entries.clear();
    for (auto m = members.offsets[row]; m < members.offsets[row + 1]; ++m) {
      auto const place = static_cast<std::size_t>(members.indices[static_cast<std::size_t>(m)]);
      for (auto k = static_cast<std::size_t>(all.offsets[place]); k < static_cast<std::size_t>(all.offsets[place + 1]);
           ++k)
        entries.push_back({all.columns[k], all.values[k]});
    }
    std::sort(entries.begin(), entries.end(), [](entry const& l, entry const& r) { return l.column < r.column; });
    for (std::size_t k = 0; k < entries.size();) {
      auto const column = entries[k].column;
      addends.clear();
      for (; k < entries.size() && entries[k].column == column; ++k) addends.push_back(entries[k].value);
      columns.push_back(column);
      coarse.rows.values.push_back(isobit::sum(addends));
    }
    coarse.rows.offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  ghosts = columns;
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  std::erase_if(ghosts, [&](std::int64_t one) { return std::binary_search(owned.begin(), owned.end(), one); });
  for (std::int64_t const column : columns) {
    auto const mine = std::lower_bound(owned.begin(), owned.end(), column);
    bool const is_mine = mine != owned.end() && *mine == column;
    auto const at = is_mine ? mine - owned.begin()
                            : std::lower_bound(ghosts.begin(), ghosts.end(), column) - ghosts.begin() +
                                  static_cast<std::ptrdiff_t>(owned.size());
    coarse.rows.indices.push_back(static_cast<std::int32_t>(at));
  }
  coarse.rows.rows = static_cast<index>(owned.size());
  coarse.rows.columns = static_cast<index>(owned.size() + ghosts.size());
  coarse.where = where.of_rows(owned, ghosts, where.all_rows());
  return coarse;
}

}  // namespace solver
ISOBIT_NAMESPACE_END
