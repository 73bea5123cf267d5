#include <isobit/sparse/permute.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

/// Where each number stands in a permutation.
template <class Index> std::vector<Index> inverse_of(std::span<Index const> order, index count, char const* what) {
  if (std::ssize(order) != count)
    refuse("a permutation of " + std::to_string(order.size()) + " " + what + ", and there are " +
           std::to_string(count));
  std::vector<Index> inverse(order.size(), -1);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (order[k] < 0 || static_cast<index>(order[k]) >= count)
      refuse("a permutation of " + std::string(what) + " with number " + std::to_string(order[k]) + ", and there are " +
             std::to_string(count) + ", numbered from 0");
    Index& place = inverse[static_cast<std::size_t>(order[k])];
    if (place >= 0)
      refuse("a permutation of " + std::string(what) + " that has number " + std::to_string(order[k]) + " twice");
    place = static_cast<Index>(k);
  }
  return inverse;
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> select_rows(csr_view<T, Index, Offset> const& a, std::span<Index const> rows) {
  csr_matrix<T, Index, Offset> b;
  b.rows = std::ssize(rows), b.columns = a.columns;
  std::int64_t entries = 0;
  for (Index const row : rows) {
    if (row < 0 || static_cast<index>(row) >= a.rows)
      refuse("row " + std::to_string(row) + " of a matrix, and there are " + std::to_string(a.rows) +
             ", numbered from 0");
    entries += a.offsets[row + 1] - a.offsets[row];
    if (entries > std::numeric_limits<Offset>::max())
      refuse("a matrix of more entries than its offsets can count; use 64-bit indices");
    b.offsets.push_back(static_cast<Offset>(entries));
  }
  b.indices.reserve(static_cast<std::size_t>(entries));
  b.values.reserve(static_cast<std::size_t>(entries));
  for (Index const row : rows) {
    b.indices.insert(b.indices.end(), a.indices + a.offsets[row], a.indices + a.offsets[row + 1]);
    b.values.insert(b.values.end(), a.values + a.offsets[row], a.values + a.offsets[row + 1]);
  }
  return b;
}

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> permuted(csr_view<T, Index, Offset> const& a, std::span<Index const> rows,
                                      std::span<Index const> columns) {
  inverse_of(rows, a.rows, "rows");
  auto const place = inverse_of(columns, a.columns, "columns");
  auto b = select_rows(a, rows);
  std::vector<std::pair<Index, T>> entries;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    entries.clear();
    auto const first = static_cast<std::size_t>(b.offsets[row]), last = static_cast<std::size_t>(b.offsets[row + 1]);
    for (std::size_t k = first; k < last; ++k)
      entries.emplace_back(place[static_cast<std::size_t>(b.indices[k])], b.values[k]);
    std::ranges::stable_sort(entries, {}, &std::pair<Index, T>::first);
    for (std::size_t k = first; k < last; ++k) std::tie(b.indices[k], b.values[k]) = entries[k - first];
  }
  return b;
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                           \
  template ISOBIT_API csr_matrix<T, Index, Offset> select_rows(csr_view<T, Index, Offset> const&,                      \
                                                               std::span<Index const>);                                \
  template ISOBIT_API csr_matrix<T, Index, Offset> permuted(csr_view<T, Index, Offset> const&, std::span<Index const>, \
                                                            std::span<Index const>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
