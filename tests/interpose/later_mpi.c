/* Stands between the program and its MPI as the MPI: the same one, with functions of MPI 4.1 whether it has them or
 * not. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "later_mpi.h"

/* The MPI's own, past whatever is preloaded. */
static void* behind(char const* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

/* By this the library knows the MPI. */
int PMPI_Get_library_version(char* version, int* length) {
  return ((int (*)(char*, int*))behind("PMPI_Get_library_version"))(version, length);
}

static int is_complete(MPI_Request request, MPI_Status* status) {
  int flag = 0;
  ((int (*)(MPI_Request, int*, MPI_Status*))behind("PMPI_Request_get_status"))(request, &flag, status);
  return flag;
}

int PMPI_Request_get_status_any(int count, MPI_Request const requests[], int* index, int* flag, MPI_Status* status);
int PMPI_Request_get_status_any(int count, MPI_Request const requests[], int* index, int* flag, MPI_Status* status) {
  int active = 0;
  *flag = 0, *index = MPI_UNDEFINED;
  for (int i = 0; i < count && !*flag; ++i) {
    if (requests[i] == MPI_REQUEST_NULL) continue;
    active = 1;
    if (is_complete(requests[i], status)) *flag = 1, *index = i;
  }
  if (!active) *flag = 1;
  return MPI_SUCCESS;
}
int MPI_Request_get_status_any(int count, MPI_Request const requests[], int* index, int* flag, MPI_Status* status) {
  return PMPI_Request_get_status_any(count, requests, index, flag, status);
}

int PMPI_Request_get_status_all(int count, MPI_Request const requests[], int* flag, MPI_Status statuses[]);
int PMPI_Request_get_status_all(int count, MPI_Request const requests[], int* flag, MPI_Status statuses[]) {
  *flag = 1;
  for (int i = 0; i < count; ++i)
    if (!is_complete(requests[i], statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE)) *flag = 0;
  return MPI_SUCCESS;
}
int MPI_Request_get_status_all(int count, MPI_Request const requests[], int* flag, MPI_Status statuses[]) {
  return PMPI_Request_get_status_all(count, requests, flag, statuses);
}

int PMPI_Request_get_status_some(int count, MPI_Request const requests[], int* done, int indices[],
                                 MPI_Status statuses[]);
int PMPI_Request_get_status_some(int count, MPI_Request const requests[], int* done, int indices[],
                                 MPI_Status statuses[]) {
  *done = 0;
  for (int i = 0; i < count; ++i)
    if (requests[i] != MPI_REQUEST_NULL &&
        is_complete(requests[i], statuses != MPI_STATUSES_IGNORE ? &statuses[*done] : MPI_STATUS_IGNORE))
      indices[(*done)++] = i;
  return MPI_SUCCESS;
}
int MPI_Request_get_status_some(int count, MPI_Request const requests[], int* done, int indices[],
                                MPI_Status statuses[]) {
  return PMPI_Request_get_status_some(count, requests, done, indices, statuses);
}

#ifdef LACKS_MPI_4
/* As Open MPI 5, which calls itself an MPI 3. */
int PMPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session);
int PMPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  (void)info;
  (void)handler;
  *session = NULL;
  return MPI_SUCCESS;
}
int MPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  return PMPI_Session_init(info, handler, session);
}

typedef int allreduce_init(void const*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int PMPI_Allreduce_init(void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        MPI_Info info, MPI_Request* request);
int PMPI_Allreduce_init(void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        MPI_Info info, MPI_Request* request) {
  return ((allreduce_init*)behind("PMPIX_Allreduce_init"))(send, receive, count, type, op, comm, info, request);
}
int MPI_Allreduce_init(void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request* request) {
  return PMPI_Allreduce_init(send, receive, count, type, op, comm, info, request);
}
#endif
