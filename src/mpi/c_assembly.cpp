#include "mpi/c_sparse_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

struct isobit_mpi_assembler {
  template <class T> using of = mpi::sparse::assembler<T>;
  std::variant<of<float>, of<double>, of<std::complex<float>>, of<std::complex<double>>> value;
};

struct isobit_mpi_vector_assembler {
  template <class T> using of = mpi::sparse::vector_assembler<T>;
  std::variant<of<float>, of<double>, of<std::complex<float>>, of<std::complex<double>>> value;
};

struct isobit_mpi_coo_pattern {
  mpi::sparse::coo_pattern value;
};

namespace isobit::c_interface {
namespace {

template <class T> mpi::sparse::assembler<T>& assembler_of(isobit_mpi_assembler* assembler) {
  return inside<mpi::sparse::assembler<T>>(assembler);
}
template <class T> mpi::sparse::assembler<T> const& assembler_of(isobit_mpi_assembler const* assembler) {
  return inside<mpi::sparse::assembler<T>>(assembler);
}
template <class T> mpi::sparse::vector_assembler<T>& assembler_of(isobit_mpi_vector_assembler* assembler) {
  return inside<mpi::sparse::vector_assembler<T>>(assembler);
}
template <class T> mpi::sparse::vector_assembler<T> const& assembler_of(isobit_mpi_vector_assembler const* assembler) {
  return inside<mpi::sparse::vector_assembler<T>>(assembler);
}

std::span<int64_t const> numbers_of(int64_t const* first, std::size_t count) {
  require_array(first, count);
  return {first, count};
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

void isobit_mpi_assembler_destroy(isobit_mpi_assembler* assembler) { delete assembler; }
void isobit_mpi_vector_assembler_destroy(isobit_mpi_vector_assembler* assembler) { delete assembler; }
void isobit_mpi_coo_pattern_destroy(isobit_mpi_coo_pattern* pattern) { delete pattern; }

isobit_status isobit_mpi_coo_pattern_create(isobit_mpi_rows const* rows, isobit_mpi_rows const* columns, size_t count,
                                            int64_t const* i, int64_t const* j, MPI_Comm comm, size_t threads,
                                            isobit_mpi_coo_pattern** result) {
  return on_rank(threads, [&](driver_ref const& driver) {
    auto const places = std::span(i, count), others = std::span(j, count);
    hand_out(isobit_mpi_coo_pattern{mpi::sparse::coo_pattern(rows_or_none(rows), columns_or_rows(columns, rows), places,
                                                             others, comm, driver)},
             result);
  });
}

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  isobit_status isobit_mpi_##letter##assembler(isobit_mpi_rows const* rows, isobit_mpi_rows const* columns,            \
                                               MPI_Comm comm, isobit_mpi_assembler** result) {                         \
    return guard([&] {                                                                                                 \
      require_pointers(rows, result);                                                                                  \
      *result = new isobit_mpi_assembler{                                                                              \
          mpi::sparse::assembler<scalar_of<element, real>>(rows_or_none(rows), columns_or_rows(columns, rows), comm)}; \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##assembler_add(isobit_mpi_assembler* assembler, int64_t i, int64_t j,              \
                                                   number_ value) {                                                    \
    return guard([&] { assembler_of<scalar_of<element, real>>(assembler).add(i, j, number<real>(value)); });           \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##assembler_add_block(isobit_mpi_assembler* assembler, isobit_layout layout,        \
                                                         size_t row_count, int64_t const* i, size_t column_count,      \
                                                         int64_t const* j, element const* block, ptrdiff_t ldblock) {  \
    return guard([&] {                                                                                                 \
      assembler_of<scalar_of<element, real>>(assembler).add(numbers_of(i, row_count), numbers_of(j, column_count),     \
                                                            matrix(layout, elements<real>(block),                      \
                                                                   static_cast<ptrdiff_t>(row_count),                  \
                                                                   static_cast<ptrdiff_t>(column_count), ldblock));    \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##assembler_merge(isobit_mpi_assembler* assembler,                                  \
                                                     isobit_mpi_assembler const* other) {                              \
    using T = scalar_of<element, real>;                                                                                \
    return guard([&] { assembler_of<T>(assembler).merge(assembler_of<T>(other)); });                                   \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##assembler_finish(isobit_mpi_assembler const* assembler, size_t threads,           \
                                                      isobit_mpi_matrix** result) {                                    \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      hand_out(isobit_mpi_matrix{assembler_of<scalar_of<element, real>>(assembler).finish(driver)}, result);           \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##vector_assembler(isobit_mpi_rows const* rows, MPI_Comm comm,                      \
                                                      isobit_mpi_vector_assembler** result) {                          \
    return guard([&] {                                                                                                 \
      require_pointers(rows, result);                                                                                  \
      *result =                                                                                                        \
          new isobit_mpi_vector_assembler{mpi::sparse::vector_assembler<scalar_of<element, real>>(rows->value, comm)}; \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##vector_assembler_add(isobit_mpi_vector_assembler* assembler, int64_t i,           \
                                                          number_ value) {                                             \
    return guard([&] { assembler_of<scalar_of<element, real>>(assembler).add(i, number<real>(value)); });              \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##vector_assembler_add_block(isobit_mpi_vector_assembler* assembler, size_t count,  \
                                                                int64_t const* i, element const* values) {             \
    return guard([&] {                                                                                                 \
      assembler_of<scalar_of<element, real>>(assembler).add(                                                           \
          numbers_of(i, count), vector(elements<real>(values), static_cast<ptrdiff_t>(count), 1));                     \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##vector_assembler_merge(isobit_mpi_vector_assembler* assembler,                    \
                                                            isobit_mpi_vector_assembler const* other) {                \
    using T = scalar_of<element, real>;                                                                                \
    return guard([&] { assembler_of<T>(assembler).merge(assembler_of<T>(other)); });                                   \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##vector_assembler_finish(isobit_mpi_vector_assembler const* assembler,             \
                                                             size_t threads, size_t result_count, element* result) {   \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      hand_out(assembler_of<scalar_of<element, real>>(assembler).finish(driver), elements<real>(result),               \
               result_count);                                                                                          \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##coo_assemble(isobit_mpi_coo_pattern const* pattern, size_t count,                 \
                                                  element const* values, size_t threads, isobit_mpi_matrix** result) { \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(pattern);                                                                                       \
      auto const contributions = std::span(elements<real>(values), count);                                             \
      hand_out(isobit_mpi_matrix{pattern->value.assemble<scalar_of<element, real>>(contributions, driver)}, result);   \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##coo_set_values(isobit_mpi_coo_pattern const* pattern, size_t count,               \
                                                    element const* values, isobit_mpi_matrix* a, size_t threads) {     \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      require_pointers(pattern);                                                                                       \
      using T = scalar_of<element, real>;                                                                              \
      pattern->value.set_values<T>(std::span(elements<real>(values), count),                                           \
                                   inside<mpi::sparse::distributed_matrix<T>>(a), driver);                             \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
