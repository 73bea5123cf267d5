#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>

#include <isobit/error.hpp>
#include <isobit/isobit.h>

/// What stands between the Fortran modules and the library.
///
/// Programs that the Fortran compiler links may abort where an exception is thrown, even one that is caught: so
/// whatever can be wrong with a call is looked for first, and said by a status. What is left to be thrown is that
/// memory or threads ran out.
namespace isobit::fortran {

/// Keeps the message for the calling thread, and returns the status.
int refuse(isobit_status status, char const* message) noexcept;

/// Refuses what the environment asks for and this machine has not, before the library would.
int check_environment() noexcept;

/// Runs a body whatever the environment is: an exchange that other ranks wait in must go on.
template <class Body> int attempt(Body body) noexcept {
  try {
    body();
    return ISOBIT_OK;
  } catch (error const& problem) {
    return refuse(static_cast<isobit_status>(problem.code()), problem.what());
  } catch (std::bad_alloc const&) {
    return refuse(ISOBIT_OUT_OF_MEMORY, "isobit: out of memory");
  } catch (std::exception const& problem) {
    return refuse(ISOBIT_INTERNAL, problem.what());
  } catch (...) {
    return refuse(ISOBIT_INTERNAL, "isobit: an exception of an unknown type");
  }
}

/// Runs the body of a function that was checked to be possible.
template <class Body> int perform(Body body) noexcept {
  int const status = check_environment();
  return status != ISOBIT_OK ? status : attempt(body);
}

/// The types of elements, as the Fortran modules number them. Integers are those of models, over MPI only.
enum class kind : int { real32 = 1, real64 = 2, complex32 = 3, complex64 = 4, int32 = 5, int64 = 6 };

template <class T> struct type { using real = T; };

/// body(type<float>(), is complex) or body(type<double>(), is complex).
template <class Body> auto for_kind(kind k, Body body) {
  bool const is_complex = k == kind::complex32 || k == kind::complex64;
  if (k == kind::real32 || k == kind::complex32) return body(type<float>(), is_complex);
  return body(type<double>(), is_complex);
}

}  // namespace isobit::fortran
