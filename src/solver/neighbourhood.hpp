#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// Some numbers for each place of a space, the ghosts' as their owners have them. Columns are the numbers of the whole
/// system, ascending.
template <class T> struct neighbourhood {
  std::vector<index> offsets;  // of the place's entries
  std::vector<std::int64_t> columns;
  std::vector<T> values;

  [[nodiscard]] std::span<std::int64_t const> columns_of(std::size_t place) const {
    return {columns.data() + offsets[place], columns.data() + offsets[place + 1]};
  }
  [[nodiscard]] std::span<T> values_of(std::size_t place) {
    return {values.data() + offsets[place], values.data() + offsets[place + 1]};
  }
  /// Where in the row of a place a column stands; the row's length where it does not.
  [[nodiscard]] std::size_t find(std::size_t place, std::int64_t column) const {
    auto const all = columns_of(place);
    auto const at = std::lower_bound(all.begin(), all.end(), column);
    return at != all.end() && *at == column ? static_cast<std::size_t>(at - all.begin()) : all.size();
  }
};

/// What the ghosts have, as `space::update`, of integers that are not negative.
template <class T>
void update_integers(space<T> const& where, std::span<index const> offsets, std::span<std::int64_t> numbers) {
  constexpr int parts = 4, bits = 16;  // which every type holds exactly
  std::vector<index> wide(offsets.begin(), offsets.end());
  for (index& one : wide) one *= parts;
  std::vector<T> words(numbers.size() * parts);
  for (std::size_t k = 0; k < words.size(); ++k)
    words[k] = static_cast<real_of<T>>((numbers[k / parts] >> (bits * static_cast<int>(k % parts))) & 0xffff);
  where.update(wide, words);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    numbers[k] = 0;
    for (int part = parts; part-- > 0;)
      numbers[k] = (numbers[k] << bits) |
                   static_cast<std::int64_t>(real_part(words[k * parts + static_cast<std::size_t>(part)]));
  }
}

/// The rows with column_number(place) for columns, and those of the ghosts from their owners.
template <class T, class Number>
neighbourhood<T> with_ghosts(space<T> const& where, local_rows<T> const& a, Number column_number) {
  auto const owned = static_cast<std::size_t>(where.owned()), ghosts = static_cast<std::size_t>(where.ghosts());
  neighbourhood<T> all;
  all.offsets.assign(a.offsets.begin(), a.offsets.end());
  for (auto const place : a.indices) all.columns.push_back(column_number(static_cast<std::size_t>(place)));
  all.values = a.values;
  if (where.owned() == where.all_rows()) return all;
  std::vector<index> one_each(owned + ghosts + 1);
  std::vector<std::int64_t> counts(owned + ghosts);
  for (std::size_t i = 0; i < one_each.size(); ++i) one_each[i] = static_cast<index>(i);
  for (std::size_t i = 0; i < owned; ++i) counts[i] = all.offsets[i + 1] - all.offsets[i];
  update_integers(where, one_each, counts);
  for (std::size_t i = owned; i < counts.size(); ++i) all.offsets.push_back(all.offsets.back() + counts[i]);
  all.columns.resize(static_cast<std::size_t>(all.offsets.back()));
  all.values.resize(all.columns.size());
  update_integers(where, all.offsets, all.columns);
  where.update(all.offsets, all.values);
  return all;
}

/// Throws `error`, on every rank alike, where an entry has no mirror image. The columns are the places' own numbers.
template <class T>
void require_symmetric_pattern(space<T> const& where, local_rows<T> const& a, neighbourhood<T> const& all,
                               std::string const& name) {
  first_problem one_sided;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i)
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      if (auto const j = static_cast<std::size_t>(a.indices[k]);
          all.find(j, where.rows()[i]) == all.columns_of(j).size())
        one_sided.note(where.rows()[i]);
  one_sided.refuse_on_all(where,
                          "has an entry whose mirror image is not stored: " + name + " needs a symmetric pattern",
                          status::invalid_argument);
}

}  // namespace solver
ISOBIT_NAMESPACE_END
