// mpi4py's reductions of Python objects (lower-case reduce, allreduce, scan, exscan) are messages of its own and
// Python functions: no reduction of MPI's. An audit lists them.
//
// Each of them asks for an attribute of the communicator, once: what mpi4py keeps there is a duplicate to send its
// messages on. It sets the attribute and duplicates the communicator in one function, as nobody else does.

#include <dlfcn.h>
#include <unwind.h>

#include <atomic>
#include <cstring>

#include "audit/python_frames.hpp"
#include "audit/recorder.hpp"
#include "entry/entry.hpp"
#include "entry/python.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// The function of mpi4py that calls; null where it is not mpi4py's.
void const* function_of_mpi4py() {
  auto* const address = const_cast<void*>(origin::return_address());
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return nullptr;
  char const* const slash = std::strrchr(info.dli_fname, '/');
  bool const is_mpi4py = slash != nullptr && std::strncmp(slash, "/MPI.", 5) == 0;
  return is_mpi4py ? _Unwind_FindEnclosingFunction(address) : nullptr;
}

/// The last attribute that this thread set, and where.
struct setting {
  MPI_Comm comm;
  int key;
  void const* function;
};
constinit thread_local setting last_set = {};

std::atomic<int> key_of_duplicates = MPI_KEYVAL_INVALID;

void count_reduction() {
  recorder* const log = recorder::active();
  // At its end mpi4py looks for what is left.
  if (log == nullptr || python_frames(1).empty()) return;
  log->count_passed(log->site(site_kind::objects, "mpi4py reduction"), passed_record::reason::python_objects, 0, 0);
}

}  // namespace

void note_duplicate(MPI_Comm comm) {
  if (last_set.function == nullptr || last_set.comm != comm) return;
  bool const is_first = last_set.key != key_of_duplicates.load(std::memory_order_relaxed);
  if (!is_first || last_set.function != function_of_mpi4py()) return;
  key_of_duplicates = last_set.key;
  count_reduction();
}

}  // namespace interpose
ISOBIT_NAMESPACE_END

using namespace isobit::interpose;

ISOBIT_ENTRY(Comm_set_attr, (MPI_Comm comm, int key, void* value), (comm, key, value)) {
  if (recorder::active() != nullptr) last_set = {comm, key, function_of_mpi4py()};
  return REAL(Comm_set_attr)(comm, key, value);
}

ISOBIT_ENTRY(Comm_get_attr, (MPI_Comm comm, int key, void* value, int* flag), (comm, key, value, flag)) {
  if (key != MPI_KEYVAL_INVALID && key == key_of_duplicates.load(std::memory_order_relaxed)) count_reduction();
  return REAL(Comm_get_attr)(comm, key, value, flag);
}
