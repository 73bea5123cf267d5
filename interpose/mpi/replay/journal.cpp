#include "replay/journal.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>

#include "audit/call_site.hpp"
#include "base/agreement.hpp"
#include "base/message.hpp"
#include "base/settings.hpp"
#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

std::atomic<journal*> the_journal = nullptr;
constinit thread_local char own_thread = 0;  // its address tells threads apart

std::string words_of(choice::kind what) {
  switch (what) {
  case choice::kind::source:
    return "a receive or probe from MPI_ANY_SOURCE";
  case choice::kind::posted:
    return "a receive from MPI_ANY_SOURCE that does not block";
  case choice::kind::found:
    return "a probe that does not block";
  case choice::kind::complete:
    return "MPI_Test, MPI_Testall or MPI_Request_get_status";
  case choice::kind::first:
    return "MPI_Waitany or MPI_Testany";
  case choice::kind::several:
  case choice::kind::request:
    return "MPI_Waitsome or MPI_Testsome";
  default:
    return "a question that was answered by no";
  }
}

}  // namespace

journal* journal::active() noexcept { return the_journal.load(std::memory_order_acquire); }

void journal::open(std::uint64_t run) {
  settings const& wanted = the_settings();
  if (wanted.receive == messages::as_they_come) return;
  int rank = 0, ranks = 0;
  REAL(Comm_rank)(MPI_COMM_WORLD, &rank);
  REAL(Comm_size)(MPI_COMM_WORLD, &ranks);
  auto* const mine = new journal(wanted.receive_folder, rank, wanted.receive == messages::repeated);
  if (mine->repeats_)
    mine->read(ranks);
  else
    mine->begin(ranks, run);
  the_journal = mine;
}

void journal::close(bool is_aborted) noexcept {
  journal* const mine = the_journal.exchange(nullptr);
  if (mine == nullptr) return;
  std::scoped_lock const lock(mine->mutex_);
  if (mine->file_) mine->file_->close();
  auto const rest = std::span(mine->choices_).subspan(std::min(mine->next_, mine->choices_.size()));
  auto const left = std::ranges::count_if(rest, [](choice const& one) { return one.what != choice::kind::nothing; });
  if (left != 0 && !is_aborted)
    say("rank " + std::to_string(mine->rank_) + " does not repeat the run in " + mine->folder_ + ": it ends before " +
        std::to_string(left) + " more messages and requests that came in that run");
  if (mine->silence_ != MPI_COMM_NULL && !is_aborted) REAL(Comm_free)(&mine->silence_);
  // The object stays: another thread may still be about to ask it.
}

journal::journal(std::string folder, int rank, bool repeats)
    : folder_(std::move(folder)), rank_(rank), repeats_(repeats), silence_(MPI_COMM_NULL) {}

void journal::begin(int ranks, std::uint64_t run) {
  make_log_folder(folder_);
  file_.emplace(path_in_log_folder(folder_, rank_, "messages"), sizeof(choice), rank_);
  append({choice::kind::run, ranks, run});
}

void journal::read(int ranks) {
  std::string const path = path_in_log_folder(folder_, rank_, "messages");
  std::ifstream file(path, std::ios::binary);
  log_header header = {};
  bool const is_there = static_cast<bool>(file.read(reinterpret_cast<char*>(&header), sizeof header));
  if (!is_there || std::memcmp(header.magic, log_header::expected_magic, sizeof header.magic) != 0 ||
      header.record_size != sizeof(choice))
    fail(path + " is not there, or no recording of this version of isobit; record a run on " + std::to_string(ranks) +
         " ranks with ISOBIT_MPI_RECV=record:" + folder_);
  auto const there = (std::filesystem::file_size(path) - sizeof header) / sizeof(choice);
  if (header.records > there)
    fail(path + " is damaged: of " + std::to_string(header.records) + " entries it has " + std::to_string(there) +
         "; record again, with ISOBIT_MPI_RECV=record:" + folder_);
  choices_.resize(header.records);
  file.read(reinterpret_cast<char*>(choices_.data()), static_cast<std::streamsize>(header.records * sizeof(choice)));
  bool const has_begun = !choices_.empty() && choices_[0].what == choice::kind::run;
  if (has_begun && choices_[0].chosen != ranks)
    fail(folder_ + " was recorded on " + std::to_string(choices_[0].chosen) +
         " ranks, and can be repeated on so many only");
  if (!all_ranks_agree(has_begun ? choices_[0].number : 0))  // of an earlier run on other ranks, or several runs
    fail(folder_ + " holds recordings of several runs; record again, with ISOBIT_MPI_RECV=record:" + folder_);
  REAL(Comm_dup)(MPI_COMM_SELF, &silence_);
}

std::size_t journal::append(choice const& one) {
  std::size_t const index = file_->size();
  std::byte* const place = file_->append();
  if (place == nullptr) return index;
  std::memcpy(place, &one, sizeof one);
  file_->commit();
  return index;
}

choice* journal::written(std::size_t index) {
  return index < file_->size() ? reinterpret_cast<choice*>(file_->record(index)) : nullptr;
}

void journal::check_thread() {
  void const* first = nullptr;
  if (!thread_.compare_exchange_strong(first, &own_thread) && first != &own_thread)
    fail("several threads take messages as they come, the second at " + describe_call() +
         ": their order cannot be repeated. Unset ISOBIT_MPI_RECV");
}

void journal::add(choice::kind what, int chosen) {
  check_thread();
  std::scoped_lock const lock(mutex_);
  last_ = append({what, chosen, 0});
}

void journal::add_nothing() {
  check_thread();
  std::scoped_lock const lock(mutex_);
  choice* const last = written(last_);
  if (last != nullptr && last->what == choice::kind::nothing)
    ++last->number;
  else
    last_ = append({choice::kind::nothing, 0, 1});
}

void journal::add_posted(MPI_Request request) {
  check_thread();
  std::scoped_lock const lock(mutex_);
  last_ = append({choice::kind::posted, choice::unknown, 0});
  posted_[request] = last_;
}

void journal::settle(MPI_Request request, MPI_Status const& status) {
  std::scoped_lock const lock(mutex_);
  auto const found = posted_.find(request);
  if (found == posted_.end()) return;
  int is_cancelled = 0;
  REAL(Test_cancelled)(&status, &is_cancelled);
  if (choice* const one = written(found->second)) one->chosen = is_cancelled ? choice::cancelled : status.MPI_SOURCE;
  posted_.erase(found);
}

void journal::forget(MPI_Request request) {
  std::scoped_lock const lock(mutex_);
  posted_.erase(request);
}

void journal::diverge(std::string const& how) const {
  fail("rank " + std::to_string(rank_) + " does not repeat the run in " + folder_ + ": at " + describe_call() + " " +
       how + ". Is it the same program, with the same input?");
}

int journal::next(choice::kind what) {
  check_thread();
  std::unique_lock lock(mutex_);
  bool const has_ended = next_ == choices_.size();
  if (!has_ended && choices_[next_].what == what) return choices_[next_++].chosen;
  std::string const there =
      has_ended ? "the recording ends here, after " + std::to_string(next_ - 1) + " entries"
                : "entry " + std::to_string(next_) + " of the recording is " + words_of(choices_[next_].what);
  lock.unlock();
  diverge("it asks for " + words_of(what) + ", and " + there);
}

int journal::next(choice::kind what, int requests) {
  int const chosen = next(what);
  if (chosen != MPI_UNDEFINED && (chosen < 0 || chosen >= requests))
    diverge("it waits for " + std::to_string(requests) + " requests, and the recorded run completed number " +
            std::to_string(chosen) + ", from 0");
  return chosen;
}

void journal::keep(MPI_Request request) {
  std::scoped_lock const lock(mutex_);
  posted_[request] = next_ - 1;
}

bool journal::keeps(MPI_Request request) {
  std::scoped_lock const lock(mutex_);
  return posted_.contains(request);
}

bool journal::next_is_nothing() {
  check_thread();
  {
    std::scoped_lock const lock(mutex_);
    if (next_ == choices_.size() || choices_[next_].what != choice::kind::nothing) return false;
    if (++nothings_ == choices_[next_].number) {
      nothings_ = 0;
      ++next_;
    }
  }
  int flag = 0;
  REAL(Iprobe)(MPI_ANY_SOURCE, MPI_ANY_TAG, silence_, &flag, MPI_STATUS_IGNORE);
  return true;
}

void journal::give_up_on(char const* call) {
  if (!has_given_up_.exchange(true))
    say("rank " + std::to_string(rank_) + ": " + call + ", at " + describe_call() +
        ", takes what comes first and cannot be repeated: ISOBIT_MPI_RECV does not cover this program");
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
