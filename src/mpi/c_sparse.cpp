#include "mpi/c_sparse_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

namespace isobit::c_interface {
namespace {

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

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                \
  isobit_status isobit_mpi_##letter##from_triplets(                                                                  \
      isobit_mpi_rows const* rows, isobit_mpi_rows const* columns, size_t count, int64_t const* i, int64_t const* j, \
      element const* values, MPI_Comm comm, size_t threads, isobit_mpi_matrix** result) {                            \
    return on_rank(threads, [&](driver_ref const& driver) {                                                          \
      hand_out(isobit_mpi_matrix{mpi::sparse::from_triplets<scalar_of<element, real>>(                               \
                   rows_or_none(rows), columns_or_rows(columns, rows), std::span(i, count), std::span(j, count),     \
                   std::span(elements<real>(values), count), comm, driver)},                                         \
               result);                                                                                              \
    });                                                                                                              \
  }                                                                                                                  \
  isobit_status isobit_mpi_##letter##scatter_add(isobit_mpi_rows const* rows, size_t count, int64_t const* i,        \
                                                 element const* values, MPI_Comm comm, size_t threads,               \
                                                 size_t result_count, element* result) {                             \
    return on_rank(threads, [&](driver_ref const& driver) {                                                          \
      hand_out(mpi::sparse::scatter_add<scalar_of<element, real>>(                                                   \
                   rows_or_none(rows), std::span(i, count), std::span(elements<real>(values), count), comm, driver), \
               elements<real>(result), result_count);                                                                \
    });                                                                                                              \
  }                                                                                                                  \
  isobit_status isobit_mpi_##letter##multiply(number_ alpha, isobit_mpi_matrix const* a, size_t x_count,             \
                                              element const* x, number_ beta, size_t y_count, element* y,            \
                                              size_t threads) {                                                      \
    return on_rank(threads, [&](driver_ref const& driver) {                                                          \
      using T = scalar_of<element, real>;                                                                            \
      mpi::sparse::multiply<T>(number<real>(alpha), matrix_of<T>(a), std::span(elements<real>(x), x_count),          \
                               number<real>(beta), std::span(elements<real>(y), y_count), driver);                   \
    });                                                                                                              \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
