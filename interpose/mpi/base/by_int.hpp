#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include <mpi.h>

#include "base/message.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What a function that counts by MPI_Count does where the MPI has only the one that counts by int. A program that asks
/// whether there is MPI_Recv_c finds this library's, and calls it: mpi4py does. `Name` is a type for each function.
template <class Function, class Name> struct by_int { static constexpr bool is_possible = false; };

template <class... Arguments, class Name> struct by_int<int(Arguments...), Name> {
  // MPI_Aint stays what it is, and lists of counts do not say how long they are.
  static constexpr bool is_possible = !std::is_same_v<MPI_Count, MPI_Aint> &&
                                      (std::is_same_v<MPI_Count, Arguments> || ...) &&
                                      !(std::is_same_v<MPI_Count const*, Arguments> || ...);

  template <class T> using narrow = std::conditional_t<std::is_same_v<T, MPI_Count>, int, T>;
  static inline int (*function)(narrow<Arguments>...) = nullptr;

  static int call(Arguments... arguments) { return function(narrowed(arguments)...); }

private:
  template <class T> static narrow<T> narrowed(T argument) {
    if constexpr (std::is_same_v<T, MPI_Count>) {
      if (argument > std::numeric_limits<int>::max())
        fail("a call with " + std::to_string(argument) + " elements, and the MPI in this process counts by int");
      return static_cast<int>(argument);
    } else {
      return argument;
    }
  }
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
