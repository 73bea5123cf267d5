#include "system.hpp"

#include <cmath>
#include <exception>
#include <map>
#include <stdexcept>
#include <thread>

#include <isobit/mpi.hpp>
#include <isobit/mpi/solver.hpp>
#include <isobit/mpi/sparse.hpp>
#include <isobit/solver.hpp>

#include "share.hpp"

namespace fem {
namespace {

namespace ms = isobit::mpi::sparse;

/// What this rank adds to the system.
struct contributions {
  contributions(ms::row_distribution const& rows, MPI_Comm comm) : matrix(rows, comm), load(rows, comm) {}
  ms::assembler<double> matrix;
  ms::vector_assembler<double> load;
};

/// Of what is prescribed, only the products with it stay, on the right.
void eliminate(cell_system& cell, std::vector<std::int64_t> const& dofs, std::vector<double> const& prescribed) {
  std::size_t const n = dofs.size();
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column)
      if (dofs[column] < 0) cell.load[row] -= cell.matrix[row * n + column] * prescribed[column];
}

/// The places and prescribed values of a cell's components.
struct cell_dofs {
  cell_dofs(discretisation const& of, std::size_t cell) {
    std::size_t const components = of.equations.components();
    for (int const at : of.numbering.of_cell[cell])
      for (std::size_t a = 0; a < components; ++a) {
        std::size_t const place = static_cast<std::size_t>(at) * components + a;
        places.push_back(place);
        numbers.push_back(of.numbering.number[place]);
        prescribed.push_back(of.numbering.value[place]);
      }
  }
  std::vector<std::size_t> places;
  std::vector<std::int64_t> numbers;
  std::vector<double> prescribed;
};

/// The other way: each rank adds up what it has for an entry as it comes, and hands in these sums.
class plain_sums {
public:
  void add(std::vector<std::int64_t> const& dofs, cell_system const& cell) {
    for (std::size_t row = 0; row < dofs.size(); ++row) {
      load_[dofs[row]] += cell.load[row];
      for (std::size_t column = 0; column < dofs.size(); ++column)
        matrix_[{dofs[row], dofs[column]}] += cell.matrix[row * dofs.size() + column];
    }
  }
  void hand_in(contributions& to) const {
    for (auto const& [place, value] : matrix_) to.matrix.add(place.first, place.second, value);
    for (auto const& [place, value] : load_) to.load.add(place, value);
  }

private:
  std::map<std::pair<std::int64_t, std::int64_t>, double> matrix_;
  std::map<std::int64_t, double> load_;
};

/// Computes and adds every `stride`-th of this rank's cells.
void add_cells(discretisation const& of, std::size_t first, std::size_t stride, bool exactly, contributions& to) {
  plain_sums sums;
  for (std::size_t k = first; k < of.my_cells.size(); k += stride) {
    cell_dofs const dofs(of, of.my_cells[k]);
    cell_system cell = of.integrals.system(of.my_cells[k]);
    eliminate(cell, dofs.numbers, dofs.prescribed);
    if (!exactly) {
      sums.add(dofs.numbers, cell);
      continue;
    }
    auto const n = static_cast<std::ptrdiff_t>(dofs.numbers.size());
    to.matrix.add(dofs.numbers, isobit::row_major<double const>(cell.matrix.data(), n, n));
    to.load.add(dofs.numbers, cell.load);
  }
  sums.hand_in(to);
}

contributions assemble(discretisation const& of, options const& chosen, ms::row_distribution const& rows,
                       MPI_Comm comm) {
  std::vector<contributions> parts(chosen.threads, contributions(rows, comm));
  std::vector<std::exception_ptr> problems(parts.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < parts.size(); ++t)
      threads.emplace_back([&, t] {
        try {
          add_cells(of, t, parts.size(), chosen.assembly == "exact", parts[t]);
        } catch (...) {
          problems[t] = std::current_exception();
        }
      });
  }
  for (auto const& problem : problems)
    if (problem) std::rethrow_exception(problem);
  for (std::size_t t = 1; t < parts.size(); ++t) {
    parts[0].matrix.merge(parts[t].matrix);
    parts[0].load.merge(parts[t].load);
  }
  return std::move(parts[0]);
}

/// All ranks' elements of a vector, on every rank.
std::vector<double> gather(ms::row_distribution const& rows, std::vector<double> const& mine, MPI_Comm comm) {
  std::vector<int> counts, firsts;
  int total = 0;
  for (int rank = 0; rank < rows.ranks(); ++rank) {
    counts.push_back(static_cast<int>(rows.count(rank)));
    firsts.push_back(total);
    total += counts.back();
  }
  std::vector<double> received(static_cast<std::size_t>(total)), whole(received.size());
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, received.data(), counts.data(), firsts.data(),
                 MPI_DOUBLE, comm);
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    whole[static_cast<std::size_t>(row)] =
        received[static_cast<std::size_t>(firsts[static_cast<std::size_t>(rows.owner(row))] + rows.local(row))];
  return whole;
}

using preconditioner = isobit::solver::preconditioner<double>;

preconditioner make_preconditioner(std::string const& name, isobit::mpi::solver::rank_space<double> const& where,
                                   ms::distributed_matrix<double> const& a) {
  namespace is = isobit::solver;
  if (name == "none") return nullptr;
  if (name == "jacobi") return is::jacobi(where, a.local());
  if (name == "ssor") return is::ssor(where, a.local());
  if (name == "ic0") return is::ic0(where, a.local());
  if (name == "chebyshev") return is::chebyshev(where, a.local());
  if (name == "multigrid") return is::multigrid(where, a.local());
  throw std::invalid_argument("--preconditioner: '" + name +
                              "' is none of none, jacobi, ssor, ic0, chebyshev, multigrid");
}

}  // namespace

solution solve(discretisation const& of, options const& chosen, MPI_Comm comm) {
  int ranks;
  MPI_Comm_size(comm, &ranks);
  auto const rows = ms::row_distribution::list(owners(chosen.rows, of.numbering.count, ranks), ranks);
  isobit::threads const on(chosen.threads);
  contributions const added = assemble(of, chosen, rows, comm);
  auto const a = added.matrix.finish(on);
  std::vector<double> const b = added.load.finish(on);
  std::vector<double> x(b.size());
  isobit::mpi::solver::rank_space<double> const where(a, on);
  preconditioner const by = make_preconditioner(chosen.preconditioner, where, a);
  solution result;
  result.how = isobit::mpi::solver::cg(a, b, x, by.get(), {.tolerance = chosen.tolerance}, on);
  std::vector<double> const unknown = gather(rows, x, comm);
  result.values = of.numbering.value;
  for (std::size_t place = 0; place < result.values.size(); ++place)
    if (of.numbering.number[place] >= 0)
      result.values[place] = unknown[static_cast<std::size_t>(of.numbering.number[place])];
  return result;
}

errors errors_of(discretisation const& of, std::vector<double> const& values, MPI_Comm comm) {
  std::vector<double> of_values, of_gradients;
  for (std::size_t const cell : of.my_cells) {
    std::vector<double> here;
    for (std::size_t const place : cell_dofs(of, cell).places) here.push_back(values[place]);
    squared_errors const squares = of.integrals.errors(cell, here);
    of_values.push_back(squares.values);
    of_gradients.push_back(squares.gradients);
  }
  auto const sums = isobit::mpi::sum({isobit::mpi::field(of_values), isobit::mpi::field(of_gradients)}, comm);
  // Weights of the quadrature may be negative, so that a sum near zero is, too.
  return {std::sqrt(std::abs(sums[0])), std::sqrt(std::abs(sums[1]))};
}

}  // namespace fem
