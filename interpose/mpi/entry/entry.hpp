#pragma once

#include "audit/call_site.hpp"
#include "base/mpi_library.hpp"

/// Defines MPI_Name and PMPI_Name. The body that follows is what they do when the program calls them; calls that this
/// library or the MPI itself makes go to the MPI. Both are needed: Open MPI's Fortran interface calls PMPI_Name,
/// MPICH's calls MPI_Name. Another tool that follows this library has MPI_Name first, and comes back by PMPI_Name.
///
///     ISOBIT_ENTRY(Barrier, (MPI_Comm comm), (comm)) { return REAL(Barrier)(comm); }
#define ISOBIT_ENTRY(Name, Parameters, Arguments)                                                       \
  static int isobit_##Name Parameters;                                                                  \
  extern "C" __attribute__((visibility("default"))) int PMPI_##Name Parameters {                        \
    if (isobit::interpose::inside::already()) return REAL(Name) Arguments;                              \
    isobit::interpose::origin const caller(__builtin_return_address(0), __builtin_frame_address(0));    \
    isobit::interpose::inside const guard;                                                              \
    return isobit_##Name Arguments;                                                                     \
  }                                                                                                     \
  extern "C" __attribute__((visibility("default"))) int MPI_##Name Parameters {                         \
    if (isobit::interpose::inside::already()) return REAL(Name) Arguments;                              \
    static auto* const tool =                                                                           \
        reinterpret_cast<decltype(&MPI_##Name)>(isobit::interpose::symbol_of_other_tool("MPI_" #Name)); \
    if (tool != nullptr) return tool Arguments;                                                         \
    isobit::interpose::origin const caller(__builtin_return_address(0), __builtin_frame_address(0));    \
    isobit::interpose::inside const guard;                                                              \
    return isobit_##Name Arguments;                                                                     \
  }                                                                                                     \
  static int isobit_##Name Parameters
