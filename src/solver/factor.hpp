#pragma once

#include "solver/neighbourhood.hpp"
#include "solver/sweep.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// An incomplete factorisation in place: row by row in the order of the numbers of the whole system, each from the rows
/// that stand before it and in which it has an entry. factor_row(place, scratch) does one; scratch is a thread's own.
template <class T, class Scratch, class FactorRow>
void factor_rows(space<T> const& where, local_rows<T> const& a, neighbourhood<T>& all, FactorRow factor_row) {
  schedule const s = schedule_rows(where, strict_triangle(where, a, true), true);
  for (std::size_t phase = 0; phase + 1 < s.phases.size(); ++phase) {
    if (phase > 0) where.update(all.offsets, all.values);
    for (auto level = static_cast<std::size_t>(s.phases[phase]); level < static_cast<std::size_t>(s.phases[phase + 1]);
         ++level) {
      index const begin = s.levels[level], rows = s.levels[level + 1] - begin;
      constexpr index work_of_a_row = 64;  // about as much as so many products
      linalg::share_lines(where.on(), rows, work_of_a_row, [&](index first, index count) {
        Scratch scratch;
        for (index k = begin + first; k < begin + first + count; ++k)
          factor_row(static_cast<std::size_t>(s.order[static_cast<std::size_t>(k)]), scratch);
      });
    }
  }
  if (where.owned() != where.all_rows()) where.update(all.offsets, all.values);
}

/// The places of a row's entries, in the order that `neighbourhood` has them.
template <class T> std::int32_t const* places_of(local_rows<T> const& a, std::size_t row) {
  return a.indices.data() + a.offsets[row];
}

}  // namespace solver
ISOBIT_NAMESPACE_END
