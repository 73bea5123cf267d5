#include <isobit/cuda/sparse_multiply.hpp>

#include "cuda/sparse/check.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse::detail {

namespace {

template <class T, class Index, class Offset>
void check_multiplication(place const& here, csr_view<T, Index, Offset> const& a, std::span<T const> x,
                          std::span<T> y) {
  check_matrix(here, a);
  if (static_cast<std::size_t>(a.columns) != x.size())
    refuse("a matrix of " + std::to_string(a.columns) + " columns times a vector of " + std::to_string(x.size()));
  if (static_cast<std::size_t>(a.rows) != y.size())
    refuse("a product of " + std::to_string(a.rows) + " rows into a vector of " + std::to_string(y.size()));
  here.require_array(x, "the vector x");
  here.require_array(y, "the vector y");
  std::span<T const> const result(y), values(a.values, static_cast<std::size_t>(a.entries));
  if (isobit::detail::overlap(result, x) || isobit::detail::overlap(result, values))
    refuse("y shares memory with a or x; give it memory of its own");
}

}  // namespace

template <class T, class Index, class Offset>
void multiply(on_stream const& on, T alpha, csr_view<T, Index, Offset> const& a, std::span<T const> x, T beta,
              std::span<T> y) {
  place const here(on);
  check_multiplication(here, a, x, y);
  row_sums<T> rows = rows_times(a, x.data());
  if (is_zero(alpha) || a.entries == 0) {
    if (beta == 1) return;
    rows = {.rows = a.rows};
    alpha = 1;
  }
  open_rows_memory const open(here, a.rows);
  start_rows<T>(here, rows, {alpha, beta, y.data()}, open);
}

#define ISOBIT_INSTANTIATE(T, Index, Offset) \
  template void multiply(on_stream const&, T, csr_view<T, Index, Offset> const&, std::span<T const>, T, std::span<T>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)

}  // namespace cuda::sparse::detail
ISOBIT_NAMESPACE_END
