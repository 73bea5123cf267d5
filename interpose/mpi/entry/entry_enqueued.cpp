#include "entry/entry.hpp"
#include "entry/lifetime.hpp"
#include "entry/replace.hpp"

using namespace isobit::interpose;

namespace {

/// MPICH's reductions that wait in the queue of a GPU: their numbers are there only later, and perhaps not in memory
/// that this library can read.
void note_enqueued(char const* name, long long count, MPI_Datatype type, MPI_Op op) {
  if (!is_running()) return;
  using enum passed_record::reason;
  auto const passed = read_types(type, op).passed;
  note_passed(name, passed && *passed == reproducible ? reproducible : enqueued,
              count < 0 ? 0 : static_cast<std::size_t>(count), type, op);
}

}  // namespace

#define ENTRIES(Name, Symbol, Count)                                                                            \
  ISOBIT_ENTRY_FOR(Name, Symbol,                                                                                \
                   (void const* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
                   (send, receive, count, type, op, comm)) {                                                    \
    note_enqueued(Symbol, count, type, op);                                                                     \
    return REAL_AS(Name, Symbol)(send, receive, count, type, op, comm);                                         \
  }

ENTRIES(own_Allreduce_enqueue, "MPIX_Allreduce_enqueue", int)
ENTRIES(own_Allreduce_enqueue_c, "MPIX_Allreduce_enqueue_c", MPI_Count)
