#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include <isobit/sparse/csr.hpp>

#include "data_cases.hpp"
#include "linalg_values.hpp"
#include "reference/linear_algebra.hpp"

/// Sparse matrices at random, and from their definition.
namespace isobit::test {

using sparse::csr_matrix;
using sparse::index;

/// Rows of lengths such as applications have them, some empty, one long; columns in any order, and repeated.
template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> random_pattern(random_source& random, index rows, index columns) {
  csr_matrix<T, Index, Offset> a;
  a.rows = rows, a.columns = columns;
  int const most = random.coin() ? random.between(1, 8) : random.between(9, 70);
  for (index i = 0; i < rows && columns > 0; ++i) {
    int length = random.one_in(10) ? 0 : random.between(1, most);
    if (random.one_in(100)) length = random.between(100, 700);
    while (length-- > 0) a.indices.push_back(static_cast<Index>(random.below(static_cast<std::size_t>(columns))));
    a.offsets.push_back(static_cast<Offset>(a.indices.size()));
  }
  a.offsets.resize(static_cast<std::size_t>(rows) + 1, static_cast<Offset>(a.indices.size()));
  return a;
}

/// Of such a pattern, or with ascending columns, or of a few entries a row.
template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> random_matrix(random_source& random, data_class<real_of<T>> const& kind, index rows,
                                           index columns) {
  csr_matrix<T, Index, Offset> a;
  int const shape = random.between(0, 2);
  if (shape == 0) {
    a = random_pattern<T, Index, Offset>(random, rows, columns);
  } else {
    a.rows = rows, a.columns = columns;
    for (index i = 0; i < rows; ++i) {
      for (index j = 0; j < columns; ++j)
        if (random.one_in(shape == 1 ? 2 : 8)) a.indices.push_back(static_cast<Index>(j));
      a.offsets.push_back(static_cast<Offset>(a.indices.size()));
    }
  }
  a.values = elements<T>(kind, random, static_cast<index>(a.indices.size()));
  if (random.one_in(4))  // sums are then those of the other factor's class: ties, cancellations
    std::fill(a.values.begin(), a.values.end(), T(power_of_two<real_of<T>>(false, random.between(-3, 3))));
  else if (random.one_in(4))  // few bits against many
    for (T& value : a.values) value = T(random_integer<real_of<T>>(random, 3));
  return a;
}

/// visit(row, column, value) for the entries of a row, and for all.
template <class T, class Index, class Offset, class Visit>
void for_each_entry_of_row(csr_matrix<T, Index, Offset> const& a, index row, Visit visit) {
  auto const at = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(a.offsets[at]); k < static_cast<std::size_t>(a.offsets[at + 1]); ++k)
    visit(row, static_cast<index>(a.indices[k]), a.values[k]);
}
template <class T, class Index, class Offset, class Visit>
void for_each_entry(csr_matrix<T, Index, Offset> const& a, Visit visit) {
  for (index row = 0; row < a.rows; ++row) for_each_entry_of_row(a, row, visit);
}

/// What is stored, by row and column.
template <class T> using places = std::map<std::pair<index, index>, reference::entry<T>>;

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> matrix_of_places(places<T> const& entries, index rows, index columns) {
  csr_matrix<T, Index, Offset> a;
  a.rows = rows, a.columns = columns;
  a.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (auto const& [place, entry] : entries) {
    a.indices.push_back(static_cast<Index>(place.second));
    a.values.push_back(entry.round());
    ++a.offsets[static_cast<std::size_t>(place.first) + 1];
  }
  for (std::size_t i = 1; i < a.offsets.size(); ++i) a.offsets[i] += a.offsets[i - 1];
  return a;
}

template <class T, class Index, class Offset>
testing::AssertionResult same_matrix(csr_matrix<T, Index, Offset> const& expected,
                                     csr_matrix<T, Index, Offset> const& actual) {
  if (expected.rows != actual.rows || expected.columns != actual.columns) return testing::AssertionFailure() << "shape";
  if (expected.offsets != actual.offsets) return testing::AssertionFailure() << "offsets";
  if (expected.indices != actual.indices) return testing::AssertionFailure() << "indices";
  if (expected.values.size() != actual.values.size()) return testing::AssertionFailure() << "number of values";
  return same_elements(expected.values, actual.values);
}

}  // namespace isobit::test
