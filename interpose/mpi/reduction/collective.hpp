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
#define ISOBIT_PREPARED(Name) [](auto...) { return MPI_ERR_UNSUPPORTED_OPERATION; }
#endif

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
