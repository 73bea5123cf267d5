#include "entry/receives.hpp"

#include "audit/recorder.hpp"
#include "reduction/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using kind = receive_record::kind;

/// Whether messages of several ranks may come first.
bool has_choice(int source, MPI_Comm comm) { return source == MPI_ANY_SOURCE && !group::of(comm).is_alone(); }

/// Of a call that completed some of so many requests, those that were complete first.
void note_first_of(char const* name, int requests) {
  recorder* const log = recorder::active();
  if (log != nullptr && requests > 1) log->count_receive(log->site(name), kind::any_request);
}

}  // namespace

void note_receive(char const* name, int source, MPI_Comm comm) {
  recorder* const log = recorder::active();
  if (log == nullptr || source == MPI_PROC_NULL) return;
  if (has_choice(source, comm))
    log->count_receive(log->site(name), kind::any_source);
  else
    log->count_receive(receive_record::all_sites, kind::named);
}

void note_matched_receive() {
  if (recorder* const log = recorder::active()) log->count_receive(receive_record::all_sites, kind::named);
}

void note_probe(char const* name, int source, MPI_Comm comm) {
  recorder* const log = recorder::active();
  if (log != nullptr && has_choice(source, comm)) log->count_receive(log->site(name), kind::any_source_probe);
}

int wait_any(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  int const code = REAL(Waitany)(count, requests, index, status);
  if (code == MPI_SUCCESS && *index != MPI_UNDEFINED) note_first_of("MPI_Waitany", count);
  return code;
}

int test_any(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  int const code = REAL(Testany)(count, requests, index, flag, status);
  if (code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED) note_first_of("MPI_Testany", count);
  return code;
}

int wait_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  int const code = REAL(Waitsome)(count, requests, done, indices, statuses);
  if (code == MPI_SUCCESS && *done > 0) note_first_of("MPI_Waitsome", count);
  return code;
}

int test_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  int const code = REAL(Testsome)(count, requests, done, indices, statuses);
  if (code == MPI_SUCCESS && *done > 0) note_first_of("MPI_Testsome", count);
  return code;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
