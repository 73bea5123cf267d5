#include <string>
#include <utility>
#include <variant>

#include <isobit/mpi/solver.hpp>
#include <isobit/mpi/sparse.hpp>

#include "c/solver_arguments.hpp"
#include "mpi/c_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

struct isobit_mpi_rows {
  mpi::sparse::row_distribution value;
};

struct isobit_mpi_matrix {
  std::variant<mpi::sparse::distributed_matrix<float>, mpi::sparse::distributed_matrix<double>> value;
};

namespace isobit::c_interface {
namespace {

using mpi::sparse::distributed_matrix;
using mpi::sparse::row_distribution;

template <class Make> isobit_status make_rows(isobit_mpi_rows** result, Make make) noexcept {
  return guard([&] {
    require_pointers(result);
    *result = new isobit_mpi_rows{make()};
  });
}

/// *result = read(rows), for a row or a rank that there is.
void require_rank(row_distribution const& rows, int rank) {
  require(rank >= 0 && rank < rows.ranks(), "a rank that does not exist");
}

template <class T> distributed_matrix<T> const& matrix_of(isobit_mpi_matrix const* matrix) {
  require_pointers(matrix);
  auto const* const found = std::get_if<distributed_matrix<T>>(&matrix->value);
  if (found == nullptr)
    throw error(status::invalid_argument, "isobit: invalid argument: a matrix of floats for doubles, or of doubles for "
                                          "floats");
  return *found;
}

/// A system whose rows are spread over ranks, and how to solve it.
template <class T> class distributed_problem {
public:
  distributed_problem(isobit_mpi_matrix const* a, isobit_solver_options const* how, driver_ref const& driver)
      : how_(how == nullptr ? isobit_solver_defaults() : *how), method_(method_of<T>(how_.method)), a_(matrix_of<T>(a)),
        driver_(driver), where_(a_, kept_driver::borrowed(driver)),
        preconditioner_(preconditioner_of<T>(how_, where_, a_.local())), options_(options_of(how_)) {}

  void solve(std::span<T const> b, std::span<T> x, isobit_solver_report& report) {
    call_after_each(how_, options_);
    hand_out(correct(b, x), how_, report);
  }
  void refine(std::span<T const> b, std::span<T> x, int most_steps, isobit_refinement& refinement) {
    auto const result = mpi::solver::refine<T>(
        a_, b, x, [this](std::span<T const> r, std::span<T> d) { correct(r, d); }, most_steps, driver_);
    refinement = {result.converged ? 1 : 0, result.steps};
  }

private:
  solver::report correct(std::span<T const> b, std::span<T> x) const {
    return mpi::solver::detail::solve<T>(method_, a_, b, x, preconditioner_.get(), options_, driver_);
  }

  isobit_solver_options how_;
  solver::detail::method<T>* method_;
  distributed_matrix<T> const& a_;
  driver_ref driver_;
  mpi::solver::rank_space<T> where_;
  solver::preconditioner<T> preconditioner_;
  solver::options options_;
};

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

isobit_status isobit_mpi_rows_even(int64_t rows, int ranks, isobit_mpi_rows** result) {
  return make_rows(result, [&] { return row_distribution::even(rows, ranks); });
}

isobit_status isobit_mpi_rows_blocks(int64_t const* sizes, int ranks, isobit_mpi_rows** result) {
  return make_rows(result, [&] {
    require(ranks > 0, "no ranks");
    require_array(sizes, static_cast<std::size_t>(ranks));
    return row_distribution::blocks(std::span(sizes, static_cast<std::size_t>(ranks)));
  });
}

isobit_status isobit_mpi_rows_cyclic(int64_t rows, int64_t block, int ranks, isobit_mpi_rows** result) {
  return make_rows(result, [&] { return row_distribution::cyclic(rows, block, ranks); });
}

isobit_status isobit_mpi_rows_list(int const* owners, int64_t rows, int ranks, isobit_mpi_rows** result) {
  return make_rows(result, [&] {
    require(rows >= 0, "a negative number of rows");
    require_array(owners, static_cast<std::size_t>(rows));
    return row_distribution::list(std::span(owners, static_cast<std::size_t>(rows)), ranks);
  });
}

void isobit_mpi_rows_destroy(isobit_mpi_rows* rows) { delete rows; }

isobit_status isobit_mpi_rows_count(isobit_mpi_rows const* rows, int rank, int64_t* count) {
  return guard([&] {
    require_pointers(rows, count);
    require_rank(rows->value, rank);
    *count = rows->value.count(rank);
  });
}

isobit_status isobit_mpi_rows_owner(isobit_mpi_rows const* rows, int64_t row, int* rank, int64_t* local) {
  return guard([&] {
    require_pointers(rows, rank, local);
    require(row >= 0 && row < rows->value.rows(), "a row that does not exist");
    *rank = rows->value.owner(row);
    *local = rows->value.local(row);
  });
}

isobit_status isobit_mpi_rows_global(isobit_mpi_rows const* rows, int64_t local, int rank, int64_t* row) {
  return guard([&] {
    require_pointers(rows, row);
    require_rank(rows->value, rank);
    require(local >= 0 && local < rows->value.count(rank), "a row that the rank does not have");
    *row = rows->value.global(local, rank);
  });
}

void isobit_mpi_matrix_destroy(isobit_mpi_matrix* matrix) { delete matrix; }

#define ISOBIT_DEFINE(letter, T)                                                                                       \
  isobit_status isobit_mpi_##letter##from_triplets(isobit_mpi_rows const* rows, isobit_mpi_rows const* columns,        \
                                                   size_t count, int64_t const* i, int64_t const* j, T const* values,  \
                                                   MPI_Comm comm, size_t threads, isobit_mpi_matrix** result) {        \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(rows, result);                                                                                  \
      *result = new isobit_mpi_matrix{mpi::sparse::from_triplets<T>(                                                   \
          rows->value, columns == nullptr ? rows->value : columns->value, std::span(i, count), std::span(j, count),    \
          std::span(values, count), comm, driver)};                                                                    \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##scatter_add(isobit_mpi_rows const* rows, size_t count, int64_t const* i,          \
                                                 T const* values, MPI_Comm comm, size_t threads, size_t result_count,  \
                                                 T* result) {                                                          \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(rows);                                                                                          \
      auto const mine =                                                                                                \
          mpi::sparse::scatter_add<T>(rows->value, std::span(i, count), std::span(values, count), comm, driver);       \
      require(result_count == mine.size(), "as many results as the rank has rows are needed");                         \
      require_array(result, result_count);                                                                             \
      std::ranges::copy(mine, result);                                                                                 \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##multiply(T alpha, isobit_mpi_matrix const* a, size_t x_count, T const* x, T beta, \
                                              size_t y_count, T* y, size_t threads) {                                  \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      mpi::sparse::multiply<T>(alpha, matrix_of<T>(a), std::span(x, x_count), beta, std::span(y, y_count), driver);    \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##solve(isobit_mpi_matrix const* a, size_t count, T const* b, T* x,                 \
                                           isobit_solver_options const* how, isobit_solver_report* report,             \
                                           size_t threads) {                                                           \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(report);                                                                                        \
      distributed_problem<T>(a, how, driver).solve(std::span(b, count), std::span(x, count), *report);                 \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##refine(isobit_mpi_matrix const* a, size_t count, T const* b, T* x,                \
                                            isobit_solver_options const* how, int most_steps,                          \
                                            isobit_refinement* refinement, size_t threads) {                           \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(refinement);                                                                                    \
      distributed_problem<T>(a, how, driver)                                                                           \
          .refine(std::span(b, count), std::span(x, count), most_steps, *refinement);                                  \
    });                                                                                                                \
  }
ISOBIT_DEFINE(s, float)
ISOBIT_DEFINE(d, double)

}  // extern "C"
