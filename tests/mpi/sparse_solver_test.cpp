// Systems that are spread over ranks: reports and solutions of one process, bit by bit.
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi/solver.hpp>

#include "sparse_support.hpp"
#include "support/exact_solution.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

namespace mso = mpi::solver;

template <class T>
ms::distributed_matrix<T> spread_over(ms::row_distribution const& rows, sparse::csr_matrix<T> const& a, MPI_Comm comm) {
  // Every rank contributes some entries, wherever they belong.
  std::vector<std::int64_t> i, j;
  std::vector<T> values;
  for (index row = 0; row < a.rows; ++row)
    for (auto k = a.offsets[static_cast<std::size_t>(row)]; k < a.offsets[static_cast<std::size_t>(row) + 1]; ++k) {
      if (k % size_of(comm) != rank_in(comm)) continue;
      i.push_back(row), j.push_back(a.indices[static_cast<std::size_t>(k)]);
      values.push_back(a.values[static_cast<std::size_t>(k)]);
    }
  return ms::from_triplets<T>(rows, i, j, values, comm);
}

template <class T>
using make_over_ranks =
    std::function<solver::preconditioner<T>(solver::space<T> const&, typename ms::distributed_matrix<T>::local_view)>;
/// As every_preconditioner, for the rows of a rank.
template <class T> std::vector<make_over_ranks<T>> every_preconditioner_over_ranks() {
  using where = solver::space<T> const&;
  using matrix = typename ms::distributed_matrix<T>::local_view;
  return {[](where, matrix) { return nullptr; },
          [](where w, matrix a) { return solver::jacobi(w, a); },
          [](where w, matrix a) { return solver::ssor(w, a, linalg::real_of<T>(1.25)); },
          [](where w, matrix a) { return solver::ic0(w, a); },
          [](where w, matrix a) { return solver::ilu0(w, a); },
          [](where w, matrix a) { return solver::chebyshev(w, a, 3); },
          [](where w, matrix a) { return solver::multigrid(w, a); }};
}

testing::AssertionResult same_report(solver::report const& expected, solver::report const& actual) {
  if (expected.how != actual.how)
    return testing::AssertionFailure() << name_of(expected.how) << " is " << name_of(actual.how);
  if (expected.iterations != actual.iterations) return testing::AssertionFailure() << "iterations";
  return same_bits(expected.history, actual.history);
}

template <class T> void check(sparse::csr_matrix<T> const& a, bool symmetric, double tolerance) {
  random_source random(first_seed());
  auto const b = random_vector<T>(random, static_cast<std::size_t>(a.rows));
  auto const methods = every_method<T>();
  auto const here = every_preconditioner<T>();
  auto const there = every_preconditioner_over_ranks<T>();
  solver::options how;
  how.tolerance = tolerance, how.most_iterations = 60, how.restart = 10;
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (std::size_t p = 0; p < here.size(); ++p) {
      if (!symmetric && (methods[m].needs_symmetry || here[p].name == "ic0" || here[p].name == "multigrid")) continue;
      SCOPED_TRACE(methods[m].name + " with " + here[p].name);
      solver::local_space<T> const whole(a.rows);
      auto const preconditioner = here[p].make(whole, a.view());
      std::vector<T> expected(b.size());
      auto const report =
          solver::detail::solve_here<T>(methods[m].solve, a.view(), b, expected, preconditioner.get(), how, serial());
      for_some_sizes([&](MPI_Comm comm) {
        int const rank = rank_in(comm);
        random_source alike(first_seed() + m * here.size() + p);
        std::size_t kind = 0;
        for (auto const& rows : distributions_of(a.rows, size_of(comm), alike)) {
          // Each combination meets one distribution, and each distribution all combinations in turn.
          if (kind++ != (m + p) % 3) continue;
          auto const mine = spread_over(rows, a, comm);
          auto const my_b = ms::part_of<T>(rows, rank, b);
          std::vector<T> x(my_b.size());
          forced_parts const on{1 + p % 2};
          mso::rank_space<T> const where(mine, on);
          auto const over_ranks = there[p](where, mine.local());
          auto const actual = mso::detail::solve<T>(methods[m].solve, mine, my_b, x, over_ranks.get(), how, on);
          EXPECT_TRUE(same_report(report, actual)) << "kind " << kind;
          EXPECT_TRUE(has_elements_of(expected, rows, comm, x)) << "kind " << kind;
        }
      });
    }
}

TEST(sparse_solver, has_the_bits_of_one_process_double) { check(five_points<double>(12), true, 1e-10); }
TEST(sparse_solver, has_the_bits_of_one_process_float) { check(five_points<float>(9, 1.5), true, 1e-5); }
TEST(sparse_solver, has_the_bits_of_one_process_unsymmetric) { check(five_points<double>(9, 1, 0.3), false, 1e-10); }
TEST(sparse_solver, has_the_bits_of_one_process_complex) {
  check(turned(five_points<double>(6, 1.5)), true, 1e-10);
  check(turned(five_points<double>(6, 1, 0.3), {0.1, 0.5}), false, 1e-10);
}
TEST(sparse_solver, has_the_bits_of_one_process_irregular) {
  random_source random(first_seed());
  check(random_definite<double>(random, 60, 4), true, 1e-10);
}

/// Dots that every rank rounds for itself, as programs have them.
class plain_space final : public solver::space<double> {
public:
  plain_space(mso::rank_space<double> const& of, MPI_Comm comm) : of_(of), comm_(comm) {}
  [[nodiscard]] index owned() const noexcept override { return of_.owned(); }
  [[nodiscard]] index ghosts() const noexcept override { return of_.ghosts(); }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return of_.rows(); }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return of_.all_rows(); }
  void update(std::span<double> x) const override { of_.update(x); }
  void update(std::span<index const> offsets, std::span<double> x) const override { of_.update(offsets, x); }
  void dots(std::span<solver::factors<double> const> of, std::span<double> results) const override {
    for (std::size_t k = 0; k < of.size(); ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < of[k].x.size(); ++i) sum += of[k].x[i] * of[k].y[i];
      MPI_Allreduce(&sum, &results[k], 1, MPI_DOUBLE, MPI_SUM, comm_);
    }
  }
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override { return of_.largest(mine); }

private:
  mso::rank_space<double> const& of_;
  MPI_Comm comm_;
};

TEST(sparse_solver, plain_dots_give_other_residuals) {
  auto const a = five_points<double>(12);
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 144);
  std::vector<double> whole_x(144);
  auto const expected = solver::cg(a.view(), b, whole_x).history;
  bool differ = false;
  for_some_sizes([&](MPI_Comm comm) {
    auto const rows = ms::row_distribution::even(144, size_of(comm));
    auto const mine = spread_over(rows, a, comm);
    mso::rank_space<double> const where(mine);
    mso::matrix_map<double> const map(where, mine);
    auto const my_b = ms::part_of<double>(rows, rank_in(comm), b);
    std::vector<double> x(my_b.size());
    auto const history = solver::cg<double>(plain_space(where, comm), map, my_b, x).history;  // a call of all ranks
    differ = differ || !same_bits(expected, history);
  });
  // Ranks that took part in few of them have seen few.
  int any = differ ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_EQ(any, 1);
}

/// The solution rounded, whichever way its rows are spread.
TEST(sparse_solver, refined_solutions_are_correctly_rounded) {
  auto const a = five_points<double>(4, 2, 0, -3);
  random_source random(first_seed());
  std::vector<double> b;
  for (int k = 0; k < 16; ++k) b.push_back(random.between(-999, 999));
  auto const expected = exact_solution(a, b);
  std::vector<double> unrefined(16), whole(16);
  EXPECT_TRUE(solver::cg(a.view(), b, unrefined, nullptr, {.tolerance = 1e-6}).converged());
  EXPECT_FALSE(same_bits(expected, unrefined)) << "these data show nothing";
  auto const one = solver::refine(a.view(), b, whole, [&](std::span<double const> r, std::span<double> d) {
    solver::cg(a.view(), r, d, nullptr, {.tolerance = 1e-6});
  });
  for_some_sizes([&](MPI_Comm comm) {
    random_source alike(first_seed());
    for (auto const& rows : distributions_of(a.rows, size_of(comm), alike)) {
      auto const mine = spread_over(rows, a, comm);
      auto const my_b = ms::part_of<double>(rows, rank_in(comm), b);
      std::vector<double> x(my_b.size());
      auto const report = mso::refine(mine, my_b, x, [&](std::span<double const> r, std::span<double> d) {
        mso::cg(mine, r, d, nullptr, {.tolerance = 1e-6});
      });
      EXPECT_TRUE(report.converged);
      EXPECT_EQ(report.steps, one.steps);
      EXPECT_TRUE(has_elements_of(expected, rows, comm, x));
    }
  });
}

TEST(sparse_solver, convenient_calls_are_those) {
  for_some_sizes([](MPI_Comm comm) {
    auto const a = five_points<double>(6);
    random_source random(first_seed());
    auto const b = random_vector<double>(random, 36);
    auto const rows = ms::row_distribution::cyclic(36, 2, size_of(comm));
    auto const mine = spread_over(rows, a, comm);
    auto const my_b = ms::part_of<double>(rows, rank_in(comm), b);
    auto const compare = [&](auto one, auto all) {
      std::vector<double> expected(36), x(my_b.size());
      auto const report = one(expected), actual = all(x);
      EXPECT_TRUE(report.converged());
      EXPECT_TRUE(same_report(report, actual));
      EXPECT_TRUE(has_elements_of(expected, rows, comm, x));
    };
    using vector = std::vector<double>;
    compare([&](vector& x) { return solver::cg(a.view(), b, x); }, [&](vector& x) { return mso::cg(mine, my_b, x); });
    compare([&](vector& x) { return solver::pipelined_cg(a.view(), b, x); },
            [&](vector& x) { return mso::pipelined_cg(mine, my_b, x); });
    compare([&](vector& x) { return solver::bicgstab(a.view(), b, x); },
            [&](vector& x) { return mso::bicgstab(mine, my_b, x); });
    compare([&](vector& x) { return solver::gmres(a.view(), b, x); },
            [&](vector& x) { return mso::gmres(mine, my_b, x); });
    compare([&](vector& x) { return solver::minres(a.view(), b, x); },
            [&](vector& x) { return mso::minres(mine, my_b, x); });
  });
}

}  // namespace
}  // namespace isobit::test
