#include <algorithm>
#include <vector>

#include "entry.hpp"
#include "pending.hpp"

// The calls that complete requests: where one of them is a reduction of isobit's, its results are computed before the
// program goes on. A program without such reductions pays for one look at a counter.

using namespace isobit::interpose;

namespace {

/// A request of the program, looked up before the MPI's call, which may replace the handle.
struct watched {
  MPI_Request handle;
  std::shared_ptr<pending> reduction;

  static watched of(MPI_Request handle) { return {handle, find_pending(handle)}; }

  /// The exchange is complete.
  int complete() const {
    if (!reduction) return MPI_SUCCESS;
    int const code = reduction->finish();
    if (!reduction->is_persistent()) remove_pending(handle, reduction);
    return code;
  }
};

std::vector<watched> watch(int count, MPI_Request const* requests) {
  std::vector<watched> result;
  if (count <= 0 || requests == nullptr) return result;
  result.reserve(static_cast<std::size_t>(count));
  std::transform(requests, requests + count, std::back_inserter(result), watched::of);
  return result;
}

/// The first failure.
int both(int one, int other) noexcept { return one != MPI_SUCCESS ? one : other; }

int complete_all(int code, std::vector<watched> const& requests, MPI_Status const* statuses) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    // Where something failed the statuses tell which requests did not.
    bool const done = code == MPI_SUCCESS || (code == MPI_ERR_IN_STATUS && statuses != MPI_STATUSES_IGNORE &&
                                              statuses[i].MPI_ERROR == MPI_SUCCESS);
    if (done) code = both(code, requests[i].complete());
  }
  return code;
}

int complete_some(int code, std::vector<watched> const& requests, int const* done, int const* indices) {
  if (code != MPI_SUCCESS || *done == MPI_UNDEFINED) return code;
  for (int i = 0; i < *done; ++i) code = both(code, requests[static_cast<std::size_t>(indices[i])].complete());
  return code;
}

}  // namespace

ISOBIT_ENTRY(Wait, (MPI_Request * request, MPI_Status* status), (request, status)) {
  if (!any_pending() || request == nullptr) return REAL(Wait)(request, status);
  auto const mine = watched::of(*request);
  int const code = REAL(Wait)(request, status);
  return code == MPI_SUCCESS ? mine.complete() : code;
}

ISOBIT_ENTRY(Test, (MPI_Request * request, int* flag, MPI_Status* status), (request, flag, status)) {
  if (!any_pending() || request == nullptr) return REAL(Test)(request, flag, status);
  auto const mine = watched::of(*request);
  int const code = REAL(Test)(request, flag, status);
  return code == MPI_SUCCESS && *flag ? mine.complete() : code;
}

ISOBIT_ENTRY(Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]), (count, requests, statuses)) {
  if (!any_pending()) return REAL(Waitall)(count, requests, statuses);
  auto const mine = watch(count, requests);
  return complete_all(REAL(Waitall)(count, requests, statuses), mine, statuses);
}

ISOBIT_ENTRY(Testall, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[]),
             (count, requests, flag, statuses)) {
  if (!any_pending()) return REAL(Testall)(count, requests, flag, statuses);
  auto const mine = watch(count, requests);
  int const code = REAL(Testall)(count, requests, flag, statuses);
  return code != MPI_SUCCESS || *flag ? complete_all(code, mine, statuses) : code;
}

ISOBIT_ENTRY(Waitany, (int count, MPI_Request requests[], int* index, MPI_Status* status),
             (count, requests, index, status)) {
  if (!any_pending()) return REAL(Waitany)(count, requests, index, status);
  auto const mine = watch(count, requests);
  int const code = REAL(Waitany)(count, requests, index, status);
  return code == MPI_SUCCESS && *index != MPI_UNDEFINED ? mine[static_cast<std::size_t>(*index)].complete() : code;
}

ISOBIT_ENTRY(Testany, (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status),
             (count, requests, index, flag, status)) {
  if (!any_pending()) return REAL(Testany)(count, requests, index, flag, status);
  auto const mine = watch(count, requests);
  int const code = REAL(Testany)(count, requests, index, flag, status);
  bool const done = code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED;
  return done ? mine[static_cast<std::size_t>(*index)].complete() : code;
}

ISOBIT_ENTRY(Waitsome, (int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]),
             (count, requests, done, indices, statuses)) {
  if (!any_pending()) return REAL(Waitsome)(count, requests, done, indices, statuses);
  auto const mine = watch(count, requests);
  return complete_some(REAL(Waitsome)(count, requests, done, indices, statuses), mine, done, indices);
}

ISOBIT_ENTRY(Testsome, (int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]),
             (count, requests, done, indices, statuses)) {
  if (!any_pending()) return REAL(Testsome)(count, requests, done, indices, statuses);
  auto const mine = watch(count, requests);
  return complete_some(REAL(Testsome)(count, requests, done, indices, statuses), mine, done, indices);
}

/// The request stays, but the program may use the results.
ISOBIT_ENTRY(Request_get_status, (MPI_Request request, int* flag, MPI_Status* status), (request, flag, status)) {
  if (!any_pending()) return REAL(Request_get_status)(request, flag, status);
  auto const mine = watched::of(request);
  int const code = REAL(Request_get_status)(request, flag, status);
  return code == MPI_SUCCESS && *flag && mine.reduction ? mine.reduction->finish() : code;
}

ISOBIT_ENTRY(Request_free, (MPI_Request * request), (request)) {
  if (!any_pending() || request == nullptr) return REAL(Request_free)(request);
  auto const mine = watched::of(*request);
  int const code = REAL(Request_free)(request);
  if (code == MPI_SUCCESS && mine.reduction) remove_pending(mine.handle, mine.reduction);
  return code;
}

ISOBIT_ENTRY(Start, (MPI_Request * request), (request)) {
  if (any_pending() && request != nullptr)
    if (auto const mine = watched::of(*request); mine.reduction)
      if (int const code = mine.reduction->restart(); code != MPI_SUCCESS) return code;
  return REAL(Start)(request);
}

ISOBIT_ENTRY(Startall, (int count, MPI_Request requests[]), (count, requests)) {
  if (any_pending())
    for (watched const& mine : watch(count, requests))
      if (mine.reduction)
        if (int const code = mine.reduction->restart(); code != MPI_SUCCESS) return code;
  return REAL(Startall)(count, requests);
}
