#include <isobit/sparse/convert.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>

#include <isobit/sparse/transpose.hpp>

#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/row_source.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

template <class Index> Index counted(index count, char const* what) {
  if (count > std::numeric_limits<Index>::max())
    refuse("a matrix of more " + std::string(what) + " than its offsets can count; use 64-bit indices");
  return static_cast<Index>(count);
}

template <class T, class Index> csr_matrix<T, Index> rows_of(row_source<T, Index> const& source) {
  gathered_rows<T, Index> rows;
  rows.clear();
  csr_matrix<T, Index> a;
  a.rows = source.rows, a.columns = source.columns;
  for (index row = 0; row < source.rows; ++row) {
    source.append(row, rows);
    a.offsets.push_back(counted<Index>(rows.entries(), "entries"));
  }
  std::tie(a.indices, a.values) = std::move(rows).take();
  return a;
}

/// The number of an entry within its block, and which of those with its place it is.
template <class T> struct entry_of_block {
  index block_column, occurrence, inner;
  T value;
};

template <class T, class Index, class Offset>
void collect_block_row(csr_view<T, Index, Offset> const& a, index first, index block_rows, index block_columns,
                       std::vector<entry_of_block<T>>& to) {
  to.clear();
  for (index row = first; row < std::min(first + block_rows, a.rows); ++row) {
    auto const start = to.size();
    for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k)
      to.push_back(
          {a.indices[k] / block_columns, 0, (row - first) * block_columns + a.indices[k] % block_columns, a.values[k]});
    auto const place = [](entry_of_block<T> const& one) { return std::pair(one.block_column, one.inner); };
    std::ranges::stable_sort(to.begin() + static_cast<index>(start), to.end(), {}, place);
    for (std::size_t k = start + 1; k < to.size(); ++k)
      if (place(to[k]) == place(to[k - 1])) to[k].occurrence = to[k - 1].occurrence + 1;
  }
  std::ranges::stable_sort(to, {},
                           [](entry_of_block<T> const& one) { return std::pair(one.block_column, one.occurrence); });
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset> csr_matrix<T, Index, Offset> to_csr(csc_view<T, Index, Offset> const& a) {
  return transposed(a.transposed());
}
template <class T, class Index> csr_matrix<T, Index> to_csr(bsr_view<T, Index> const& a) {
  return rows_of<T, Index>(bsr_rows(a));
}
template <class T, class Index> csr_matrix<T, Index> to_csr(ell_view<T, Index> const& a) {
  return rows_of<T, Index>(ell_rows(a));
}
template <class T, class Index> csr_matrix<T, Index> to_csr(sell_view<T, Index> const& a) {
  return rows_of<T, Index>(sell_rows(a));
}

template <class T, class Index, class Offset> csc_matrix<T, Index, Offset> to_csc(csr_view<T, Index, Offset> const& a) {
  auto t = transposed(a);
  return {a.rows, a.columns, std::move(t.offsets), std::move(t.indices), std::move(t.values)};
}

template <class T, class Index, class Offset>
bsr_matrix<T, Index> to_bsr(csr_view<T, Index, Offset> const& a, index block_rows, index block_columns) {
  check_block(block_rows, block_columns);
  bsr_matrix<T, Index> b;
  b.rows = a.rows, b.columns = a.columns;
  b.block_rows = block_rows, b.block_columns = block_columns;
  std::vector<entry_of_block<T>> entries;
  for (index first = 0; first < a.rows; first += block_rows) {
    collect_block_row(a, first, block_rows, block_columns, entries);
    for (std::size_t k = 0; k < entries.size(); ++k) {
      auto const& one = entries[k];
      if (k == 0 || one.block_column != entries[k - 1].block_column || one.occurrence != entries[k - 1].occurrence) {
        b.indices.push_back(static_cast<Index>(one.block_column));
        b.values.resize(b.values.size() + static_cast<std::size_t>(block_rows * block_columns));
      }
      b.values[b.values.size() - static_cast<std::size_t>(block_rows * block_columns - one.inner)] = one.value;
    }
    b.offsets.push_back(counted<Index>(std::ssize(b.indices), "blocks"));
  }
  return b;
}

template <class T, class Index, class Offset> ell_matrix<T, Index> to_ell(csr_view<T, Index, Offset> const& a) {
  ell_matrix<T, Index> e;
  e.rows = a.rows, e.columns = a.columns;
  for (index row = 0; row < a.rows; ++row)
    e.width = std::max(e.width, static_cast<index>(a.offsets[row + 1] - a.offsets[row]));
  e.indices.assign(static_cast<std::size_t>(e.rows * e.width), -1);
  e.values.resize(e.indices.size());
  for (index row = 0; row < a.rows; ++row)
    for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k) {
      auto const at = static_cast<std::size_t>((k - a.offsets[row]) * a.rows + row);
      e.indices[at] = a.indices[k], e.values[at] = a.values[k];
    }
  return e;
}

template <class T, class Index, class Offset>
sell_matrix<T, Index> to_sell(csr_view<T, Index, Offset> const& a, index chunk, index sigma) {
  if (chunk < 1 || sigma < 1)
    refuse("chunks of " + std::to_string(chunk) + " rows, sorted among " + std::to_string(sigma));
  sell_matrix<T, Index> s;
  chunk = std::min(chunk, std::max(a.rows, index{1}));
  sigma = std::min(sigma, std::max(a.rows, index{1}));
  s.rows = a.rows, s.columns = a.columns, s.chunk = chunk;
  auto const length = [&](index row) { return static_cast<index>(a.offsets[row + 1] - a.offsets[row]); };
  counted<Index>(a.rows, "rows");
  std::vector<index> order(static_cast<std::size_t>(a.rows));
  std::iota(order.begin(), order.end(), index{0});
  for (index first = 0; first < a.rows; first += sigma)
    std::ranges::stable_sort(order.begin() + first, order.begin() + std::min(first + sigma, a.rows), std::greater<>(),
                             length);
  s.slots.resize(order.size());
  index total = 0;
  for (index slot = 0; slot < a.rows; ++slot) {
    s.slots[static_cast<std::size_t>(order[static_cast<std::size_t>(slot)])] = static_cast<Index>(slot);
    if (slot % chunk != 0) continue;
    index longest = 0;
    for (index k = slot; k < std::min(slot + chunk, a.rows); ++k)
      longest = std::max(longest, length(order[static_cast<std::size_t>(k)]));
    total += longest * chunk;
    s.offsets.push_back(counted<Index>(total, "entries"));
  }
  s.indices.assign(static_cast<std::size_t>(total), -1);
  s.values.resize(s.indices.size());
  for (index row = 0; row < a.rows; ++row) {
    index const slot = s.slots[static_cast<std::size_t>(row)];
    auto at = static_cast<std::size_t>(s.offsets[static_cast<std::size_t>(slot / chunk)] + slot % chunk);
    for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k, at += static_cast<std::size_t>(chunk))
      s.indices[at] = a.indices[k], s.values[at] = a.values[k];
  }
  return s;
}

#define ISOBIT_INSTANTIATE_CSR(T, Index, Offset)                                                    \
  template ISOBIT_API csr_matrix<T, Index, Offset> to_csr(csc_view<T, Index, Offset> const&);       \
  template ISOBIT_API csc_matrix<T, Index, Offset> to_csc(csr_view<T, Index, Offset> const&);       \
  template ISOBIT_API bsr_matrix<T, Index> to_bsr(csr_view<T, Index, Offset> const&, index, index); \
  template ISOBIT_API ell_matrix<T, Index> to_ell(csr_view<T, Index, Offset> const&);               \
  template ISOBIT_API sell_matrix<T, Index> to_sell(csr_view<T, Index, Offset> const&, index, index);
#define ISOBIT_INSTANTIATE(T, Index)                                          \
  template ISOBIT_API csr_matrix<T, Index> to_csr(bsr_view<T, Index> const&); \
  template ISOBIT_API csr_matrix<T, Index> to_csr(ell_view<T, Index> const&); \
  template ISOBIT_API csr_matrix<T, Index> to_csr(sell_view<T, Index> const&);
#define ISOBIT_INSTANTIATE_ALL(T)                   \
  ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE_CSR, T) \
  ISOBIT_FOR_BOTH_INDICES(ISOBIT_INSTANTIATE, T)
ISOBIT_INSTANTIATE_ALL(float)
ISOBIT_INSTANTIATE_ALL(double)
ISOBIT_INSTANTIATE_ALL(std::complex<float>)
ISOBIT_INSTANTIATE_ALL(std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
