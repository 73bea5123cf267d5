/* What mpi.h may lack. */

#include <mpi.h>

#if MPI_VERSION < 4 || (MPI_VERSION == 4 && MPI_SUBVERSION < 1)
int MPI_Request_get_status_any(int count, MPI_Request const requests[], int* index, int* flag, MPI_Status* status);
int MPI_Request_get_status_all(int count, MPI_Request const requests[], int* flag, MPI_Status* statuses);
int MPI_Request_get_status_some(int count, MPI_Request const requests[], int* done, int indices[],
                                MPI_Status* statuses);
#endif
/* Open MPI 5 has these, and still calls itself an MPI 3. */
#if MPI_VERSION < 4 && !(defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define LACKS_MPI_4
typedef void* MPI_Session;
int MPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session);
/* Those with MPI_Count nobody has but the library. */
#define IF_ANY __attribute__((weak))
IF_ANY int MPI_Allreduce_c(void const* send, void* receive, MPI_Count count, MPI_Datatype type, MPI_Op op,
                           MPI_Comm comm);
IF_ANY int MPI_Recv_c(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Status* status);
int MPI_Allreduce_init(void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request* request);
#endif
