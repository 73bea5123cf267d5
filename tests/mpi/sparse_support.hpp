#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <isobit/mpi.hpp>
#include <isobit/sparse.hpp>

#include "reference/linear_algebra.hpp"
#include "support.hpp"
#include "support/data_cases.hpp"
#include "support/linalg_values.hpp"

namespace isobit::test {

namespace ms = mpi::sparse;
using sparse::index;
template <class T> using whole_matrix = sparse::csr_matrix<T, std::int64_t>;

/// body(comm) on communicators of 1, 2, 3, 5 and 8 ranks.
template <class Body> void for_some_sizes(Body body) {
  for (int const size : {1, 2, 3, 5, 8})
    if (size <= size_of(MPI_COMM_WORLD)) with_ranks(size, body);
}

/// Three ways to spread rows, the same on every rank for the same random numbers. Ranks may have none.
inline std::vector<ms::row_distribution> distributions_of(std::int64_t rows, int ranks, random_source& random) {
  std::vector<std::int64_t> cuts(static_cast<std::size_t>(ranks) - 1), sizes;
  for (auto& cut : cuts) cut = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(rows) + 1));
  std::ranges::sort(cuts);
  cuts.push_back(rows);
  for (std::size_t i = 0; i < cuts.size(); ++i) sizes.push_back(cuts[i] - (i == 0 ? 0 : cuts[i - 1]));
  std::vector<int> owners(static_cast<std::size_t>(rows));
  for (int& owner : owners) owner = random.between(0, ranks - 1);
  return {ms::row_distribution::blocks(sizes), ms::row_distribution::cyclic(rows, random.between(1, 4), ranks),
          ms::row_distribution::list(owners, ranks)};
}

template <class T> struct contributions {
  std::vector<std::int64_t> i, j;
  std::vector<T> values;

  void add(std::int64_t row, std::int64_t column, T value) {
    i.push_back(row), j.push_back(column), values.push_back(value);
  }
  /// Those of one rank, in some order.
  [[nodiscard]] contributions part(int rank, int ranks, random_source& random) const {
    std::vector<std::size_t> mine;
    std::uint64_t const salt = random.next();
    for (std::size_t k = 0; k < values.size(); ++k)
      if (random_source(salt + k).below(static_cast<std::uint64_t>(ranks)) == static_cast<std::uint64_t>(rank))
        mine.push_back(k);
    random_source own(salt + static_cast<std::uint64_t>(rank));
    own.shuffle(std::span(mine));
    contributions result;
    for (std::size_t const k : mine) result.add(i[k], j[k], values[k]);
    return result;
  }
};

/// So many contributions, half of them to a few places.
template <class T>
contributions<T> random_contributions(random_source& random, std::int64_t rows, std::int64_t columns,
                                      data_class<real_of<T>> const& kind, index count) {
  contributions<T> c;
  for (T const value : elements<T>(kind, random, rows * columns == 0 ? 0 : count)) {
    auto const place = random.coin() ? random.below(20) : random.next();
    c.add(static_cast<std::int64_t>(place % static_cast<std::uint64_t>(rows)),
          static_cast<std::int64_t>(place / 3 % static_cast<std::uint64_t>(columns)), value);
  }
  return c;
}

/// The matrix of these contributions, each entry their exact sum, rounded once.
template <class T> whole_matrix<T> by_definition(contributions<T> const& c, std::int64_t rows, std::int64_t columns) {
  std::map<std::pair<std::int64_t, std::int64_t>, reference::entry<T>> entries;
  for (std::size_t k = 0; k < c.values.size(); ++k) entries[{c.i[k], c.j[k]}].add(c.values[k]);
  whole_matrix<T> a;
  a.rows = static_cast<index>(rows), a.columns = static_cast<index>(columns);
  a.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (auto const& [place, entry] : entries) {
    a.indices.push_back(place.second);
    a.values.push_back(entry.round());
    for (auto row = static_cast<std::size_t>(place.first); row < static_cast<std::size_t>(rows); ++row)
      ++a.offsets[row + 1];
  }
  return a;
}

/// Whether a rank's rows are those of the whole, entry by entry.
template <class T>
testing::AssertionResult has_rows_of(whole_matrix<T> const& whole, ms::distributed_matrix<T> const& a) {
  auto const& rows = a.row_ranks();
  int const rank = rank_in(a.comm());
  auto const mine = a.local();
  auto const places = a.places().rows();
  if (a.rows() != whole.rows || a.columns() != whole.columns || mine.rows != rows.count(rank))
    return testing::AssertionFailure() << "size";
  if (a.entries() != whole.entries()) return testing::AssertionFailure() << "number of all entries";
  for (index r = 0; r < mine.rows; ++r) {
    auto const row = static_cast<std::size_t>(rows.global(r, rank));
    auto at = static_cast<std::size_t>(whole.offsets[row]);
    for (auto k = mine.offsets[r]; k < mine.offsets[r + 1]; ++k, ++at) {
      if (at == static_cast<std::size_t>(whole.offsets[row + 1]))
        return testing::AssertionFailure() << "too many entries in row " << row;
      if (places[static_cast<std::size_t>(mine.indices[k])] != whole.indices[at])
        return testing::AssertionFailure() << "columns of row " << row;
      if (auto const result = same(whole.values[at], mine.values[k]); !result)
        return testing::AssertionFailure() << result.message() << " in row " << row;
    }
    if (at != static_cast<std::size_t>(whole.offsets[row + 1]))
      return testing::AssertionFailure() << "too few entries in row " << row;
  }
  return testing::AssertionSuccess();
}

/// Whether a rank's elements are those of the whole.
template <class T>
testing::AssertionResult has_elements_of(std::vector<T> const& whole, ms::row_distribution const& rows, MPI_Comm comm,
                                         std::vector<T> const& mine) {
  auto const expected = ms::part_of<T>(rows, rank_in(comm), whole);
  if (expected.size() != mine.size()) return testing::AssertionFailure() << "number of elements";
  return same_elements(expected, mine);
}

}  // namespace isobit::test
