#pragma once

#include <isobit/solver/preconditioners.hpp>

#include "solver/rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

// The preconditioners, of rows in the one form that all have here.
template <class T> preconditioner<T> make_jacobi(space<T> const& where, local_rows<T> const& a);
template <class T> preconditioner<T> make_ssor(space<T> const& where, local_rows<T> const& a, linalg::real_of<T> omega);
template <class T> preconditioner<T> make_ic0(space<T> const& where, local_rows<T> const& a);
template <class T> preconditioner<T> make_ilu0(space<T> const& where, local_rows<T> const& a);
template <class T>
preconditioner<T> make_chebyshev(space<T> const& where, local_rows<T> a, int degree, eigenvalue_bounds bounds);
template <class T> eigenvalue_bounds find_lanczos_bounds(space<T> const& where, local_rows<T> const& a, int steps);
template <class T>
preconditioner<T> make_multigrid(space<T> const& where, local_rows<T> a, multigrid_options const& how);

}  // namespace solver
ISOBIT_NAMESPACE_END
