#include <isobit/mpi/linalg.hpp>

#include "mpi/linalg_local.hpp"
#include "mpi/linalg_split.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

template <class T>
void gemm_split_k(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                  matrix_view<T> c, MPI_Comm handle, root const* result, char const* operation) {
  operation_name const name(operation);
  char const* const what = name.text;
  communicator const comm(handle, what);
  mpi::detail::require_agreement(comm, what, {});
  int const root_rank = result != nullptr ? result->rank : every_rank;
  bool const wanted = result == nullptr || comm.rank() == root_rank;
  index const rows = a.rows, columns = b.columns;
  sum_over_ranks<T> sums;
  auto const problem = problem_of([&] {
    if (result != nullptr) result->require(comm, what);
    require_product(operation, a, b);
    if (wanted) require_result(operation, a, b, c);
    if (!is_zero(alpha)) sums.prepare(rows, columns);
  });
  auto const depth = agree(comm, what, problem,
                           {{"rows of a", static_cast<std::uint64_t>(rows)},
                            {"columns of b", static_cast<std::uint64_t>(columns)},
                            {"alpha", bits_as_parameter(alpha)},
                            {"beta", bits_as_parameter(beta)},
                            {"root", static_cast<std::uint64_t>(root_rank + 1)}},
                           static_cast<std::uint64_t>(a.columns));
  if (is_zero(alpha) || depth == 0) {
    if (wanted) scale(driver, beta, c);
    return;
  }
  auto const add = [&](region const& block, partial_product<T>& product) {
    product.add(driver, a.block(block.row, 0, block.rows, a.columns), b.block(0, block.column, b.rows, block.columns));
  };
  auto const exact = [&](index i, index j) {
    exact_entry<T> entry;
    entry.add_products(a.row(i), b.column(j));
    return entry;
  };
  sums.run(comm, driver, {std::cref(add), std::cref(exact)}, alpha, beta, c, root_rank, what);
}

#define ISOBIT_INSTANTIATE(T)                                                                                     \
  template void gemm_split_k(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, \
                             MPI_Comm, root const*, char const*);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
