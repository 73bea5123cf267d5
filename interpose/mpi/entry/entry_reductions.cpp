#include "entry/entries.hpp"

using namespace isobit::interpose;

// The blocking reductions, the nonblocking ones, and the persistent ones: ENTRIES(Suffix, Count) and PERSISTENT_ENTRIES
// define them all for one type of counts. MPI_Allreduce_c counts by MPI_Count, MPI_Allreduce by int.

#define BLOCKING(Name, Parameters, Arguments, Call)                           \
  ISOBIT_ENTRY(Name, Parameters, Arguments) {                                 \
    return replace("MPI_" #Name, Call, [&] { return REAL(Name) Arguments; }); \
  }
#define NONBLOCKING(Name, Parameters, Arguments, Call)                      \
  ISOBIT_ENTRY(Name, Parameters, Arguments) {                               \
    return replace_start(                                                   \
        "MPI_" #Name, Call, [&] { return REAL(Name) Arguments; }, request); \
  }
#define PERSISTENT(Prefix, Name, Parameters, Arguments, Call)                                                \
  ISOBIT_ENTRY_FOR(Prefix##Name, #Prefix #Name, Parameters, Arguments) {                                     \
    return replace_init(                                                                                     \
        #Prefix #Name, Call, [&] { return REAL_AS(Prefix##Name, #Prefix #Name) Arguments; }, info, request); \
  }

#define BUFFERS void const *send, void *receive
#define TYPES MPI_Datatype type, MPI_Op op
#define PLAIN(Form) plain(form::Form, send, receive, count, type, op, comm)
#define ROOTED plain(form::reduce, send, receive, count, type, op, comm, root)
#define SCATTERED scattered(send, receive, count, type, op, comm)

#define ENTRIES(Suffix, Count)                                                                                      \
  BLOCKING(Allreduce##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm), (send, receive, count, type, op, comm), \
           PLAIN(allreduce))                                                                                        \
  BLOCKING(Scan##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm), (send, receive, count, type, op, comm),      \
           PLAIN(scan))                                                                                             \
  BLOCKING(Exscan##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm), (send, receive, count, type, op, comm),    \
           PLAIN(exscan))                                                                                           \
  BLOCKING(Reduce##Suffix, (BUFFERS, Count count, TYPES, int root, MPI_Comm comm),                                  \
           (send, receive, count, type, op, root, comm), ROOTED)                                                    \
  BLOCKING(Reduce_scatter_block##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm),                              \
           (send, receive, count, type, op, comm), SCATTERED)                                                       \
  BLOCKING(Reduce_scatter##Suffix, (BUFFERS, Count const count[], TYPES, MPI_Comm comm),                            \
           (send, receive, count, type, op, comm), SCATTERED)                                                       \
  NONBLOCKING(Iallreduce##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Request * request),              \
              (send, receive, count, type, op, comm, request), PLAIN(allreduce))                                    \
  NONBLOCKING(Iscan##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Request * request),                   \
              (send, receive, count, type, op, comm, request), PLAIN(scan))                                         \
  NONBLOCKING(Iexscan##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Request * request),                 \
              (send, receive, count, type, op, comm, request), PLAIN(exscan))                                       \
  NONBLOCKING(Ireduce##Suffix, (BUFFERS, Count count, TYPES, int root, MPI_Comm comm, MPI_Request* request),        \
              (send, receive, count, type, op, root, comm, request), ROOTED)                                        \
  NONBLOCKING(Ireduce_scatter_block##Suffix, (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Request * request),   \
              (send, receive, count, type, op, comm, request), SCATTERED)                                           \
  NONBLOCKING(Ireduce_scatter##Suffix, (BUFFERS, Count const count[], TYPES, MPI_Comm comm, MPI_Request* request),  \
              (send, receive, count, type, op, comm, request), SCATTERED)                                           \
  ISOBIT_ENTRY(Reduce_local##Suffix, (void const* in, void* in_out, Count count, TYPES),                            \
               (in, in_out, count, type, op)) {                                                                     \
    return replace_local("MPI_Reduce_local" #Suffix, in, in_out, count < 0 ? 0 : static_cast<std::size_t>(count),   \
                         type, op, [&] { return REAL(Reduce_local##Suffix)(in, in_out, count, type, op); });        \
  }

#define PERSISTENT_ENTRIES(Prefix, Suffix, Count)                                                         \
  PERSISTENT(Prefix, Allreduce_init##Suffix,                                                              \
             (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Info info, MPI_Request * request),          \
             (send, receive, count, type, op, comm, info, request), PLAIN(allreduce))                     \
  PERSISTENT(Prefix, Scan_init##Suffix,                                                                   \
             (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Info info, MPI_Request * request),          \
             (send, receive, count, type, op, comm, info, request), PLAIN(scan))                          \
  PERSISTENT(Prefix, Exscan_init##Suffix,                                                                 \
             (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Info info, MPI_Request * request),          \
             (send, receive, count, type, op, comm, info, request), PLAIN(exscan))                        \
  PERSISTENT(Prefix, Reduce_init##Suffix,                                                                 \
             (BUFFERS, Count count, TYPES, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), \
             (send, receive, count, type, op, root, comm, info, request), ROOTED)                         \
  PERSISTENT(Prefix, Reduce_scatter_block_init##Suffix,                                                   \
             (BUFFERS, Count count, TYPES, MPI_Comm comm, MPI_Info info, MPI_Request * request),          \
             (send, receive, count, type, op, comm, info, request), SCATTERED)                            \
  PERSISTENT(Prefix, Reduce_scatter_init##Suffix,                                                         \
             (BUFFERS, Count const count[], TYPES, MPI_Comm comm, MPI_Info info, MPI_Request* request),   \
             (send, receive, count, type, op, comm, info, request), SCATTERED)

ENTRIES(, int)
ENTRIES(_c, MPI_Count)
PERSISTENT_ENTRIES(MPI_, , int)
PERSISTENT_ENTRIES(MPI_, _c, MPI_Count)
PERSISTENT_ENTRIES(MPIX_, , int)  // Open MPI 4
