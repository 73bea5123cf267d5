#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <isobit/solver/space.hpp>
#include <isobit/sparse/csr.hpp>
#include <isobit/sum/sum.hpp>

#include "solver/agree.hpp"
#include "solver/numbers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// The rows that a space owns. Columns are places, ascending by the number that they have in the whole system; none
/// occurs twice.
template <class T> using local_rows = sparse::csr_matrix<T, std::int32_t, std::int64_t>;

/// Entries of one place are added exactly. Throws `error`, on every rank alike, for what does not fit the space, and
/// for numbers that are not finite.
template <class T, class Index, class Offset>
local_rows<T> canonical_rows(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  index const places = where.owned() + where.ghosts();
  std::string problem;
  if (a.rows != where.owned() || a.columns != places)
    problem = "a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) +
              " columns for a space of " + std::to_string(where.owned()) + " rows and " +
              std::to_string(where.ghosts()) + " ghosts";
  else if (places > std::numeric_limits<std::int32_t>::max())
    problem = std::to_string(places) + " rows on one rank are more than preconditioners take";
  require_on_all(where, problem);

  auto const numbers = where.rows();
  local_rows<T> rows;
  rows.rows = a.rows, rows.columns = a.columns;
  rows.offsets.reserve(static_cast<std::size_t>(a.rows) + 1);
  rows.indices.reserve(static_cast<std::size_t>(a.entries()));
  rows.values.reserve(static_cast<std::size_t>(a.entries()));
  first_problem not_finite;
  std::vector<Offset> order;
  std::vector<T> addends;
  for (index i = 0; i < a.rows; ++i) {
    order.clear();
    for (auto k = a.offsets[i]; k < a.offsets[i + 1]; ++k) order.push_back(k);
    auto const number = [&](Offset k) { return numbers[static_cast<std::size_t>(a.indices[k])]; };
    auto const before = [&](Offset k, Offset l) { return number(k) < number(l); };
    if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
    for (std::size_t k = 0; k < order.size();) {
      addends.clear();
      auto const place = a.indices[order[k]];
      for (; k < order.size() && a.indices[order[k]] == place; ++k) addends.push_back(a.values[order[k]]);
      rows.indices.push_back(static_cast<std::int32_t>(place));
      rows.values.push_back(addends.size() == 1 ? addends[0] : isobit::sum(addends));
      if (!is_finite(rows.values.back())) not_finite.note(numbers[static_cast<std::size_t>(i)]);
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.indices.size()));
  }
  not_finite.refuse_on_all(where, "has an entry that is not finite", status::invalid_argument);
  return rows;
}

/// The entries on the diagonal. Throws `error`, on every rank alike, where one is missing or zero.
template <class T>
std::vector<T> diagonal_of(space<T> const& where, local_rows<T> const& a,
                           char const* what_is_wrong = "has nothing on the diagonal, or a zero") {
  std::vector<T> diagonal(static_cast<std::size_t>(a.rows));
  first_problem zero;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
      if (a.indices[k] == static_cast<std::int32_t>(i)) diagonal[i] = a.values[k];
    if (diagonal[i] == T{}) zero.note(where.rows()[i]);
  }
  zero.refuse_on_all(where, what_is_wrong, status::singular);
  return diagonal;
}

/// The entries left of the diagonal (`below`) or right of it, by the numbers of the whole system.
template <class T> local_rows<T> strict_triangle(space<T> const& where, local_rows<T> const& a, bool below) {
  auto const numbers = where.rows();
  local_rows<T> part;
  part.rows = a.rows, part.columns = a.columns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k) {
      auto const number = numbers[static_cast<std::size_t>(a.indices[k])];
      if (below ? number < numbers[i] : number > numbers[i]) {
        part.indices.push_back(a.indices[k]);
        part.values.push_back(a.values[k]);
      }
    }
    part.offsets.push_back(static_cast<std::int64_t>(part.indices.size()));
  }
  return part;
}

}  // namespace solver
ISOBIT_NAMESPACE_END
