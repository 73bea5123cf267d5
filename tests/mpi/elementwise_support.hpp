#pragma once

#include <span>
#include <vector>

#include <isobit/mpi.hpp>

#include "reference/total.hpp"
#include "support/check.hpp"

namespace isobit::test {

/// What every rank holds; the same on every rank.
template <class T> using rows = std::vector<std::vector<T>>;

/// Data of one class over all ranks and elements; columns of all kinds come of it.
template <class T, class Kind>
rows<T> make_rows(Kind const& kind, random_source& random, int ranks, std::size_t count) {
  auto const values = make_data(kind, random, count * static_cast<std::size_t>(ranks));
  rows<T> all;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank)
    all.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(rank * count),
                     values.begin() + static_cast<std::ptrdiff_t>((rank + 1) * count));
  return all;
}

/// Column by column: the exact sum over ranks [0, end), by the slow oracle or, for very many, an accumulator.
template <class Total = reference::total, class T> std::vector<T> column_sums(rows<T> const& all, int end) {
  std::vector<T> sums;
  for (std::size_t i = 0; i < all[0].size(); ++i) {
    Total total;
    for (int rank = 0; rank < end; ++rank) total.add(all[static_cast<std::size_t>(rank)][i]);
    sums.push_back(total.template round<T>());
  }
  return sums;
}

/// `garbage` where nothing was written.
template <class T> std::vector<T> untouched(std::size_t count) {
  return std::vector<T>(count, from_bits<T>(format<T>::canonical_nan ^ 5));
}

/// The results of one rank: element `first` on, so many.
template <class T> std::vector<T> part_of(std::vector<T> const& whole, std::size_t first, std::size_t count) {
  auto const begin = whole.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace isobit::test
