#pragma once

#include "replay/journal.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

// The calls that leave open what comes first: the MPI's own, or as the journal says, which an earlier run wrote. Where
// there is no journal they cost a look for it.

/// A receive or probe that blocks: what comes first is a choice if the source is MPI_ANY_SOURCE. May replace the
/// source, and the status where the program wants none.
class choice_of_source {
public:
  choice_of_source(int& source, MPI_Status*& status);
  /// What the call gave; gives it on.
  int made(int code);

private:
  journal* journal_;
  MPI_Status* status_ = nullptr;
  MPI_Status own_;
};

/// The same for one that gives a request; `comm` is null where the call also sends.
class choice_of_post {
public:
  choice_of_post(int& source, MPI_Comm* comm);
  int made(int code, MPI_Request const* request);

private:
  journal* journal_;
};

/// Of a call that no journal covers.
void give_up_on(char const* name);

int iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
int improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);

int wait_one(MPI_Request* request, MPI_Status* status);
int test_one(MPI_Request* request, int* flag, MPI_Status* status);
int wait_all(int count, MPI_Request requests[], MPI_Status statuses[]);
int test_all(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]);
int wait_any(int count, MPI_Request requests[], int* index, MPI_Status* status);
int test_any(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status);
int wait_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]);
int test_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]);
int get_status(MPI_Request request, int* flag, MPI_Status* status);
int cancel(MPI_Request* request);
int free_request(MPI_Request* request);

}  // namespace interpose
ISOBIT_NAMESPACE_END
