#pragma once

#include "audit/call_site.hpp"
#include "base/mpi_library.hpp"

/// Defines MPI_Name and PMPI_Name. The body that follows is what they do when the program calls them; calls that this
/// library or the MPI itself makes go to the MPI. Both are needed: Open MPI's Fortran interface calls PMPI_Name,
/// MPICH's calls MPI_Name. Another tool that follows this library has MPI_Name first, and comes back by PMPI_Name.
///
///     ISOBIT_ENTRY(Barrier, (MPI_Comm comm), (comm)) { return REAL(Barrier)(comm); }
///
/// What mpi.h declares must be declared alike. What it lacks is defined all the same: mpi.h and its MPI_VERSION say
/// little of the MPI that a process has.
#define ISOBIT_ENTRY(Name, Parameters, Arguments) ISOBIT_ENTRY_AS(Name, "MPI_" #Name, Parameters, Arguments)

/// The same for a function that mpi.h may declare with other types, or that is not called MPI_something: in C++ it is
/// MPI_Name, to everybody else Symbol.
///
///     ISOBIT_ENTRY_FOR(own_Barrier, "MPIX_Barrier", (MPI_Comm comm), (comm)) {
///       return REAL_AS(own_Barrier, "MPIX_Barrier")(comm);
///     }
#define ISOBIT_ENTRY_FOR(Name, Symbol, Parameters, Arguments) \
  extern "C" int MPI_##Name Parameters __asm__(Symbol);       \
  extern "C" int PMPI_##Name Parameters __asm__("P" Symbol);  \
  ISOBIT_ENTRY_AS(Name, Symbol, Parameters, Arguments)

#define ISOBIT_ENTRY_AS(Name, Symbol, Parameters, Arguments)                                         \
  static int isobit_##Name Parameters;                                                               \
  extern "C" __attribute__((visibility("default"))) int PMPI_##Name Parameters {                     \
    if (isobit::interpose::inside::already()) return REAL_AS(Name, Symbol) Arguments;                \
    isobit::interpose::origin const caller(__builtin_return_address(0), __builtin_frame_address(0)); \
    isobit::interpose::inside const guard;                                                           \
    return isobit_##Name Arguments;                                                                  \
  }                                                                                                  \
  extern "C" __attribute__((visibility("default"))) int MPI_##Name Parameters {                      \
    if (isobit::interpose::inside::already()) return REAL_AS(Name, Symbol) Arguments;                \
    static auto* const tool =                                                                        \
        reinterpret_cast<decltype(&MPI_##Name)>(isobit::interpose::symbol_of_other_tool(Symbol));    \
    if (tool != nullptr) return tool Arguments;                                                      \
    isobit::interpose::origin const caller(__builtin_return_address(0), __builtin_frame_address(0)); \
    isobit::interpose::inside const guard;                                                           \
    return isobit_##Name Arguments;                                                                  \
  }                                                                                                  \
  static int isobit_##Name Parameters
