// A problem that only the library finds, on the last rank: it says there what it is, and on the others where. No
// program in Fortran: it throws.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <ISO_Fortran_binding.h>
#include <mpi.h>

#include <isobit/isobit.h>

extern "C" {
int isobit_fortran_global_sum(int kind, CFI_cdesc_t const* x, CFI_cdesc_t const* mask, CFI_cdesc_t const* weights,
                              int comm, void* result);
int isobit_fortran_global_sum_of_range(int kind, int of_fields, CFI_cdesc_t const* x, CFI_cdesc_t const* y,
                                       int const* range, int pairs, int comm, void* results);
void isobit_fortran_message(char* text, std::size_t length) noexcept;
}

// Whether this rank has heard of the problem as it should.
bool told(int status, bool is_last, char const* what) {
  char message[200];
  isobit_fortran_message(message, sizeof message - 1);
  message[sizeof message - 1] = '\0';
  std::printf("status %d, %s\n", status, message);
  return status == (is_last ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION) && std::strstr(message, what) != nullptr;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool const is_last = rank == ranks - 1;

  // Broken there: -1 elements.
  double element = 1, result = -1;
  CFI_CDESC_T(2) storage = {};
  auto* const x = reinterpret_cast<CFI_cdesc_t*>(&storage);
  x->base_addr = &element, x->elem_len = sizeof element, x->rank = 2;
  x->dim[0].extent = is_last ? -1 : 1, x->dim[0].sm = sizeof element;
  x->dim[1].extent = 1, x->dim[1].sm = sizeof element;

  int const real64 = 2, int64 = 6, comm = MPI_Comm_c2f(MPI_COMM_WORLD);
  bool is_told = told(isobit_fortran_global_sum(real64, x, nullptr, nullptr, comm, &result), is_last,
                      is_last ? "negative size" : "could not do its part");
  // An array that is not there does not say how many fields it has: the other ranks hear of it all the same.
  std::int64_t integers[3] = {1, 2, 3}, sums[3] = {-1, -1, -1};
  x->base_addr = is_last ? nullptr : integers, x->elem_len = sizeof integers[0];
  x->dim[0].extent = 1, x->dim[1].extent = is_last ? -1 : 3;
  is_told = told(isobit_fortran_global_sum_of_range(int64, 1, x, nullptr, nullptr, 0, comm, sums), is_last,
                 is_last ? "assumed size" : "could not do its part") &&
            is_told;
  MPI_Finalize();
  return is_told && result == -1 && sums[0] == -1 ? 0 : 1;
}
