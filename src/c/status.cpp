#include <cstdio>

#include <isobit/instruction_set.hpp>

#include "c/guard.hpp"

#define ISOBIT_QUOTED(x) #x
#define ISOBIT_VERSION_TEXT(major, minor, patch) ISOBIT_QUOTED(major) "." ISOBIT_QUOTED(minor) "." ISOBIT_QUOTED(patch)

static_assert(static_cast<int>(isobit::status::ok) == ISOBIT_OK);
static_assert(static_cast<int>(isobit::status::invalid_argument) == ISOBIT_INVALID_ARGUMENT);
static_assert(static_cast<int>(isobit::status::malformed_bytes) == ISOBIT_MALFORMED_BYTES);
static_assert(static_cast<int>(isobit::status::out_of_range) == ISOBIT_OUT_OF_RANGE);
static_assert(static_cast<int>(isobit::status::unsupported) == ISOBIT_UNSUPPORTED);
static_assert(static_cast<int>(isobit::status::out_of_memory) == ISOBIT_OUT_OF_MEMORY);
static_assert(static_cast<int>(isobit::status::internal) == ISOBIT_INTERNAL);
static_assert(static_cast<int>(isobit::status::communication) == ISOBIT_COMMUNICATION);
static_assert(static_cast<int>(isobit::status::singular) == ISOBIT_SINGULAR);

namespace {

// Of fixed size, so that it can be kept when memory is what lacks, and nothing is left to do when a thread ends.
thread_local char last_error[512] = "";

}  // namespace

isobit_status isobit::detail::failed(isobit_status status, char const* message) noexcept {
  std::snprintf(last_error, sizeof last_error, "%s", message);
  return status;
}

extern "C" {

char const* isobit_last_error(void) { return last_error; }

char const* isobit_status_string(isobit_status status) {
  switch (status) {
  case ISOBIT_OK:
    return "success";
  case ISOBIT_INVALID_ARGUMENT:
    return "invalid argument: a null pointer, a stride of zero, or a count that cannot be one";
  case ISOBIT_MALFORMED_BYTES:
    return "malformed bytes: not a state that isobit wrote";
  case ISOBIT_OUT_OF_RANGE:
    return "out of range: a buffer too small, an offset beyond the end, or a state too wide for its type";
  case ISOBIT_UNSUPPORTED:
    return "unsupported: this machine cannot meet the request; see ISOBIT_FORCE_ISA";
  case ISOBIT_OUT_OF_MEMORY:
    return "out of memory or threads";
  case ISOBIT_INTERNAL:
    return "internal error: a defect in isobit";
  case ISOBIT_COMMUNICATION:
    return "communication: MPI failed, or is not in a state to be used";
  case ISOBIT_SINGULAR:
    return "singular: a matrix that has no inverse";
  }
  return "unknown status";
}

char const* isobit_version_string(void) {
  return ISOBIT_VERSION_TEXT(ISOBIT_VERSION_MAJOR, ISOBIT_VERSION_MINOR, ISOBIT_VERSION_PATCH);
}

isobit_status isobit_instruction_set(char const** name) {
  return isobit::c_interface::guard([&] {
    isobit::c_interface::require_pointers(name);
    // Names of instruction sets are literals, so they end in a zero.
    *name = isobit::name(isobit::active_instruction_set()).data();
  });
}

}  // extern "C"
