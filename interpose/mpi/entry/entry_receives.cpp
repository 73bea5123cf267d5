#include "entry/entry.hpp"
#include "entry/receives.hpp"

using namespace isobit::interpose;

#define RECEIVES(Name, Parameters, Arguments) \
  ISOBIT_ENTRY(Name, Parameters, Arguments) { \
    note_receive("MPI_" #Name, source, comm); \
    return REAL(Name) Arguments;              \
  }

#define INTO(Count) void *buffer, Count count, MPI_Datatype type
#define FROM int source, int tag, MPI_Comm comm
#define TO int destination, int send_tag
#define SENT(Count) void const *sent, Count send_count, MPI_Datatype send_type, TO

// ENTRIES(Suffix, Count) defines those with counts for one type of counts.
#define ENTRIES(Suffix, Count)                                                                                       \
  RECEIVES(Recv##Suffix, (INTO(Count), FROM, MPI_Status * status), (buffer, count, type, source, tag, comm, status)) \
  RECEIVES(Irecv##Suffix, (INTO(Count), FROM, MPI_Request * request),                                                \
           (buffer, count, type, source, tag, comm, request))                                                        \
  RECEIVES(Recv_init##Suffix, (INTO(Count), FROM, MPI_Request * request),                                            \
           (buffer, count, type, source, tag, comm, request))                                                        \
  RECEIVES(Sendrecv##Suffix, (SENT(Count), INTO(Count), FROM, MPI_Status * status),                                  \
           (sent, send_count, send_type, destination, send_tag, buffer, count, type, source, tag, comm, status))     \
  RECEIVES(Sendrecv_replace##Suffix, (INTO(Count), TO, FROM, MPI_Status * status),                                   \
           (buffer, count, type, destination, send_tag, source, tag, comm, status))                                  \
  RECEIVES(Isendrecv##Suffix, (SENT(Count), INTO(Count), FROM, MPI_Request * request),                               \
           (sent, send_count, send_type, destination, send_tag, buffer, count, type, source, tag, comm, request))    \
  RECEIVES(Isendrecv_replace##Suffix, (INTO(Count), TO, FROM, MPI_Request * request),                                \
           (buffer, count, type, destination, send_tag, source, tag, comm, request))                                 \
  ISOBIT_ENTRY(Mrecv##Suffix, (INTO(Count), MPI_Message * message, MPI_Status * status),                             \
               (buffer, count, type, message, status)) {                                                             \
    note_matched_receive();                                                                                          \
    return REAL(Mrecv##Suffix)(buffer, count, type, message, status);                                                \
  }                                                                                                                  \
  ISOBIT_ENTRY(Imrecv##Suffix, (INTO(Count), MPI_Message * message, MPI_Request * request),                          \
               (buffer, count, type, message, request)) {                                                            \
    note_matched_receive();                                                                                          \
    return REAL(Imrecv##Suffix)(buffer, count, type, message, request);                                              \
  }

ENTRIES(, int)
ENTRIES(_c, MPI_Count)

ISOBIT_ENTRY(Probe, (FROM, MPI_Status* status), (source, tag, comm, status)) {
  note_probe("MPI_Probe", source, comm);
  return REAL(Probe)(source, tag, comm, status);
}

ISOBIT_ENTRY(Mprobe, (FROM, MPI_Message* message, MPI_Status* status), (source, tag, comm, message, status)) {
  note_probe("MPI_Mprobe", source, comm);
  return REAL(Mprobe)(source, tag, comm, message, status);
}

ISOBIT_ENTRY(Iprobe, (FROM, int* flag, MPI_Status* status), (source, tag, comm, flag, status)) {
  int const code = REAL(Iprobe)(source, tag, comm, flag, status);
  if (code == MPI_SUCCESS && *flag) note_probe("MPI_Iprobe", source, comm);
  return code;
}

ISOBIT_ENTRY(Improbe, (FROM, int* flag, MPI_Message* message, MPI_Status* status),
             (source, tag, comm, flag, message, status)) {
  int const code = REAL(Improbe)(source, tag, comm, flag, message, status);
  if (code == MPI_SUCCESS && *flag) note_probe("MPI_Improbe", source, comm);
  return code;
}
