#include "lifetime.hpp"

#include <atomic>

#include <isobit/error.hpp>
#include <isobit/instruction_set.hpp>

#include "audit/recorder.hpp"
#include "datatype.hpp"
#include "entry.hpp"
#include "message.hpp"
#include "settings.hpp"

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

/// After MPI_Init; gives on what that gave.
int begin(int code) {
  if (code != MPI_SUCCESS) return code;
  learn_types();
  running = true;
  MPI_Comm parent = MPI_COMM_NULL;
  REAL(Comm_get_parent)(&parent);
  // Spawned ranks have the numbers of those who spawned them: they would write to the same files.
  if (parent == MPI_COMM_NULL) recorder::open(the_settings().audit_folder);
  return code;
}

}  // namespace

bool is_running() noexcept { return running.load(std::memory_order_relaxed); }

void abort_all_ranks() {
  recorder::close("MPI_Abort");
  if (running.exchange(false)) REAL(Abort)(MPI_COMM_WORLD, 1);
}

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
  recorder::close("MPI_Finalize");
  running = false;
  return REAL(Finalize)();
}

ISOBIT_ENTRY(Abort, (MPI_Comm comm, int code), (comm, code)) {
  recorder::close("MPI_Abort");
  return REAL(Abort)(comm, code);
}
