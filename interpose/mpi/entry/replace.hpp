#pragma once

#include "base/function_ref.hpp"
#include "reduction/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// The program's call, as it is.
using native_call = function_ref<int()>;

/// What MPI_Allreduce and its kind do: the reduction by isobit, or the MPI's own where it is not isobit's business.
int replace(char const* name, reduction call, native_call native);

/// The same for the forms that return a request.
int replace_start(char const* name, reduction call, native_call native, MPI_Request* request);
/// And for those that only prepare one.
int replace_init(char const* name, reduction call, native_call native, MPI_Info info, MPI_Request* request);

/// MPI_Reduce_local.
int replace_local(char const* name, void const* in, void* in_out, std::size_t count, MPI_Datatype type, MPI_Op op,
                  native_call native);

/// A call that is left to the MPI: counted where there is an audit, and the end of the program where the user wants
/// nothing that cannot be reproduced.
void note_passed(char const* name, passed_record::reason why, std::size_t count, MPI_Datatype type, MPI_Op op);

}  // namespace interpose
ISOBIT_NAMESPACE_END
