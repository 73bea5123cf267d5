#include <algorithm>
#include <vector>

#include "entry/choices.hpp"
#include "entry/entry.hpp"
#include "entry/pending.hpp"
#include "entry/statuses.hpp"

// The calls that complete requests: where one of them is a reduction of isobit's, its results are computed before the
// program goes on. A program without such reductions pays for one look at a counter.

using namespace isobit::interpose;

namespace {

/// Requests of the program, claimed before the MPI's call, which may replace their handles. What is not complete after
/// it goes back.
class claimed {
public:
  claimed(int count, MPI_Request const* requests) : requests_(requests) {
    or_fail([&] {
      for (int i = 0; i < count && requests != nullptr; ++i)
        if (auto reduction = claim_pending(requests[i])) mine_.push_back({i, requests[i], std::move(reduction)});
    });
  }
  ~claimed() {
    for (entry& one : mine_)
      if (one.reduction && requests_[one.index] != MPI_REQUEST_NULL) add_pending(one.handle, std::move(one.reduction));
  }
  claimed(claimed const&) = delete;
  claimed& operator=(claimed const&) = delete;

  [[nodiscard]] bool empty() const noexcept { return mine_.empty(); }
  /// The exchange of request `index` is complete: gives the program its results.
  int complete(int index) {
    auto const found = std::ranges::find(mine_, index, &entry::index);
    if (found != mine_.end()) or_fail([&] { found->reduction->finish(); });
    return MPI_SUCCESS;
  }

  /// The same for those of `indices`, all of them where that is null, which did not fail.
  int complete_some(int code, int count, int const* indices, MPI_Status const* statuses) {
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) return code;
    for (int i = 0; i < count; ++i) {
      if (code == MPI_ERR_IN_STATUS && statuses[i].MPI_ERROR != MPI_SUCCESS) continue;
      int const mine = complete(indices != nullptr ? indices[i] : i);
      if (code == MPI_SUCCESS) code = mine;
    }
    return code;
  }

private:
  struct entry {
    int index;
    MPI_Request handle;
    std::shared_ptr<pending> reduction;
  };
  MPI_Request const* requests_;
  std::vector<entry> mine_;
};

}  // namespace

ISOBIT_ENTRY(Wait, (MPI_Request * request, MPI_Status* status), (request, status)) {
  if (!any_pending()) return wait_one(request, status);
  claimed mine(1, request);
  int const code = wait_one(request, status);
  return code == MPI_SUCCESS ? mine.complete(0) : code;
}

ISOBIT_ENTRY(Test, (MPI_Request * request, int* flag, MPI_Status* status), (request, flag, status)) {
  if (!any_pending()) return test_one(request, flag, status);
  claimed mine(1, request);
  int const code = test_one(request, flag, status);
  return code == MPI_SUCCESS && *flag ? mine.complete(0) : code;
}

ISOBIT_ENTRY(Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]), (count, requests, statuses)) {
  if (!any_pending()) return wait_all(count, requests, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return wait_all(count, requests, statuses);
  statuses_for const all(count, statuses);
  return mine.complete_some(wait_all(count, requests, all.get()), count, nullptr, all.get());
}

ISOBIT_ENTRY(Testall, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[]),
             (count, requests, flag, statuses)) {
  if (!any_pending()) return test_all(count, requests, flag, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return test_all(count, requests, flag, statuses);
  statuses_for const all(count, statuses);
  int const code = test_all(count, requests, flag, all.get());
  return code == MPI_ERR_IN_STATUS || *flag ? mine.complete_some(code, count, nullptr, all.get()) : code;
}

ISOBIT_ENTRY(Waitany, (int count, MPI_Request requests[], int* index, MPI_Status* status),
             (count, requests, index, status)) {
  if (!any_pending()) return wait_any(count, requests, index, status);
  claimed mine(count, requests);
  int const code = wait_any(count, requests, index, status);
  return code == MPI_SUCCESS && *index != MPI_UNDEFINED ? mine.complete(*index) : code;
}

ISOBIT_ENTRY(Testany, (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status),
             (count, requests, index, flag, status)) {
  if (!any_pending()) return test_any(count, requests, index, flag, status);
  claimed mine(count, requests);
  int const code = test_any(count, requests, index, flag, status);
  return code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED ? mine.complete(*index) : code;
}

ISOBIT_ENTRY(Waitsome, (int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]),
             (count, requests, done, indices, statuses)) {
  if (!any_pending()) return wait_some(count, requests, done, indices, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return wait_some(count, requests, done, indices, statuses);
  statuses_for const all(count, statuses);
  int const code = wait_some(count, requests, done, indices, all.get());
  return *done != MPI_UNDEFINED ? mine.complete_some(code, *done, indices, all.get()) : code;
}

ISOBIT_ENTRY(Testsome, (int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]),
             (count, requests, done, indices, statuses)) {
  if (!any_pending()) return test_some(count, requests, done, indices, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return test_some(count, requests, done, indices, statuses);
  statuses_for const all(count, statuses);
  int const code = test_some(count, requests, done, indices, all.get());
  return *done != MPI_UNDEFINED ? mine.complete_some(code, *done, indices, all.get()) : code;
}

/// The request stays, but the program may use the results.
ISOBIT_ENTRY(Request_get_status, (MPI_Request request, int* flag, MPI_Status* status), (request, flag, status)) {
  if (!any_pending()) return get_status(request, flag, status);
  claimed mine(1, &request);
  int const code = get_status(request, flag, status);
  return code == MPI_SUCCESS && *flag ? mine.complete(0) : code;
}

// Of MPI 4.1. Not every mpi.h that has them agrees on what is const.
#define GET_STATUS(Which, Parameters, Arguments) \
  ISOBIT_ENTRY_FOR(get_status_##Which, "MPI_Request_get_status_" #Which, Parameters, Arguments)
#define REAL_GET_STATUS(Which) REAL_AS(get_status_##Which, "MPI_Request_get_status_" #Which)

GET_STATUS(any, (int count, MPI_Request const requests[], int* index, int* flag, MPI_Status* status),
           (count, requests, index, flag, status)) {
  give_up_on("MPI_Request_get_status_any");
  if (!any_pending()) return REAL_GET_STATUS(any)(count, requests, index, flag, status);
  claimed mine(count, requests);
  int const code = REAL_GET_STATUS(any)(count, requests, index, flag, status);
  return code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED ? mine.complete(*index) : code;
}

GET_STATUS(all, (int count, MPI_Request const requests[], int* flag, MPI_Status statuses[]),
           (count, requests, flag, statuses)) {
  give_up_on("MPI_Request_get_status_all");
  if (!any_pending()) return REAL_GET_STATUS(all)(count, requests, flag, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return REAL_GET_STATUS(all)(count, requests, flag, statuses);
  statuses_for const all(count, statuses);
  int const code = REAL_GET_STATUS(all)(count, requests, flag, all.get());
  return code == MPI_ERR_IN_STATUS || *flag ? mine.complete_some(code, count, nullptr, all.get()) : code;
}

GET_STATUS(some, (int count, MPI_Request const requests[], int* done, int indices[], MPI_Status statuses[]),
           (count, requests, done, indices, statuses)) {
  give_up_on("MPI_Request_get_status_some");
  if (!any_pending()) return REAL_GET_STATUS(some)(count, requests, done, indices, statuses);
  claimed mine(count, requests);
  if (mine.empty()) return REAL_GET_STATUS(some)(count, requests, done, indices, statuses);
  statuses_for const all(count, statuses);
  int const code = REAL_GET_STATUS(some)(count, requests, done, indices, all.get());
  return *done != MPI_UNDEFINED ? mine.complete_some(code, *done, indices, all.get()) : code;
}

ISOBIT_ENTRY(Cancel, (MPI_Request * request), (request)) { return cancel(request); }

ISOBIT_ENTRY(Request_free, (MPI_Request * request), (request)) {
  if (!any_pending()) return free_request(request);
  claimed const mine(1, request);
  return free_request(request);
}

ISOBIT_ENTRY(Start, (MPI_Request * request), (request)) {
  if (any_pending() && request != nullptr)
    if (int const code = restart_pending(*request); code != MPI_SUCCESS) return code;
  return REAL(Start)(request);
}

ISOBIT_ENTRY(Startall, (int count, MPI_Request requests[]), (count, requests)) {
  if (any_pending() && requests != nullptr)
    for (int i = 0; i < count; ++i)
      if (int const code = restart_pending(requests[i]); code != MPI_SUCCESS) return code;
  return REAL(Startall)(count, requests);
}
