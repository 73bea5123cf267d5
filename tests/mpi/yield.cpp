#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>

// MPICH over UCX does not give up its processor while it waits, so that with more ranks than cores every message takes
// a time slice of the scheduler's, and a test minutes. This stands before the function it asks for messages.
#ifdef MPICH_VERSION
extern "C" unsigned ucp_worker_progress(void* worker) {
  using function = unsigned (*)(void*);
  static auto const original = reinterpret_cast<function>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  unsigned const events = original(worker);
  if (events == 0) sched_yield();
  return events;
}
#endif
