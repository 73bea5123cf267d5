// A system of equations from contributions, a product and a solution: the bits of their definitions with every number
// of threads on every number of ranks for every distribution of rows, whoever contributed what. Run for every
// instruction set.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi/solver.hpp>

#include "sparse_support.hpp"
#include "support/solver_twins.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

/// To each entry of a symmetric positive definite matrix several contributions, of which large ones cancel.
contributions<double> in_pieces(sparse::csr_matrix<double> const& a) {
  contributions<double> c;
  for (index i = 0; i < a.rows; ++i)
    for (auto k = a.offsets[static_cast<std::size_t>(i)]; k < a.offsets[static_cast<std::size_t>(i) + 1]; ++k) {
      index const j = a.indices[static_cast<std::size_t>(k)];
      random_source random(first_seed() + static_cast<std::uint64_t>(std::min(i, j) * a.rows + std::max(i, j)));
      double const large = static_cast<double>(random.between(1, 1 << 20)) * 0x1p30,
                   value = a.values[static_cast<std::size_t>(k)];
      for (double const piece : {value, large, 0.1 * value, -0.3 * value, -large, value * 0x1p-55}) c.add(i, j, piece);
    }
  return c;
}

TEST(sparse_decompositions, do_not_show) {
  constexpr std::size_t steps = 12, rows = 64;
  random_source random(first_seed());
  auto const all = in_pieces(five_points<double>(8, 0.7));
  auto const b = random_vector<double>(random, rows), start = random_vector<double>(random, rows);
  auto const whole = by_definition(all, rows, rows);
  sparse::csr_matrix<double> narrow{whole.rows,
                                    whole.columns,
                                    {whole.offsets.begin(), whole.offsets.end()},
                                    {whole.indices.begin(), whole.indices.end()},
                                    whole.values};
  twins::table<double> const table(narrow);
  auto const product = table.times(start);
  auto solution = start;
  auto const over_diagonal = [&](std::vector<double> r) {
    for (std::size_t i = 0; i < rows; ++i) r[i] = r[i] / table(i, i);
    return r;
  };
  auto const history =
      twins::cg<double>({[&](auto const& v) { return table.times(v); }, over_diagonal, b, solution, steps}).history;

  for_some_sizes([&](MPI_Comm comm) {
    int const rank = rank_in(comm);
    random_source alike(first_seed());
    for (std::size_t count = 1; count <= 4; ++count)
      for (auto const& where : distributions_of(rows, size_of(comm), alike)) {
        SCOPED_TRACE(std::to_string(count) + " threads");
        forced_parts const on{count};
        auto const mine = all.part(rank, size_of(comm), alike);
        auto const a = ms::from_triplets<double>(where, mine.i, mine.j, mine.values, comm, on);
        EXPECT_TRUE(has_rows_of(whole, a));
        auto x = ms::part_of<double>(where, rank, start);
        std::vector<double> y(x.size());
        ms::multiply(a, x, vector_view<double>(y), on);
        EXPECT_TRUE(has_elements_of(product, where, comm, y));
        mpi::solver::rank_space<double> const space(a, on);
        auto const jacobi = solver::jacobi(space, a.local());
        auto const report = mpi::solver::cg(a, ms::part_of<double>(where, rank, b), x, jacobi.get(),
                                            {.tolerance = 0, .most_iterations = steps}, on);
        EXPECT_TRUE(same_bits(history, report.history));
        EXPECT_TRUE(has_elements_of(solution, where, comm, x));
      }
  });
}

}  // namespace
}  // namespace isobit::test
