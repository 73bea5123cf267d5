#include <isobit/sparse/transpose.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::detail {

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> transposed(csr_view<T, Index, Offset> const& a) {
  if (std::max(a.rows, a.columns) > std::numeric_limits<Index>::max())
    refuse("a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) +
           " columns, which are too many for its indices once transposed; use 64-bit indices");
  csr_matrix<T, Index, Offset> t;
  t.rows = a.columns, t.columns = a.rows;
  auto const entries = static_cast<std::size_t>(a.entries());
  t.indices.resize(entries);
  t.values.resize(entries);
  // Where each row begins, one place further on: filling the rows takes the places back.
  t.offsets.assign(static_cast<std::size_t>(a.columns) + 2, 0);
  if (a.rows != 0)
    for (Offset k = a.offsets[0]; k < a.offsets[a.rows]; ++k) ++t.offsets[static_cast<std::size_t>(a.indices[k]) + 2];
  std::partial_sum(t.offsets.begin(), t.offsets.end(), t.offsets.begin());
  for (index row = 0; row < a.rows; ++row)
    for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k) {
      auto const to = static_cast<std::size_t>(t.offsets[static_cast<std::size_t>(a.indices[k]) + 1]++);
      t.indices[to] = static_cast<Index>(row);
      t.values[to] = a.values[k];
    }
  t.offsets.pop_back();
  return t;
}

#define ISOBIT_INSTANTIATE(T, Index, Offset) \
  template ISOBIT_API csr_matrix<T, Index, Offset> transposed(csr_view<T, Index, Offset> const&);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace sparse::detail
ISOBIT_NAMESPACE_END
