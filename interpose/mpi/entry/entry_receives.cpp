#include "entry/choices.hpp"
#include "entry/entry.hpp"
#include "entry/receives.hpp"

using namespace isobit::interpose;

#define RECEIVES(Name, Parameters, Arguments) \
  ISOBIT_ENTRY(Name, Parameters, Arguments) { \
    note_receive("MPI_" #Name, source, comm); \
    choice_of_source which(source, status);   \
    return which.made(REAL(Name) Arguments);  \
  }
/// Those that give a request.
#define POSTS(Name, Parameters, Arguments, Comm)      \
  ISOBIT_ENTRY(Name, Parameters, Arguments) {         \
    note_receive("MPI_" #Name, source, comm);         \
    choice_of_post which(source, Comm);               \
    return which.made(REAL(Name) Arguments, request); \
  }

#define INTO(Count) void *buffer, Count count, MPI_Datatype type
#define FROM int source, int tag, MPI_Comm comm
#define TO int destination, int send_tag
#define SENT(Count) void const *sent, Count send_count, MPI_Datatype send_type, TO

// ENTRIES(Suffix, Count) defines those with counts for one type of counts.
#define ENTRIES(Suffix, Count)                                                                                        \
  RECEIVES(Recv##Suffix, (INTO(Count), FROM, MPI_Status * status), (buffer, count, type, source, tag, comm, status))  \
  POSTS(Irecv##Suffix, (INTO(Count), FROM, MPI_Request * request), (buffer, count, type, source, tag, comm, request), \
        &comm)                                                                                                        \
  ISOBIT_ENTRY(Recv_init##Suffix, (INTO(Count), FROM, MPI_Request * request),                                         \
               (buffer, count, type, source, tag, comm, request)) {                                                   \
    note_receive("MPI_Recv_init" #Suffix, source, comm);                                                              \
    if (source == MPI_ANY_SOURCE) give_up_on("MPI_Recv_init" #Suffix " from MPI_ANY_SOURCE");                         \
    return REAL(Recv_init##Suffix)(buffer, count, type, source, tag, comm, request);                                  \
  }                                                                                                                   \
  RECEIVES(Sendrecv##Suffix, (SENT(Count), INTO(Count), FROM, MPI_Status * status),                                   \
           (sent, send_count, send_type, destination, send_tag, buffer, count, type, source, tag, comm, status))      \
  RECEIVES(Sendrecv_replace##Suffix, (INTO(Count), TO, FROM, MPI_Status * status),                                    \
           (buffer, count, type, destination, send_tag, source, tag, comm, status))                                   \
  POSTS(Isendrecv##Suffix, (SENT(Count), INTO(Count), FROM, MPI_Request * request),                                   \
        (sent, send_count, send_type, destination, send_tag, buffer, count, type, source, tag, comm, request),        \
        nullptr)                                                                                                      \
  POSTS(Isendrecv_replace##Suffix, (INTO(Count), TO, FROM, MPI_Request * request),                                    \
        (buffer, count, type, destination, send_tag, source, tag, comm, request), nullptr)                            \
  ISOBIT_ENTRY(Mrecv##Suffix, (INTO(Count), MPI_Message * message, MPI_Status * status),                              \
               (buffer, count, type, message, status)) {                                                              \
    note_matched_receive();                                                                                           \
    return REAL(Mrecv##Suffix)(buffer, count, type, message, status);                                                 \
  }                                                                                                                   \
  ISOBIT_ENTRY(Imrecv##Suffix, (INTO(Count), MPI_Message * message, MPI_Request * request),                           \
               (buffer, count, type, message, request)) {                                                             \
    note_matched_receive();                                                                                           \
    return REAL(Imrecv##Suffix)(buffer, count, type, message, request);                                               \
  }

ENTRIES(, int)
ENTRIES(_c, MPI_Count)

ISOBIT_ENTRY(Probe, (FROM, MPI_Status* status), (source, tag, comm, status)) {
  note_probe("MPI_Probe", source, comm);
  choice_of_source which(source, status);
  return which.made(REAL(Probe)(source, tag, comm, status));
}

ISOBIT_ENTRY(Mprobe, (FROM, MPI_Message* message, MPI_Status* status), (source, tag, comm, message, status)) {
  note_probe("MPI_Mprobe", source, comm);
  choice_of_source which(source, status);
  return which.made(REAL(Mprobe)(source, tag, comm, message, status));
}

ISOBIT_ENTRY(Iprobe, (FROM, int* flag, MPI_Status* status), (source, tag, comm, flag, status)) {
  int const code = iprobe(source, tag, comm, flag, status);
  if (code == MPI_SUCCESS && *flag) note_probe("MPI_Iprobe", source, comm);
  return code;
}

ISOBIT_ENTRY(Improbe, (FROM, int* flag, MPI_Message* message, MPI_Status* status),
             (source, tag, comm, flag, message, status)) {
  int const code = improbe(source, tag, comm, flag, message, status);
  if (code == MPI_SUCCESS && *flag) note_probe("MPI_Improbe", source, comm);
  return code;
}
