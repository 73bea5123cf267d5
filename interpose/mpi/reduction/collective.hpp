#pragma once

#include <type_traits>

#include "base/mpi_library.hpp"

// The MPI's collectives, with counts that may be large where the MPI has such calls, in three manners.

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

#if MPI_VERSION >= 4
using count_type = MPI_Count;
using displacement_type = MPI_Aint;
#define ISOBIT_BLOCKING(Name) REAL(Name##_c)
#define ISOBIT_PREPARED(Name) REAL(Name##_init_c)
#else
using count_type = int;
using displacement_type = int;
#define ISOBIT_BLOCKING(Name) REAL(Name)
// Open MPI 5 has the prepared forms of MPI 4, though it calls itself an MPI 3; Open MPI 4 has them by names of its own.
// A program that prepares a reduction shows that they are there.
#define ISOBIT_PREPARED(Name)                                                                                \
  (*[] {                                                                                                     \
    static auto* const function = reinterpret_cast<isobit::interpose::prepared_form<decltype(PMPI_##Name)>>( \
        isobit::interpose::mpi_function("PMPI_" #Name "_init", "PMPIX_" #Name "_init"));                     \
    return function;                                                                                         \
  }())
#endif

template <class Blocking> struct prepared_form_of;
template <class... Arguments> struct prepared_form_of<int(Arguments...)> {
  using type = int (*)(Arguments..., MPI_Info, MPI_Request*);
};
/// What prepares a collective, from the type of the function that blocks.
template <class Blocking> using prepared_form = typename prepared_form_of<Blocking>::type;

struct at_once {};
struct started {
  MPI_Request* request;
};
/// Made now, started by MPI_Start as often as wanted.
struct prepared {
  MPI_Info info;
  MPI_Request* request;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END

/// A collective in the manner of the variable `manner`, which a template's parameter declares:
///
///     return ISOBIT_COLLECTIVE(Allgather, Iallgather, send, n, type, receive, n, type, comm);
#define ISOBIT_COLLECTIVE(Name, StartName, ...)                                  \
  [&] {                                                                          \
    using manner_type = std::remove_cvref_t<decltype(manner)>;                   \
    if constexpr (std::is_same_v<manner_type, isobit::interpose::started>)       \
      return ISOBIT_BLOCKING(StartName)(__VA_ARGS__, manner.request);            \
    else if constexpr (std::is_same_v<manner_type, isobit::interpose::prepared>) \
      return ISOBIT_PREPARED(Name)(__VA_ARGS__, manner.info, manner.request);    \
    else                                                                         \
      return ISOBIT_BLOCKING(Name)(__VA_ARGS__);                                 \
  }()
