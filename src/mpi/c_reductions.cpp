#include <isobit/mpi/dot.hpp>
#include <isobit/mpi/norm.hpp>
#include <isobit/mpi/sum.hpp>

#include "mpi/c_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_ONE(operation, suffix, T, Result)                                                               \
  isobit_status isobit_mpi_##operation##_##suffix(T const* values, size_t count, MPI_Comm comm, int root,      \
                                                  size_t threads, Result* result) {                            \
    return on_rank(threads, [&](driver_ref const& driver) {                                                    \
      deliver_to(result, root,                                                                                 \
                 [&](auto to) { return mpi::operation<Result>(std::span(values, count), comm, to, driver); }); \
    });                                                                                                        \
  }
#define ISOBIT_TWO(operation, suffix, T, Result)                                                                 \
  isobit_status isobit_mpi_##operation##_##suffix(T const* x, T const* y, size_t count, MPI_Comm comm, int root, \
                                                  size_t threads, Result* result) {                              \
    return on_rank(threads, [&](driver_ref const& driver) {                                                      \
      deliver_to(result, root, [&](auto to) {                                                                    \
        return mpi::operation<Result>(std::span(x, count), std::span(y, count), comm, to, driver);               \
      });                                                                                                        \
    });                                                                                                          \
  }
#define ISOBIT_REAL(define, operation) \
  define(operation, f64, double, double) define(operation, f32, float, float) define(operation, f32_f64, float, double)
ISOBIT_REAL(ISOBIT_ONE, sum)
ISOBIT_REAL(ISOBIT_ONE, mean)
ISOBIT_REAL(ISOBIT_ONE, asum)
ISOBIT_REAL(ISOBIT_ONE, squared_norm)
ISOBIT_REAL(ISOBIT_ONE, nrm2)
ISOBIT_REAL(ISOBIT_TWO, dot)
#undef ISOBIT_REAL
#undef ISOBIT_TWO
#undef ISOBIT_ONE

#define ISOBIT_ONE(operation, suffix, T, Pointer, Result)                                                       \
  isobit_status isobit_mpi_##operation##_##suffix(void const* values, size_t count, MPI_Comm comm, int root,    \
                                                  size_t threads, Pointer* result) {                            \
    return on_rank(threads, [&](driver_ref const& driver) {                                                     \
      deliver_to(static_cast<Result*>(result), root,                                                            \
                 [&](auto to) { return mpi::operation(complex_numbers<T>(values, count), comm, to, driver); }); \
    });                                                                                                         \
  }
#define ISOBIT_TWO(operation, suffix, T)                                                                               \
  isobit_status isobit_mpi_##operation##_##suffix(void const* x, void const* y, size_t count, MPI_Comm comm, int root, \
                                                  size_t threads, void* result) {                                      \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      deliver_to(static_cast<std::complex<T>*>(result), root, [&](auto to) {                                           \
        return mpi::operation(complex_numbers<T>(x, count), complex_numbers<T>(y, count), comm, to, driver);           \
      });                                                                                                              \
    });                                                                                                                \
  }
#define ISOBIT_COMPLEX(operation)                            \
  ISOBIT_ONE(operation, c, float, void, std::complex<float>) \
  ISOBIT_ONE(operation, z, double, void, std::complex<double>)
#define ISOBIT_MAGNITUDES(operation) \
  ISOBIT_ONE(operation, c, float, float, float) ISOBIT_ONE(operation, z, double, double, double)
ISOBIT_COMPLEX(sum)
ISOBIT_COMPLEX(mean)
ISOBIT_MAGNITUDES(asum)
ISOBIT_MAGNITUDES(squared_norm)
ISOBIT_MAGNITUDES(nrm2)
ISOBIT_TWO(dot, c, float)
ISOBIT_TWO(dot, z, double)
ISOBIT_TWO(conjugated_dot, c, float)
ISOBIT_TWO(conjugated_dot, z, double)
#undef ISOBIT_MAGNITUDES
#undef ISOBIT_COMPLEX
#undef ISOBIT_TWO
#undef ISOBIT_ONE

}  // extern "C"
