#include "entry/lifetime.hpp"

#include <atomic>
#include <functional>

#include <isobit/error.hpp>
#include <isobit/instruction_set.hpp>

#include "audit/recorder.hpp"
#include "base/agreement.hpp"
#include "base/message.hpp"
#include "base/settings.hpp"
#include "entry/entry.hpp"
#include "entry/pending.hpp"
#include "log/stopwatch.hpp"
#include "reduction/datatype.hpp"
#include "replay/journal.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

std::atomic<bool> running = false;

/// Before MPI_Init: everything that may end the process with a message.
void prepare() {
  require_matching_mpi();
  the_settings();
  try {
    (void)active_instruction_set();
  } catch (error const& problem) {
    fail(problem.what());
  }
}

/// All ranks must do the same: an exchange of one kind on some ranks and of another on others would never end.
void require_same_settings() {
  settings const& mine = the_settings();
  std::string text = mine.replace ? std::to_string(static_cast<int>(mine.how.how)) : "off";
  for (std::uint64_t const number :
       {std::uint64_t(mine.how.bins), mine.how.seed, std::uint64_t{!mine.audit_folder.empty()},
        std::uint64_t(mine.receive), mine.forced ? std::uint64_t(*mine.forced) : 99})
    text += ":" + std::to_string(number);
  if (!all_ranks_agree(std::hash<std::string>()(text)))
    fail("the ranks disagree on ISOBIT_MPI, ISOBIT_MPI_SEED, ISOBIT_MPI_AUDIT, ISOBIT_MPI_RECV or ISOBIT_MPI_ROUTE "
         "(here: ISOBIT_MPI=" +
         mine.mode + "); give all ranks the same environment");
}

void open_files() {
  settings const& wanted = the_settings();
  if (wanted.audit_folder.empty() && wanted.receive == messages::as_they_come) return;
  MPI_Comm parent = MPI_COMM_NULL;
  REAL(Comm_get_parent)(&parent);
  // Spawned ranks have the numbers of those who spawned them: they would write to the same files.
  if (parent != MPI_COMM_NULL) return;
  // The same number on all ranks. Not by MPI_Bcast: two small messages of Open MPI share a cache line, and one that
  // goes one way only leaves the directions between two ranks out of step, which slows every later exchange by a
  // quarter.
  std::uint64_t const mine = since_1970(now());
  std::uint64_t run = mine;
  REAL(Allreduce)(&mine, &run, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  recorder::open(wanted.audit_folder, run);
  journal::open(run);
}

void close_files(bool is_aborted) {
  recorder::close(is_aborted ? "MPI_Abort" : "MPI_Finalize");
  journal::close(is_aborted);
}

void abort_all_ranks() {
  close_files(true);
  if (running.exchange(false)) REAL(Abort)(MPI_COMM_WORLD, 1);
}

/// After MPI_Init; gives on what that gave.
int begin(int code) {
  if (code != MPI_SUCCESS) return code;
  running = true;
  end_all_ranks_by(abort_all_ranks);
  require_same_settings();
  learn_types();
  open_files();
  return code;
}

}  // namespace

bool is_running() noexcept { return running.load(std::memory_order_relaxed); }

}  // namespace interpose
ISOBIT_NAMESPACE_END

using namespace isobit::interpose;

ISOBIT_ENTRY(Init, (int* argc, char*** argv), (argc, argv)) {
  prepare();
  return begin(REAL(Init)(argc, argv));
}

ISOBIT_ENTRY(Init_thread, (int* argc, char*** argv, int required, int* provided), (argc, argv, required, provided)) {
  prepare();
  return begin(REAL(Init_thread)(argc, argv, required, provided));
}

ISOBIT_ENTRY(Finalize, (), ()) {
  settle_all_records();
  close_files(false);
  running = false;
  return REAL(Finalize)();
}

// Not an ISOBIT_ENTRY: an error handler may call it from inside, and the log must be closed all the same.
extern "C" __attribute__((visibility("default"))) int PMPI_Abort(MPI_Comm comm, int code) {
  close_files(true);
  return REAL(Abort)(comm, code);
}
extern "C" __attribute__((visibility("default"))) int MPI_Abort(MPI_Comm comm, int code) {
  close_files(true);
  return REAL(Abort)(comm, code);
}

// The type MPI_Session is not in every mpi.h.
ISOBIT_ENTRY_FOR(session, "MPI_Session_init", (MPI_Info info, MPI_Errhandler handler, void* session),
                 (info, handler, session)) {
  char const* const text = "this program uses MPI sessions; isobit leaves their reductions to the MPI, but between "
                           "MPI_Init and MPI_Finalize";
  if (is_running()) return REAL_AS(session, "MPI_Session_init")(info, handler, session);
  if (the_settings().strict) fail(std::string(text) + ", and ISOBIT_MPI_STRICT is set");
  static std::atomic<bool> said = false;
  if (!said.exchange(true)) say(text);
  return REAL_AS(session, "MPI_Session_init")(info, handler, session);
}
