#include <isobit/sparse/scale.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/sum/sum.hpp>

#include "arithmetic/environment.hpp"
#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/triple_product.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::detail {

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> scaled(driver_ref const& driver, vector_view<T const> rows,
                                    csr_view<T, Index, Offset> const& a, vector_view<T const> columns) {
  if (rows.size != a.rows || columns.size != a.columns)
    refuse("a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) + " columns, scaled by " +
           std::to_string(rows.size) + " and " + std::to_string(columns.size) + " numbers");
  csr_matrix<T, Index, Offset> b;
  b.rows = a.rows, b.columns = a.columns;
  for (index row = 0; row < a.rows; ++row) b.offsets.push_back(a.offsets[row + 1] - a.offsets[0]);
  if (a.entries() == 0) return b;
  b.indices.assign(a.indices + a.offsets[0], a.indices + a.offsets[a.rows]);
  b.values.resize(b.indices.size());
  std::size_t const parts = isobit::detail::part_count(driver, b.values.size());
  isobit::detail::for_each_part(
      driver, std::min(parts, static_cast<std::size_t>(a.rows)), static_cast<std::size_t>(a.rows),
      [&](std::size_t first, std::size_t count, std::size_t) {
        in_standard_rounding([&] {
          for (std::size_t row = first; row < first + count; ++row) {
            T const factor = linalg::element(rows, static_cast<index>(row));
            for (auto k = static_cast<std::size_t>(b.offsets[row]); k < static_cast<std::size_t>(b.offsets[row + 1]);
                 ++k)
              b.values[k] = triple_product(factor, a.values[a.offsets[0] + static_cast<index>(k)],
                                           linalg::element(columns, static_cast<index>(b.indices[k])));
          }
        });
      });
  return b;
}

template <class T, class Index, class Offset> std::vector<T> diagonal(csr_view<T, Index, Offset> const& a) {
  std::vector<T> all(static_cast<std::size_t>(std::min(a.rows, a.columns)));
  in_standard_rounding([&] {
    std::vector<T> same;
    for (index row = 0; row < std::ssize(all); ++row) {
      same.clear();
      for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k)
        if (static_cast<index>(a.indices[k]) == row) same.push_back(a.values[k]);
      all[static_cast<std::size_t>(row)] = isobit::sum(same) + T{};  // an exact zero is +0
    }
  });
  return all;
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                        \
  template ISOBIT_API csr_matrix<T, Index, Offset> scaled(driver_ref const&, vector_view<T const>,                  \
                                                          csr_view<T, Index, Offset> const&, vector_view<T const>); \
  template ISOBIT_API std::vector<T> diagonal(csr_view<T, Index, Offset> const&);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace sparse::detail
ISOBIT_NAMESPACE_END
