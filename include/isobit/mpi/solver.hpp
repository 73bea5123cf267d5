#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/sparse_matrix.hpp>
#include <isobit/solver.hpp>
#include <isobit/sum/accumulate.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// Iterative solvers for systems whose rows are spread over ranks. Iterations, residuals and solutions are those of
/// isobit::solver on one process, bit by bit. docs/guide/distributed_sparse.md
namespace solver {

using isobit::solver::correction;
using isobit::solver::factors;
using isobit::solver::index;
using isobit::solver::linear_map;
using isobit::solver::options;
using isobit::solver::refinement;
using isobit::solver::report;

/// Where the vectors of a system lie whose matrix is spread over ranks. All dot products that an iteration asks for at
/// once are one reduction.
///
///     isobit::mpi::solver::rank_space<double> space(a);
///     auto m = isobit::solver::ic0(space, a.local());
///     auto report = isobit::mpi::solver::cg(a, b, x, m.get());
template <class T> class ISOBIT_API rank_space final : public isobit::solver::space<T> {
public:
  /// Throws `error` where columns are not spread as rows are.
  explicit rank_space(sparse::distributed_matrix<T> const& a, kept_driver on = serial());

  [[nodiscard]] index owned() const noexcept override { return places_->owned(); }
  [[nodiscard]] index ghosts() const noexcept override { return places_->ghosts(); }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return places_->rows(); }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return places_->all_rows(); }
  void update(std::span<T> x) const override { places_->update(x); }
  void update(std::span<index const> offsets, std::span<T> x) const override { places_->update(offsets, x); }
  void dots(std::span<factors<T> const> of, std::span<T> results) const override;
  void real_dots(isobit::solver::block_writer const& write, std::span<factors<T> const> of,
                 std::span<isobit::linalg::real_of<T>> results) const override;
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override;
  [[nodiscard]] std::unique_ptr<isobit::solver::space<T>> of_rows(std::span<std::int64_t const> owned,
                                                                  std::span<std::int64_t const> ghosts,
                                                                  std::int64_t all_rows) const override;
  [[nodiscard]] driver_ref on() const noexcept override { return on_.ref(); }

  /// What went wrong here where no other rank could be told: the next call of all ranks tells them, and all throw.
  void note(std::exception_ptr const& problem) const noexcept {
    if (!problem_) problem_ = problem;
  }

private:
  using state = isobit::detail::product_state<isobit::linalg::real_of<T>>;

  rank_space(std::shared_ptr<sparse::halo const> places, kept_driver on)
      : places_(std::move(places)), on_(std::move(on)) {}

  /// Of all ranks together; add(states) has those of this one.
  template <class Add> std::vector<state> merged(std::size_t count, Add add) const;

  std::shared_ptr<sparse::halo const> places_;
  kept_driver on_;
  mutable std::exception_ptr problem_;
  mutable mpi::detail::window_guess guess_;
};

extern template class rank_space<double>;
extern template class rank_space<float>;
extern template class rank_space<std::complex<double>>;
extern template class rank_space<std::complex<float>>;

/// A matrix that is spread over ranks, as an iteration needs it. Keeps the space and the matrix.
template <class T> class matrix_map final : public linear_map<T> {
public:
  matrix_map(rank_space<T> const& where, sparse::distributed_matrix<T> const& a) : where_(&where), a_(&a) {}
  void apply(std::span<T const> x, std::span<T> y) const override {
    sparse::halo_exchange<T> messages(a_->places(), x);
    where_->note(sparse::detail::multiply_here<T>(where_->on(), T{1}, *a_, x, T{},
                                                  {y.data(), static_cast<index>(y.size())}, messages));
  }

private:
  rank_space<T> const* where_;
  sparse::distributed_matrix<T> const* a_;
};

namespace detail {
template <class T>
report solve(isobit::solver::detail::method<T>* with, sparse::distributed_matrix<T> const& a, std::span<T const> b,
             std::span<T> x, linear_map<T> const* preconditioner, options const& how, driver_ref const& on) {
  rank_space<T> const where(a, kept_driver::borrowed(on));
  matrix_map<T> const map(where, a);
  report result = with({where, map, b, x, preconditioner}, how);
  static_cast<void>(where.largest(0));  // so that no rank goes on where one has noted a problem
  return result;
}
}  // namespace detail

// Each solves a*x = b from the x that it finds; b and x are this rank's elements. Collective; all ranks pass the same
// options, and get the same report. Throws `error`, on every rank, where something does not fit on one.

/// Conjugate gradients.
///
///     auto report = isobit::mpi::solver::cg(a, b, x);
template <class T>
report cg(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
          std::span<std::type_identity_t<T>> x, linear_map<std::type_identity_t<T>> const* preconditioner = nullptr,
          options const& how = {}, driver_ref const& on = serial()) {
  return detail::solve<T>(isobit::solver::detail::cg<T>, a, b, x, preconditioner, how, on);
}
/// The same with one reduction an iteration.
template <class T>
report pipelined_cg(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
                    std::span<std::type_identity_t<T>> x,
                    linear_map<std::type_identity_t<T>> const* preconditioner = nullptr, options const& how = {},
                    driver_ref const& on = serial()) {
  return detail::solve<T>(isobit::solver::detail::pipelined_cg<T>, a, b, x, preconditioner, how, on);
}
/// Stabilised biconjugate gradients.
template <class T>
report bicgstab(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
                std::span<std::type_identity_t<T>> x,
                linear_map<std::type_identity_t<T>> const* preconditioner = nullptr, options const& how = {},
                driver_ref const& on = serial()) {
  return detail::solve<T>(isobit::solver::detail::bicgstab<T>, a, b, x, preconditioner, how, on);
}
/// Generalised minimal residuals.
template <class T>
report gmres(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
             std::span<std::type_identity_t<T>> x, linear_map<std::type_identity_t<T>> const* preconditioner = nullptr,
             options const& how = {}, driver_ref const& on = serial()) {
  return detail::solve<T>(isobit::solver::detail::gmres<T>, a, b, x, preconditioner, how, on);
}
/// Minimal residuals.
template <class T>
report minres(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
              std::span<std::type_identity_t<T>> x, linear_map<std::type_identity_t<T>> const* preconditioner = nullptr,
              options const& how = {}, driver_ref const& on = serial()) {
  return detail::solve<T>(isobit::solver::detail::minres<T>, a, b, x, preconditioner, how, on);
}

/// Improves a solution until it no longer changes: isobit::solver::refine, over ranks. `solve` is called by all of
/// them.
///
///     auto solve = [&](std::span<double const> r, std::span<double> d) { isobit::mpi::solver::cg(a, r, d); };
///     auto report = isobit::mpi::solver::refine(a, b, x, solve);
template <class T>
refinement refine(sparse::distributed_matrix<T> const& a, std::span<std::type_identity_t<T> const> b,
                  std::span<std::type_identity_t<T>> x, correction<std::type_identity_t<T>> const& solve,
                  int most_steps = 20, driver_ref const& on = serial()) {
  rank_space<T> const where(a, kept_driver::borrowed(on));
  return isobit::solver::refine(where, a.local(), b, x, solve, most_steps);
}

}  // namespace solver
}  // namespace mpi
ISOBIT_NAMESPACE_END
