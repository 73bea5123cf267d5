#include <isobit/sparse/csr.hpp>

#include <string>

#include "sparse/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

void refuse(std::string const& message) { throw error(status::invalid_argument, "isobit::sparse: " + message); }

namespace detail {

void require_sizes(index rows, index columns) {
  if (rows < 0 || columns < 0)
    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns");
}

template <class Index, class Offset>
void check_csr(index rows, index columns, std::span<Offset const> offsets, std::span<Index const> indices,
               std::size_t values) {
  require_sizes(rows, columns);
  if (offsets.size() != static_cast<std::size_t>(rows) + 1)
    refuse(std::to_string(rows) + " rows need " + std::to_string(rows + 1) + " offsets, and there are " +
           std::to_string(offsets.size()));
  if (indices.size() != values)
    refuse("there are " + std::to_string(indices.size()) + " indices and " + std::to_string(values) + " values");
  if (offsets.front() < 0) refuse("the first offset is negative");
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    if (offsets[i + 1] < offsets[i]) refuse("row " + std::to_string(i) + " ends before it begins");
  if (static_cast<std::uint64_t>(offsets.back()) > indices.size())
    refuse("the last offset is " + std::to_string(offsets.back()) + ", and there are only " +
           std::to_string(indices.size()) + " entries");
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    for (auto k = static_cast<std::size_t>(offsets[i]); k < static_cast<std::size_t>(offsets[i + 1]); ++k)
      if (indices[k] < 0 || static_cast<index>(indices[k]) >= columns)
        refuse("row " + std::to_string(i) + " has an entry in column " + std::to_string(indices[k]) +
               ", and there are " + std::to_string(columns) + " columns, numbered from 0");
}

template ISOBIT_API void check_csr(index, index, std::span<std::int32_t const>, std::span<std::int32_t const>,
                                   std::size_t);
template ISOBIT_API void check_csr(index, index, std::span<std::int64_t const>, std::span<std::int32_t const>,
                                   std::size_t);
template ISOBIT_API void check_csr(index, index, std::span<std::int64_t const>, std::span<std::int64_t const>,
                                   std::size_t);

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
