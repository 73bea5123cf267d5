#pragma once

#include <type_traits>

#include <isobit/solver/csr_map.hpp>
#include <isobit/solver/local_space.hpp>
#include <isobit/solver/report.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// A preconditioner, or nullptr.
template <class T> using map_or_none = std::type_identity_t<linear_map<T> const*>;

namespace detail {
/// A system a*x = b: where its vectors lie, its matrix, and a preconditioner or null.
template <class T> struct system {
  space<T> const& where;
  linear_map<T> const& a;
  std::span<T const> b;
  std::span<T> x;
  linear_map<T> const* preconditioner;
};
template <class T> using method = report(system<T> const&, options const&);
template <class T> ISOBIT_API report cg(system<T> const& of, options const& how);
template <class T> ISOBIT_API report pipelined_cg(system<T> const& of, options const& how);
template <class T> ISOBIT_API report bicgstab(system<T> const& of, options const& how);
template <class T> ISOBIT_API report gmres(system<T> const& of, options const& how);
template <class T> ISOBIT_API report minres(system<T> const& of, options const& how);

/// For a matrix that lies here, whole.
template <class T, class Index, class Offset>
report solve_here(method<T>* with, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b, std::span<T> x,
                  linear_map<T> const* preconditioner, options const& how, driver_ref const& on) {
  local_space<T> const here(a.rows, kept_driver::borrowed(on));
  csr_map<T, Index, Offset> const map(here, a);
  return with({here, map, b, x, preconditioner}, how);
}
}  // namespace detail

// Each solves a*x = b from the x that it finds. Dots and norms are correctly rounded, and BITS.md#solvers has the
// formula of every number: report and x are the same bits for any number of threads and ranks, and any distribution of
// rows. Over ranks each calls with its own rows. An iteration that fails leaves the last iterate in x. Throws `error`
// for sizes that do not fit, before it touches x.

/// Conjugate gradients, for a symmetric positive definite matrix and such a preconditioner: two reductions an
/// iteration.
///
///     isobit::solver::local_space<double> here(a.rows);
///     isobit::solver::csr_map map(here, a.view());
///     auto report = isobit::solver::cg<double>(here, map, b, x);
template <class T>
report cg(space<T> const& where, linear_map<T> const& a, std::span<std::type_identity_t<T> const> b,
          std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {}) {
  return detail::cg<T>({where, a, b, x, preconditioner}, how);
}
/// The same for a matrix that lies here, whole.
///
///     auto report = isobit::solver::cg(a.view(), b, x);
template <class T, class Index, class Offset>
report cg(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
          std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {},
          driver_ref const& on = {}) {
  return detail::solve_here<T>(detail::cg<T>, a, b, x, preconditioner, how, on);
}

/// The same with one reduction an iteration, for more vectors and more rounding errors (Ghysels and Vanroose).
///
///     auto report = isobit::solver::pipelined_cg(a.view(), b, x);
template <class T>
report pipelined_cg(space<T> const& where, linear_map<T> const& a, std::span<std::type_identity_t<T> const> b,
                    std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr,
                    options const& how = {}) {
  return detail::pipelined_cg<T>({where, a, b, x, preconditioner}, how);
}
template <class T, class Index, class Offset>
report pipelined_cg(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
                    std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr,
                    options const& how = {}, driver_ref const& on = {}) {
  return detail::solve_here<T>(detail::pipelined_cg<T>, a, b, x, preconditioner, how, on);
}

/// Stabilised biconjugate gradients, for any matrix, preconditioned from the right: three reductions an iteration.
///
///     auto report = isobit::solver::bicgstab(a.view(), b, x);
template <class T>
report bicgstab(space<T> const& where, linear_map<T> const& a, std::span<std::type_identity_t<T> const> b,
                std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr,
                options const& how = {}) {
  return detail::bicgstab<T>({where, a, b, x, preconditioner}, how);
}
template <class T, class Index, class Offset>
report bicgstab(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
                std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {},
                driver_ref const& on = {}) {
  return detail::solve_here<T>(detail::bicgstab<T>, a, b, x, preconditioner, how, on);
}

/// Generalised minimal residuals, for any matrix, preconditioned from the right: three reductions an iteration, as many
/// vectors as `options::restart` says.
///
///     auto report = isobit::solver::gmres(a.view(), b, x);
template <class T>
report gmres(space<T> const& where, linear_map<T> const& a, std::span<std::type_identity_t<T> const> b,
             std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {}) {
  return detail::gmres<T>({where, a, b, x, preconditioner}, how);
}
template <class T, class Index, class Offset>
report gmres(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
             std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {},
             driver_ref const& on = {}) {
  return detail::solve_here<T>(detail::gmres<T>, a, b, x, preconditioner, how, on);
}

/// Minimal residuals, for a symmetric matrix, definite or not, and a positive definite preconditioner M, in whose norm,
/// sqrt(r*M*r), the residual is measured: two reductions an iteration.
///
///     auto report = isobit::solver::minres(a.view(), b, x);
template <class T>
report minres(space<T> const& where, linear_map<T> const& a, std::span<std::type_identity_t<T> const> b,
              std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {}) {
  return detail::minres<T>({where, a, b, x, preconditioner}, how);
}
template <class T, class Index, class Offset>
report minres(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
              std::span<std::type_identity_t<T>> x, map_or_none<T> preconditioner = nullptr, options const& how = {},
              driver_ref const& on = {}) {
  return detail::solve_here<T>(detail::minres<T>, a, b, x, preconditioner, how, on);
}

}  // namespace solver

ISOBIT_NAMESPACE_END
