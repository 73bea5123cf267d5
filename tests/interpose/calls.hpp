#pragma once

#include <string>
#include <vector>

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

/// Every way to ask an MPI for a reduction, and every way to wait for it.
namespace conformance {

enum class shape { reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan, reduce_local };
inline constexpr shape all_shapes[] = {
    shape::reduce, shape::allreduce, shape::reduce_scatter, shape::reduce_scatter_block,
    shape::scan,   shape::exscan,    shape::reduce_local};

enum class form { blocking, nonblocking, persistent, large, large_nonblocking, large_persistent };
#if MPI_VERSION >= 4
inline constexpr form all_forms[] = {form::blocking, form::nonblocking,       form::persistent,
                                     form::large,    form::large_nonblocking, form::large_persistent};
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
inline constexpr form all_forms[] = {form::blocking, form::nonblocking, form::persistent};
#else
inline constexpr form all_forms[] = {form::blocking, form::nonblocking};
#endif

constexpr bool is_blocking(form f) { return f == form::blocking || f == form::large; }
constexpr bool is_persistent(form f) { return f == form::persistent || f == form::large_persistent; }
constexpr bool is_large(form f) {
  return f == form::large || f == form::large_nonblocking || f == form::large_persistent;
}

inline std::string name_of(shape s, form f) {
  static char const* const upper[] = {"Reduce", "Allreduce", "Reduce_scatter", "Reduce_scatter_block",
                                      "Scan",   "Exscan",    "Reduce_local"};
  std::string name = upper[static_cast<int>(s)];
  if (f == form::nonblocking || f == form::large_nonblocking) {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
    name = "I" + name;
  }
  return "MPI_" + name + (is_persistent(f) ? "_init" : "") + (is_large(f) ? "_c" : "");
}

struct arguments {
  void const* send = nullptr;
  void* receive = nullptr;
  int count = 0;            ///< of a rank's result, where all are of one length
  std::vector<int> counts;  ///< of every rank's result, for reduce_scatter
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op operation = MPI_OP_NULL;
  int root = 0;
  MPI_Comm communicator = MPI_COMM_NULL;
};

#define CONFORMANCE_FORMS(Name, lower, ...)                    \
  switch (f) {                                                 \
  case form::blocking:                                         \
    return MPI_##Name(__VA_ARGS__, a.communicator);            \
  case form::nonblocking:                                      \
    return MPI_I##lower(__VA_ARGS__, a.communicator, request); \
    CONFORMANCE_FORMS_OF_MPI_4(Name, lower, __VA_ARGS__)       \
  default:                                                     \
    return MPI_ERR_OTHER;                                      \
  }
#if MPI_VERSION >= 4
#define CONFORMANCE_FORMS_OF_MPI_4(Name, lower, ...)                               \
  case form::persistent:                                                           \
    return MPI_##Name##_init(__VA_ARGS__, a.communicator, MPI_INFO_NULL, request); \
  case form::large:                                                                \
    return MPI_##Name##_c(__VA_ARGS__, a.communicator);                            \
  case form::large_nonblocking:                                                    \
    return MPI_I##lower##_c(__VA_ARGS__, a.communicator, request);                 \
  case form::large_persistent:                                                     \
    return MPI_##Name##_init_c(__VA_ARGS__, a.communicator, MPI_INFO_NULL, request);
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define CONFORMANCE_FORMS_OF_MPI_4(Name, lower, ...) \
  case form::persistent:                             \
    return MPIX_##Name##_init(__VA_ARGS__, a.communicator, MPI_INFO_NULL, request);
#else
#define CONFORMANCE_FORMS_OF_MPI_4(Name, lower, ...)
#endif

/// Converts to what a form of reduce_scatter takes.
struct count_array {
  std::vector<int> const& counts;
  std::vector<MPI_Count>& long_counts;
  operator int const*() const { return counts.data(); }
  operator MPI_Count const*() const { return long_counts.data(); }
};

/// Blocking forms are done on return; the request of a persistent one is to be started. `long_counts` must live until
/// the reduction is done.
inline int begin(shape s, form f, arguments const& a, std::vector<MPI_Count>& long_counts, MPI_Request* request) {
  switch (s) {
  case shape::reduce:
    CONFORMANCE_FORMS(Reduce, reduce, a.send, a.receive, a.count, a.type, a.operation, a.root)
  case shape::allreduce:
    CONFORMANCE_FORMS(Allreduce, allreduce, a.send, a.receive, a.count, a.type, a.operation)
  case shape::reduce_scatter: {
    long_counts.assign(a.counts.begin(), a.counts.end());
    count_array const counts{a.counts, long_counts};
    CONFORMANCE_FORMS(Reduce_scatter, reduce_scatter, a.send, a.receive, counts, a.type, a.operation)
  }
  case shape::reduce_scatter_block:
    CONFORMANCE_FORMS(Reduce_scatter_block, reduce_scatter_block, a.send, a.receive, a.count, a.type, a.operation)
  case shape::scan:
    CONFORMANCE_FORMS(Scan, scan, a.send, a.receive, a.count, a.type, a.operation)
  case shape::exscan:
    CONFORMANCE_FORMS(Exscan, exscan, a.send, a.receive, a.count, a.type, a.operation)
  case shape::reduce_local:
    break;
  }
#if MPI_VERSION >= 4
  if (f == form::large) return MPI_Reduce_local_c(a.send, a.receive, a.count, a.type, a.operation);
#endif
  return f == form::blocking ? MPI_Reduce_local(a.send, a.receive, a.count, a.type, a.operation) : MPI_ERR_OTHER;
}

#undef CONFORMANCE_FORMS
#undef CONFORMANCE_FORMS_OF_MPI_4

enum class completion { wait, waitall, waitany, waitsome, test, testall, testany, testsome, get_status };
inline constexpr int completions = 9;
inline constexpr char const* completion_names[] = {"Wait",    "Waitall", "Waitany",  "Waitsome",          "Test",
                                                   "Testall", "Testany", "Testsome", "Request_get_status"};

/// Waits for one request, among requests that are null where the call takes several. Returns the class of an error.
inline int complete(completion how, MPI_Request& request) {
  MPI_Request requests[3] = {MPI_REQUEST_NULL, request, MPI_REQUEST_NULL};
  MPI_Status statuses[3];
  int flag = 0, index = -1, number = 0, indices[3] = {-1, -1, -1}, code = MPI_SUCCESS;
  switch (how) {
  case completion::wait:
    return MPI_Wait(&request, MPI_STATUS_IGNORE);
  case completion::test:
    while (code == MPI_SUCCESS && flag == 0) code = MPI_Test(&request, &flag, statuses);
    return code;
  case completion::get_status:
    while (code == MPI_SUCCESS && flag == 0) code = MPI_Request_get_status(request, &flag, statuses);
    if (code == MPI_SUCCESS && request == MPI_REQUEST_NULL) return MPI_ERR_REQUEST;  // it is not to free the request
    return code == MPI_SUCCESS ? MPI_Wait(&request, statuses) : code;
  case completion::waitall:
    code = MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    break;
  case completion::waitany:
    code = MPI_Waitany(3, requests, &index, statuses);
    if (index != 1) return MPI_ERR_REQUEST;
    break;
  case completion::waitsome:
    code = MPI_Waitsome(3, requests, &number, indices, statuses);
    if (number != 1 || indices[0] != 1) return MPI_ERR_REQUEST;
    break;
  case completion::testall:
    while (code == MPI_SUCCESS && flag == 0) code = MPI_Testall(3, requests, &flag, statuses);
    break;
  case completion::testany:
    while (code == MPI_SUCCESS && flag == 0) code = MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
    if (index != 1) return MPI_ERR_REQUEST;
    break;
  case completion::testsome:
    while (code == MPI_SUCCESS && number == 0) code = MPI_Testsome(3, requests, &number, indices, MPI_STATUSES_IGNORE);
    if (number != 1 || indices[0] != 1) return MPI_ERR_REQUEST;
    break;
  }
  request = requests[1];
  return code;
}

}  // namespace conformance
