#pragma once

#include <vector>

#include "reduction/collective.hpp"
#include "reduction/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A reduction by the MPI itself, of one of the forms that programs call.
struct native_reduction {
  form what;
  void const* send;
  void* receive;
  std::size_t count;              ///< that a rank contributes
  std::vector<count_type> parts;  ///< of the scattering forms
  MPI_Datatype datatype;
  MPI_Op op;
  int root;
  MPI_Comm comm;

  /// The program's reduction with other buffers.
  static native_reduction of(reduction const& call, void const* send, void* receive);

  /// In one of the manners of collective.hpp.
  template <class Manner> int run(Manner manner) const;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
