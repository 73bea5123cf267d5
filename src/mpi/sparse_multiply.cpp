#include <isobit/mpi/sparse_matrix.hpp>
#include <isobit/sparse/multiply.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"
#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse::detail {

namespace {

using isobit::linalg::exact_entry, isobit::linalg::is_zero;
using mpi::detail::problem_of;

/// Some rows of a rank, none of which may have an entry though others of the matrix have.
template <class T>
void multiply_run(driver_ref const& driver, T alpha, typename distributed_matrix<T>::local_view all, row_run const& run,
                  std::span<T const> x, T beta, vector_view<T> const& y, bool matrix_has_entries) {
  all.rows = run.count;
  all.offsets += run.first;
  all.columns = static_cast<index>(x.size());
  vector_view<T> const to(run.count == 0 ? y.data : &y[run.first], run.count, y.stride);
  if (all.entries() != 0 || !matrix_has_entries || is_zero(alpha))
    return isobit::sparse::detail::multiply<T>(driver, alpha, all, {x.data(), all.columns, 1}, beta, to);
  in_standard_rounding([&] {
    for (index i = 0; i < run.count; ++i) to[i] = exact_entry<T>().round(alpha, beta, is_zero(beta) ? T{} : to[i]);
  });
}

}  // namespace

template <class T>
std::exception_ptr multiply_here(driver_ref const& driver, T alpha, distributed_matrix<T> const& a,
                                 std::span<T const> x, T beta, vector_view<T> y, halo_exchange<T>& messages) {
  bool const has_entries = a.entries() != 0;
  auto problem = problem_of([&] {
    for (auto const& run : a.runs_) {
      if (!run.inner) continue;
      multiply_run(driver, alpha, a.local(), run, x, beta, y, has_entries);
      messages.progress();
    }
    for (index const place : a.read_by_outer_)
      a.with_ghosts_[static_cast<std::size_t>(place)] = x[static_cast<std::size_t>(place)];
  });
  messages.finish(a.with_ghosts_);
  if (problem) return problem;
  return problem_of([&] {
    for (auto const& run : a.runs_)
      if (!run.inner)
        multiply_run(driver, alpha, a.local(), run, std::span<T const>(a.with_ghosts_), beta, y, has_entries);
  });
}

template <class T>
void multiply(driver_ref const& driver, T alpha, distributed_matrix<T> const& a, vector_view<T const> x, T beta,
              vector_view<T> y) {
  constexpr char const* what = "sparse::multiply";
  mpi::detail::communicator const comm(a.comm(), what);
  std::vector<T> copy;
  std::span<T const> elements;
  auto problem = problem_of([&] {
    isobit::linalg::require_equal("multiply", x.size, "elements of x", a.places().owned(), "columns of this rank");
    isobit::linalg::require_equal("multiply", y.size, "elements of y", a.local().rows, "rows of this rank");
    isobit::linalg::require_output("multiply", "y", y);
    isobit::linalg::require_disjoint("multiply", "y", y, "x", x);
    isobit::linalg::require_disjoint("multiply", "y", y, "a",
                                     vector_view<T const>(a.local().values, a.local().entries()));
    if (x.stride == 1 && !x.conjugate) {
      elements = {x.data, static_cast<std::size_t>(x.size)};
      return;
    }
    for (index i = 0; i < x.size; ++i) copy.push_back(isobit::linalg::element(x, i));
    elements = copy;
  });
  mpi::detail::agree(
      comm, what, problem,
      {{"alpha", mpi::detail::bits_as_parameter(alpha)}, {"beta", mpi::detail::bits_as_parameter(beta)}});
  halo_exchange<T> messages(a.places(), elements);
  problem = multiply_here(driver, alpha, a, elements, beta, y, messages);
  mpi::detail::agree(comm, what, problem, {});
}

#define ISOBIT_INSTANTIATE(T)                                                                                          \
  template std::exception_ptr multiply_here(driver_ref const&, T, distributed_matrix<T> const&, std::span<T const>, T, \
                                            vector_view<T>, halo_exchange<T>&);                                        \
  template void multiply(driver_ref const&, T, distributed_matrix<T> const&, vector_view<T const>, T, vector_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::sparse::detail
ISOBIT_NAMESPACE_END
