#include "entry/choices.hpp"

#include "entry/receives.hpp"
#include "entry/statuses.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using kind = choice::kind;

/// The journal that is written; null where there is none, or one that repeats.
journal* written_journal() noexcept {
  journal* const log = journal::active();
  return log != nullptr && !log->repeats() ? log : nullptr;
}
journal* repeated_journal() noexcept {
  journal* const log = journal::active();
  return log != nullptr && log->repeats() ? log : nullptr;
}

/// Requests as they were before the MPI completed some of them.
class handles {
public:
  handles(int count, MPI_Request const* requests) {
    or_fail([&] { handles_.assign(requests, requests + std::max(count, 0)); });
  }
  void settle(journal& log, int index, MPI_Status const& status) const {
    log.settle(handles_[static_cast<std::size_t>(index)], status);
  }
  void settle_all(journal& log, MPI_Status const* statuses) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) log.settle(handles_[i], statuses[i]);
  }

private:
  std::vector<MPI_Request> handles_;
};

/// What a question found out.
void write_answer(journal& log, bool is_yes, kind what, int chosen = 0) {
  if (is_yes)
    log.add(what, chosen);
  else
    log.add_nothing();
}

int answer_no(int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}
int answer_yes(int code, int* flag) {
  *flag = 1;
  return code;
}

void write_several(journal& log, int done, int const indices[], handles const& before, MPI_Status const statuses[]) {
  log.add(kind::several, done);
  for (int i = 0; i < done; ++i) {
    log.add(kind::request, indices[i]);
    before.settle(log, indices[i], statuses[i]);
  }
}

/// What is waited for cannot be cancelled any more.
int repeat_wait(journal& log, MPI_Request* request, MPI_Status* status) {
  log.forget(*request);
  return REAL(Wait)(request, status);
}

int repeat_wait_all(journal& log, int count, MPI_Request requests[], MPI_Status statuses[]) {
  for (int i = 0; i < count; ++i) log.forget(requests[i]);
  return REAL(Waitall)(count, requests, statuses);
}

int repeat_several(journal& log, int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  *done = log.next(kind::several);
  int code = MPI_SUCCESS;
  for (int i = 0; i < *done && code == MPI_SUCCESS; ++i) {
    indices[i] = log.next(kind::request, count);
    code = repeat_wait(log, &requests[indices[i]], statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
  }
  return code;
}

/// None of the requests is active, then and now: the MPI says so at once.
bool was_nothing_active(int chosen) noexcept { return chosen == MPI_UNDEFINED; }

}  // namespace

choice_of_source::choice_of_source(int& source, MPI_Status*& status)
    : journal_(source == MPI_ANY_SOURCE ? journal::active() : nullptr) {
  if (journal_ == nullptr) return;
  if (journal_->repeats()) {
    source = journal_->next(kind::source);
    journal_ = nullptr;
  } else {
    if (status == MPI_STATUS_IGNORE) status = &own_;
    status_ = status;
  }
}

int choice_of_source::made(int code) {
  if (journal_ != nullptr && code == MPI_SUCCESS) journal_->add(kind::source, status_->MPI_SOURCE);
  return code;
}

choice_of_post::choice_of_post(int& source, MPI_Comm* comm)
    : journal_(source == MPI_ANY_SOURCE ? journal::active() : nullptr) {
  if (journal_ == nullptr || !journal_->repeats()) return;
  int const chosen = journal_->next(kind::posted);
  if (chosen != choice::cancelled && chosen != choice::unknown) {
    source = chosen;
    return;
  }
  if (chosen == choice::cancelled && comm != nullptr)
    *comm = journal_->silence();
  else
    journal_->give_up_on("a receive that the recorded run did not complete");
  journal_ = nullptr;
}

int choice_of_post::made(int code, MPI_Request const* request) {
  if (journal_ == nullptr || code != MPI_SUCCESS) return code;
  if (journal_->repeats())
    journal_->keep(*request);
  else
    journal_->add_posted(*request);
  return code;
}

void give_up_on(char const* name) {
  if (journal* const log = journal::active()) log->give_up_on(name);
}

int iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(flag);
    return answer_yes(REAL(Probe)(log->next(kind::found), tag, comm, status), flag);
  }
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Iprobe)(source, tag, comm, flag, status);
  status_for const seen(status);
  int const code = REAL(Iprobe)(source, tag, comm, flag, seen.get());
  if (code == MPI_SUCCESS) write_answer(*log, *flag != 0, kind::found, seen.get()->MPI_SOURCE);
  return code;
}

int improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(flag);
    return answer_yes(REAL(Mprobe)(log->next(kind::found), tag, comm, message, status), flag);
  }
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Improbe)(source, tag, comm, flag, message, status);
  status_for const seen(status);
  int const code = REAL(Improbe)(source, tag, comm, flag, message, seen.get());
  if (code == MPI_SUCCESS) write_answer(*log, *flag != 0, kind::found, seen.get()->MPI_SOURCE);
  return code;
}

int wait_one(MPI_Request* request, MPI_Status* status) {
  if (journal* const log = repeated_journal()) return repeat_wait(*log, request, status);
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Wait)(request, status);
  handles const before(1, request);
  status_for const seen(status);
  int const code = REAL(Wait)(request, seen.get());
  if (code == MPI_SUCCESS) before.settle(*log, 0, *seen.get());
  return code;
}

int test_one(MPI_Request* request, int* flag, MPI_Status* status) {
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(flag);
    log->next(kind::complete);
    return answer_yes(repeat_wait(*log, request, status), flag);
  }
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Test)(request, flag, status);
  handles const before(1, request);
  status_for const seen(status);
  int const code = REAL(Test)(request, flag, seen.get());
  if (code != MPI_SUCCESS) return code;
  write_answer(*log, *flag != 0, kind::complete);
  if (*flag) before.settle(*log, 0, *seen.get());
  return code;
}

int wait_all(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (journal* const log = repeated_journal()) return repeat_wait_all(*log, count, requests, statuses);
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Waitall)(count, requests, statuses);
  handles const before(count, requests);
  statuses_for const seen(count, statuses);
  int const code = REAL(Waitall)(count, requests, seen.get());
  if (code == MPI_SUCCESS) before.settle_all(*log, seen.get());
  return code;
}

int test_all(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(flag);
    log->next(kind::complete);
    return answer_yes(repeat_wait_all(*log, count, requests, statuses), flag);
  }
  journal* const log = written_journal();
  if (log == nullptr) return REAL(Testall)(count, requests, flag, statuses);
  handles const before(count, requests);
  statuses_for const seen(count, statuses);
  int const code = REAL(Testall)(count, requests, flag, seen.get());
  if (code != MPI_SUCCESS) return code;
  write_answer(*log, *flag != 0, kind::complete);
  if (*flag) before.settle_all(*log, seen.get());
  return code;
}

int wait_any(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  int code = MPI_SUCCESS;
  if (journal* const log = repeated_journal()) {
    *index = log->next(kind::first, count);
    code = was_nothing_active(*index) ? REAL(Waitany)(count, requests, index, status)
                                      : repeat_wait(*log, &requests[*index], status);
  } else if (journal* const written = written_journal()) {
    handles const before(count, requests);
    status_for const seen(status);
    code = REAL(Waitany)(count, requests, index, seen.get());
    if (code == MPI_SUCCESS) written->add(kind::first, *index);
    if (code == MPI_SUCCESS && *index != MPI_UNDEFINED) before.settle(*written, *index, *seen.get());
  } else {
    code = REAL(Waitany)(count, requests, index, status);
  }
  if (code == MPI_SUCCESS && *index != MPI_UNDEFINED) note_first_of("MPI_Waitany", count);
  return code;
}

int test_any(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  int code = MPI_SUCCESS;
  if (journal* const log = repeated_journal()) {
    *index = MPI_UNDEFINED;
    if (log->next_is_nothing()) return answer_no(flag);
    *index = log->next(kind::first, count);
    code = was_nothing_active(*index) ? REAL(Testany)(count, requests, index, flag, status)
                                      : answer_yes(repeat_wait(*log, &requests[*index], status), flag);
  } else if (journal* const written = written_journal()) {
    handles const before(count, requests);
    status_for const seen(status);
    code = REAL(Testany)(count, requests, index, flag, seen.get());
    if (code == MPI_SUCCESS) write_answer(*written, *flag != 0, kind::first, *index);
    if (code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED) before.settle(*written, *index, *seen.get());
  } else {
    code = REAL(Testany)(count, requests, index, flag, status);
  }
  if (code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED) note_first_of("MPI_Testany", count);
  return code;
}

int wait_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  int code = MPI_SUCCESS;
  if (journal* const log = repeated_journal()) {
    code = repeat_several(*log, count, requests, done, indices, statuses);
  } else if (journal* const written = written_journal()) {
    handles const before(count, requests);
    statuses_for const seen(count, statuses);
    code = REAL(Waitsome)(count, requests, done, indices, seen.get());
    if (code == MPI_SUCCESS) write_several(*written, *done, indices, before, seen.get());
  } else {
    code = REAL(Waitsome)(count, requests, done, indices, statuses);
  }
  if (code == MPI_SUCCESS && *done > 0) note_first_of("MPI_Waitsome", count);
  return code;
}

int test_some(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  int code = MPI_SUCCESS;
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(done);
    code = repeat_several(*log, count, requests, done, indices, statuses);
  } else if (journal* const written = written_journal()) {
    handles const before(count, requests);
    statuses_for const seen(count, statuses);
    code = REAL(Testsome)(count, requests, done, indices, seen.get());
    if (code == MPI_SUCCESS && *done == 0) written->add_nothing();
    if (code == MPI_SUCCESS && *done != 0) write_several(*written, *done, indices, before, seen.get());
  } else {
    code = REAL(Testsome)(count, requests, done, indices, statuses);
  }
  if (code == MPI_SUCCESS && *done > 0) note_first_of("MPI_Testsome", count);
  return code;
}

int get_status(MPI_Request request, int* flag, MPI_Status* status) {
  if (journal* const log = repeated_journal()) {
    if (log->next_is_nothing()) return answer_no(flag);
    log->next(kind::complete);
    int code = MPI_SUCCESS;
    do code = REAL(Request_get_status)(request, flag, status);
    while (code == MPI_SUCCESS && !*flag);
    return code;
  }
  int const code = REAL(Request_get_status)(request, flag, status);
  if (journal* const log = written_journal(); log != nullptr && code == MPI_SUCCESS)
    write_answer(*log, *flag != 0, kind::complete);
  return code;
}

int cancel(MPI_Request* request) {
  journal* const log = repeated_journal();
  bool const came_too_late = log != nullptr && request != nullptr && log->keeps(*request);
  return came_too_late ? MPI_SUCCESS : REAL(Cancel)(request);
}

int free_request(MPI_Request* request) {
  if (journal* const log = journal::active(); log != nullptr && request != nullptr) log->forget(*request);
  return REAL(Request_free)(request);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
