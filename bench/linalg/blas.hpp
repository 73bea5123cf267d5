#pragma once

#include <dlfcn.h>

#include <complex>
#include <string>

namespace bench::linalg {

/// Fortran's integer in the usual build of a BLAS.
using blas_int = int;

/// The routines of a BLAS with LAPACK, as Fortran calls them; found when the program runs, so that it is built without
/// one. A routine that is not there is null.
struct blas {
  template <class T>
  using gemm_routine = void(char const*, char const*, blas_int const*, blas_int const*, blas_int const*, T const*,
                            T const*, blas_int const*, T const*, blas_int const*, T const*, T*, blas_int const*);

  std::string description;  ///< empty: there is none
  void* library = nullptr;
  void (*set_threads)(int) = nullptr;
  gemm_routine<float>* sgemm = nullptr;
  gemm_routine<double>* dgemm = nullptr;
  gemm_routine<std::complex<float>>* cgemm = nullptr;
  gemm_routine<std::complex<double>>* zgemm = nullptr;
  void (*dsyrk)(char const*, char const*, blas_int const*, blas_int const*, double const*, double const*,
                blas_int const*, double const*, double*, blas_int const*) = nullptr;
  void (*dtrsm)(char const*, char const*, char const*, char const*, blas_int const*, blas_int const*, double const*,
                double const*, blas_int const*, double*, blas_int const*) = nullptr;
  void (*dgetri)(blas_int const*, double*, blas_int const*, blas_int const*, double*, blas_int const*,
                 blas_int*) = nullptr;
  void (*dpotrf)(char const*, blas_int const*, double*, blas_int const*, blas_int*) = nullptr;
  void (*dgesv)(blas_int const*, blas_int const*, double*, blas_int const*, blas_int*, double*, blas_int const*,
                blas_int*) = nullptr;

  /// A routine by its name, or null.
  template <class Routine> [[nodiscard]] Routine* find(char const* name) const {
    return library == nullptr ? nullptr : reinterpret_cast<Routine*>(dlsym(library, name));
  }
  template <class T> [[nodiscard]] gemm_routine<T>* gemm() const {
    if constexpr (std::is_same_v<T, float>)
      return sgemm;
    else if constexpr (std::is_same_v<T, double>)
      return dgemm;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
      return cgemm;
    else
      return zgemm;
  }
};

/// Opens the library; its `description` is empty where that fails.
blas load_blas(std::string const& file);

}  // namespace bench::linalg
