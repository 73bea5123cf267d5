#include "native.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

native_reduction native_reduction::of(reduction const& call, void const* send, void* receive) {
  return {call.what,     send,    receive,   call.count, {call.parts.begin(), call.parts.end()},
          call.datatype, call.op, call.root, call.comm};
}

int native_reduction::run() const {
  auto const n = static_cast<count_type>(count);
  switch (what) {
  case form::allreduce:
    return ISOBIT_EXCHANGE(Allreduce)(send, receive, n, datatype, op, comm);
  case form::reduce:
    return ISOBIT_EXCHANGE(Reduce)(send, receive, n, datatype, op, root, comm);
  case form::reduce_scatter:
    return ISOBIT_EXCHANGE(Reduce_scatter)(send, receive, parts.data(), datatype, op, comm);
  case form::reduce_scatter_block:
    return ISOBIT_EXCHANGE(Reduce_scatter_block)(send, receive, parts.front(), datatype, op, comm);
  case form::scan:
    return ISOBIT_EXCHANGE(Scan)(send, receive, n, datatype, op, comm);
  case form::exscan:
    return ISOBIT_EXCHANGE(Exscan)(send, receive, n, datatype, op, comm);
  }
  return MPI_ERR_INTERN;
}

int native_reduction::start(MPI_Request* request) const {
  auto const n = static_cast<count_type>(count);
  switch (what) {
  case form::allreduce:
    return ISOBIT_EXCHANGE(Iallreduce)(send, receive, n, datatype, op, comm, request);
  case form::reduce:
    return ISOBIT_EXCHANGE(Ireduce)(send, receive, n, datatype, op, root, comm, request);
  case form::reduce_scatter:
    return ISOBIT_EXCHANGE(Ireduce_scatter)(send, receive, parts.data(), datatype, op, comm, request);
  case form::reduce_scatter_block:
    return ISOBIT_EXCHANGE(Ireduce_scatter_block)(send, receive, parts.front(), datatype, op, comm, request);
  case form::scan:
    return ISOBIT_EXCHANGE(Iscan)(send, receive, n, datatype, op, comm, request);
  case form::exscan:
    return ISOBIT_EXCHANGE(Iexscan)(send, receive, n, datatype, op, comm, request);
  }
  return MPI_ERR_INTERN;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
