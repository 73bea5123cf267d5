#include "entry/receives.hpp"

#include "audit/recorder.hpp"
#include "reduction/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using kind = receive_record::kind;

/// Whether messages of several ranks may come first.
bool has_choice(int source, MPI_Comm comm) { return source == MPI_ANY_SOURCE && !group::of(comm).is_alone(); }

}  // namespace

void note_receive(char const* name, int source, MPI_Comm comm) {
  recorder* const log = recorder::active();
  if (log == nullptr || source == MPI_PROC_NULL) return;
  if (has_choice(source, comm))
    log->count_receive(log->site(site_kind::receive, name), kind::any_source);
  else
    log->count_receive(receive_record::all_sites, kind::named);
}

void note_matched_receive() {
  if (recorder* const log = recorder::active()) log->count_receive(receive_record::all_sites, kind::named);
}

void note_probe(char const* name, int source, MPI_Comm comm) {
  recorder* const log = recorder::active();
  if (log != nullptr && has_choice(source, comm))
    log->count_receive(log->site(site_kind::receive, name), kind::any_source_probe);
}

void note_first_of(char const* name, int requests) {
  recorder* const log = recorder::active();
  if (log != nullptr && requests > 1) log->count_receive(log->site(site_kind::receive, name), kind::any_request);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
