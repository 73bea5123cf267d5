#include "reduction/native.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

native_reduction native_reduction::of(reduction const& call, void const* send, void* receive) {
  return {call.what,     send,    receive,   call.count, {call.parts.begin(), call.parts.end()},
          call.datatype, call.op, call.root, call.comm};
}

template <class Manner> int native_reduction::run(Manner manner) const {
  auto const n = static_cast<count_type>(count);
  switch (what) {
  case form::allreduce:
    return ISOBIT_COLLECTIVE(Allreduce, Iallreduce, send, receive, n, datatype, op, comm);
  case form::reduce:
    return ISOBIT_COLLECTIVE(Reduce, Ireduce, send, receive, n, datatype, op, root, comm);
  case form::reduce_scatter:
    return ISOBIT_COLLECTIVE(Reduce_scatter, Ireduce_scatter, send, receive, parts.data(), datatype, op, comm);
  case form::reduce_scatter_block:
    return ISOBIT_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, send, receive, parts.front(), datatype, op,
                             comm);
  case form::scan:
    return ISOBIT_COLLECTIVE(Scan, Iscan, send, receive, n, datatype, op, comm);
  case form::exscan:
    return ISOBIT_COLLECTIVE(Exscan, Iexscan, send, receive, n, datatype, op, comm);
  }
  return MPI_ERR_INTERN;
}

template int native_reduction::run(at_once) const;
template int native_reduction::run(started) const;
template int native_reduction::run(prepared) const;

}  // namespace interpose
ISOBIT_NAMESPACE_END
