#pragma once

// The MPI that the process has loaded, found at run time. This library does not link with an MPI: it is preloaded into
// launchers and shells too, and an MPI may come into the process late, as a dependency of a Python module.
//
// Every use of MPI goes through this header: functions as REAL(Allgather)(...), constants by their usual names.

#include <mpi.h>

#include <isobit/version.hpp>

#include "base/by_int.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Where the MPI has this function, or else the other one; ends the process, with a message, where it has none.
void* mpi_function(char const* name, char const* other_name = nullptr);
/// The function that counts by int, of one whose name ends in _c; null where the MPI has that one, too.
void* mpi_function_by_int(char const* name);
/// The same for a constant. A program may have its own copy of it, which is then the one that everybody uses.
void* mpi_constant(char const* name);

/// A function of that name which comes after this library and is not the MPI's own: another tool's. Else null.
void* symbol_of_other_tool(char const* name);

/// Ends the process, with a message that says what to do, where the MPI is not the one that this library was built for:
/// its handles would have another meaning.
void require_matching_mpi();

/// "openmpi", "mpich", or "mpi-abi" for the ABI of the standard: what this library was built for, as folders are named.
char const* name_of_built_mpi() noexcept;

/// The MPI's function; see `by_int` for one that it may lack. `Name` is a type for each.
template <class Function, class Name> Function* real_function(char const* name) {
  using counted = by_int<Function, Name>;
  if constexpr (counted::is_possible)
    if (void* const function = mpi_function_by_int(name)) {
      counted::function = reinterpret_cast<decltype(counted::function)>(function);
      return &counted::call;
    }
  return reinterpret_cast<Function*>(mpi_function(name));
}

/// Set while this thread runs inside this library, so that calls which come back are left alone.
class inside {
public:
  inside() noexcept { ++depth; }
  ~inside() { --depth; }
  inside(inside const&) = delete;
  inside& operator=(inside const&) = delete;
  static bool already() noexcept { return depth > 0; }

private:
  static constinit thread_local int depth;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END

/// The MPI's own function.
#define REAL(Name) REAL_AS(Name, "MPI_" #Name)
/// The same where only C++ calls it MPI_Name, and the MPI Symbol.
#define REAL_AS(Name, Symbol)                                                                                       \
  (*[] {                                                                                                            \
    struct real_##Name;                                                                                             \
    static auto* const function = isobit::interpose::real_function<decltype(PMPI_##Name), real_##Name>("P" Symbol); \
    return function;                                                                                                \
  }())

// Open MPI's constants are addresses inside the MPI.
#ifdef OMPI_MAJOR_VERSION
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global)                               \
  (static_cast<type>([] {                                                  \
    static void* const address = isobit::interpose::mpi_constant(#global); \
    return address;                                                        \
  }()))
#endif
