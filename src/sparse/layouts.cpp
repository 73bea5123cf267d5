#include <isobit/sparse/layouts.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include "sparse/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

void check_block(index rows, index columns) {
  constexpr index most = 1 << 20;
  if (rows < 1 || columns < 1 || rows > most || columns > most)
    refuse("blocks of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns");
}

namespace detail {

namespace {

/// -1 stands for no entry.
template <class Index> void check_columns(std::span<Index const> indices, index columns) {
  for (std::size_t k = 0; k < indices.size(); ++k)
    if (indices[k] < -1 || static_cast<index>(indices[k]) >= columns)
      refuse("number " + std::to_string(k) + " is for column " + std::to_string(indices[k]) + ", and there are " +
             std::to_string(columns) + ", numbered from 0; -1 is for none");
}
void check_count(char const* what, std::size_t count, std::int64_t needed) {
  if (count != static_cast<std::size_t>(needed))
    refuse("there are " + std::to_string(count) + " " + what + ", and there must be " + std::to_string(needed));
}

}  // namespace

template <class Index>
void check_bsr(index rows, index columns, index block_rows, index block_columns, std::span<Index const> offsets,
               std::span<Index const> indices, std::size_t values) {
  require_sizes(rows, columns);
  check_block(block_rows, block_columns);
  // The blocks are the entries of a matrix.
  index const of_rows = rows / block_rows + (rows % block_rows != 0 ? 1 : 0);
  index const of_columns = columns / block_columns + (columns % block_columns != 0 ? 1 : 0);
  check_csr<Index, Index>(of_rows, of_columns, offsets, indices, indices.size());
  check_count("values", values, std::ssize(indices) * block_rows * block_columns);
}

template <class Index>
void check_ell(index rows, index columns, index width, std::span<Index const> indices, std::size_t values) {
  require_sizes(rows, columns);
  if (width < 0 || (width > 0 && rows > std::numeric_limits<index>::max() / width))
    refuse(std::to_string(rows) + " rows of " + std::to_string(width) + " entries");
  check_count("indices", indices.size(), rows * width);
  check_count("values", values, rows * width);
  check_columns(indices, columns);
}

template <class Index>
void check_sell(index rows, index columns, index chunk, std::span<Index const> slots, std::span<Index const> offsets,
                std::span<Index const> indices, std::size_t values) {
  require_sizes(rows, columns);
  if (chunk < 1) refuse("chunks of " + std::to_string(chunk) + " rows");
  index const chunks = rows / chunk + (rows % chunk != 0 ? 1 : 0);
  check_count("slots", slots.size(), rows);
  check_count("offsets", offsets.size(), chunks + 1);
  if (offsets.front() != 0) refuse("the first offset is " + std::to_string(offsets.front()) + ", and must be 0");
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k)
    if (offsets[k + 1] < offsets[k] || (offsets[k + 1] - offsets[k]) % chunk != 0)
      refuse("chunk " + std::to_string(k) + " does not have a whole number of entries in each of its rows");
  check_count("indices", indices.size(), static_cast<index>(offsets.back()));
  check_count("values", values, static_cast<index>(offsets.back()));
  check_columns(indices, columns);
  std::vector<Index> sorted(slots.begin(), slots.end());
  std::ranges::sort(sorted);
  if (!sorted.empty() && (sorted.front() < 0 || sorted.back() / chunk >= chunks))
    refuse("a row is in slot " + std::to_string(sorted.front() < 0 ? sorted.front() : sorted.back()) +
           ", and there are " + std::to_string(chunks) + " chunks of " + std::to_string(chunk));
  if (auto const twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    refuse("two rows are in slot " + std::to_string(*twice));
}

#define ISOBIT_INSTANTIATE(Index)                                                                                \
  template ISOBIT_API void check_bsr(index, index, index, index, std::span<Index const>, std::span<Index const>, \
                                     std::size_t);                                                               \
  template ISOBIT_API void check_ell(index, index, index, std::span<Index const>, std::size_t);                  \
  template ISOBIT_API void check_sell(index, index, index, std::span<Index const>, std::span<Index const>,       \
                                      std::span<Index const>, std::size_t);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
