#include <isobit/solver/preconditioners.hpp>

#include "arithmetic/environment.hpp"
#include "solver/make.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver::detail {

template <class T, class Index, class Offset>
preconditioner<T> jacobi(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return in_standard_rounding([&] { return make_jacobi(where, canonical_rows(where, a)); });
}
template <class T, class Index, class Offset>
preconditioner<T> ssor(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, linalg::real_of<T> omega) {
  return in_standard_rounding([&] { return make_ssor(where, canonical_rows(where, a), omega); });
}
template <class T, class Index, class Offset>
preconditioner<T> ic0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return in_standard_rounding([&] { return make_ic0(where, canonical_rows(where, a)); });
}
template <class T, class Index, class Offset>
preconditioner<T> ilu0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return in_standard_rounding([&] { return make_ilu0(where, canonical_rows(where, a)); });
}
template <class T, class Index, class Offset>
preconditioner<T> chebyshev(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, int degree,
                            eigenvalue_bounds bounds) {
  return in_standard_rounding([&] { return make_chebyshev(where, canonical_rows(where, a), degree, bounds); });
}
template <class T, class Index, class Offset>
eigenvalue_bounds lanczos_bounds(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, int steps) {
  return in_standard_rounding([&] { return find_lanczos_bounds(where, canonical_rows(where, a), steps); });
}
template <class T, class Index, class Offset>
preconditioner<T> multigrid(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                            multigrid_options const& how) {
  return in_standard_rounding([&] { return make_multigrid(where, canonical_rows(where, a), how); });
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                       \
  template ISOBIT_API preconditioner<T> jacobi(space<T> const&, sparse::csr_view<T, Index, Offset> const&);        \
  template ISOBIT_API preconditioner<T> ssor(space<T> const&, sparse::csr_view<T, Index, Offset> const&,           \
                                             linalg::real_of<T>);                                                  \
  template ISOBIT_API preconditioner<T> ic0(space<T> const&, sparse::csr_view<T, Index, Offset> const&);           \
  template ISOBIT_API preconditioner<T> ilu0(space<T> const&, sparse::csr_view<T, Index, Offset> const&);          \
  template ISOBIT_API preconditioner<T> chebyshev(space<T> const&, sparse::csr_view<T, Index, Offset> const&, int, \
                                                  eigenvalue_bounds);                                              \
  template ISOBIT_API eigenvalue_bounds lanczos_bounds(space<T> const&, sparse::csr_view<T, Index, Offset> const&, \
                                                       int);                                                       \
  template ISOBIT_API preconditioner<T> multigrid(space<T> const&, sparse::csr_view<T, Index, Offset> const&,      \
                                                  multigrid_options const&);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace solver::detail
ISOBIT_NAMESPACE_END
