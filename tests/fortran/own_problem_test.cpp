// A problem that only the library finds, on the last rank: it says there what it is, and on the others where. No
// program in Fortran: it throws.
#include <cstdio>
#include <cstring>

#include <ISO_Fortran_binding.h>
#include <mpi.h>

#include <isobit/isobit.h>

extern "C" {
int isobit_fortran_global_sum(int kind, CFI_cdesc_t const* x, CFI_cdesc_t const* mask, CFI_cdesc_t const* weights,
                              int comm, void* result);
void isobit_fortran_message(char* text, std::size_t length) noexcept;
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

  int const real64 = 2;
  int const status = isobit_fortran_global_sum(real64, x, nullptr, nullptr, MPI_Comm_c2f(MPI_COMM_WORLD), &result);
  char message[200];
  isobit_fortran_message(message, sizeof message - 1);
  message[sizeof message - 1] = '\0';
  bool const is_told = status == (is_last ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION) &&
                       std::strstr(message, is_last ? "negative size" : "could not do its part") != nullptr &&
                       result == -1;
  std::printf("rank %d: status %d, %s\n", rank, status, message);
  MPI_Finalize();
  return is_told ? 0 : 1;
}
