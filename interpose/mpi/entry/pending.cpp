#include "entry/pending.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <unordered_map>
#include <vector>

#include "entry/lifetime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

struct table {
  std::mutex mutex;
  std::unordered_map<MPI_Request, std::shared_ptr<pending>> reductions;
  std::atomic<std::size_t> count = 0;
  // Taken before the mutex of any reduction, and never for as long as somebody waits.
  std::mutex settling;
  std::vector<std::shared_ptr<pending>> unsettled;
  std::atomic<bool> any_unsettled = false;
};
table& the_table() {
  static auto* const result = new table;  // for as long as any thread may ask
  return *result;
}

void settle_later(std::shared_ptr<pending> reduction) {
  std::scoped_lock const lock(the_table().settling);
  the_table().unsettled.push_back(std::move(reduction));
  the_table().any_unsettled = true;
}

std::unique_ptr<std::byte[]> room(std::size_t bytes) { return std::make_unique_for_overwrite<std::byte[]>(bytes); }

}  // namespace

pending::pending(char const* name, reduction call) : name_(name), call_(std::move(call)), second_(MPI_REQUEST_NULL) {}

pending::~pending() {
  if (second_ == MPI_REQUEST_NULL) return;
  if (call_.is_persistent && !observation_ && is_running()) {
    REAL(Request_free)(&second_);
    return;
  }
  // The MPI may still read and write there.
  for (auto* const memory : {&input_, &native_result_, &buffer_}) memory->release();
}

template <class Manner> int pending::run_exchange(reduction const& call, Manner manner) {
  if (!call.is_persistent && starts_as_limbs(call, the_settings().how)) {
    limbs_.emplace(call);
    return limbs_->run(manner);
  }
  gathering_.emplace(call);
  buffer_ = room(gathering_->bytes());
  return gathering_->run(buffer_.get(), manner);
}

template <class Manner> int pending::run_native(reduction const& call, void const* send, void* receive, Manner manner) {
  native_ = native_reduction::of(call, send, receive);
  return native_->run(manner);
}

template <class Manner> int pending::run(Manner manner) {
  return the_settings().replace ? run_exchange(call_, manner) : run_native(call_, call_.send, call_.receive, manner);
}

template <class Manner> int pending::run_beside(Manner manner) {
  native_result_ = room(call_.bytes());
  exact_ = room(call_.results() * call_.type.size());
  beside_ = call_;
  beside_.send = input_.get();
  return the_settings().replace ? run_native(beside_, input_.get(), native_result_.get(), manner)
                                : run_exchange(beside_, manner);
}

void pending::begin_observation(recorder& log, call_identity const& identity) {
  observation_.emplace(log, identity, call_);
  observation_->see_input(call_);
  observation_->start();
  observation_->add_flag(call_record::nonblocking);
  if (call_.contributes()) std::memcpy(input_.get(), call_.input(), call_.bytes());
}

int pending::start(MPI_Request* request) {
  recorder* const log = recorder_for_request(call_);
  if (log == nullptr) return run(started{request});
  input_ = room(call_.bytes());
  begin_observation(*log, call_identity::of(*log, name_, call_));
  if (int const code = run_beside(started{&second_}); code != MPI_SUCCESS) return code;
  stopwatch const timing(observation_->isobit_time());
  return run(started{request});
}

int pending::prepare(MPI_Info info, MPI_Request* request) {
  call_.is_persistent = true;
  is_finished_ = true;  // until the first round begins
  if (recorder* const log = recorder_for_request(call_)) {
    identity_ = call_identity::of(*log, name_, call_);
    input_ = room(call_.bytes());
    if (int const code = run_beside(prepared{info, &second_}); code != MPI_SUCCESS) return code;
  }
  return run(prepared{info, request});
}

int pending::restart() {
  std::scoped_lock const lock(mutex_);
  settle_locked(true);
  is_finished_ = false;
  recorder* const log = recorder::active();
  if (!identity_ || log == nullptr) return MPI_SUCCESS;
  begin_observation(*log, identity_->in_round(round_++));
  return REAL(Start)(&second_);
}

void pending::compute_results(recipe const& how, void* result, observer* watching) {
  if (limbs_)
    limbs_->finish(result);
  else
    reduce_rows(call_, how, gathering_->received(buffer_.get()), result, watching);
}

void pending::finish() {
  if (!finish_locked()) settle_later(shared_from_this());
}

bool pending::finish_locked() {
  std::scoped_lock const lock(mutex_);
  if (is_finished_) return true;
  is_finished_ = true;
  settings const& wanted = the_settings();
  if (!observation_) {
    if (wanted.replace) compute_results(wanted.how, call_.receive, nullptr);
    return true;
  }
  std::size_t const bytes = call_.results() * call_.type.size();
  seen_ = observer();
  if (wanted.replace) {
    stopwatch const timing(observation_->isobit_time());
    compute_results(recipe(), exact_.get(), &seen_);
  }
  if (bytes > 0 && !wanted.replace)
    std::memcpy(native_result_.get(), call_.receive, bytes);
  else if (bytes > 0 && wanted.how.how == rule::exact)
    std::memcpy(call_.receive, exact_.get(), bytes);
  else if (bytes > 0)
    compute_results(wanted.how, call_.receive, nullptr);
  observation_->see_result(call_, call_.receive);
  return settle_locked(false);
}

bool pending::settle() {
  std::scoped_lock const lock(mutex_);
  return settle_locked(false);
}

bool pending::settle_locked(bool wait) {
  // A persistent one may be in another round by now, which will come again when it is finished.
  if (!observation_ || !is_finished_) return true;
  int done = 1;
  int const code = wait ? REAL(Wait)(&second_, MPI_STATUS_IGNORE) : REAL(Test)(&second_, &done, MPI_STATUS_IGNORE);
  if (code == MPI_SUCCESS && !done) return false;
  if (code == MPI_SUCCESS) {
    if (!the_settings().replace) compute_results(recipe(), exact_.get(), &seen_);
    observation_->isobit_time() -= std::min(observation_->isobit_time(), seen_.time);
    observation_->finish(call_, native_result_.get(), exact_.get(), seen_);
  }
  observation_.reset();
  return true;
}

bool any_pending() noexcept { return the_table().count.load(std::memory_order_acquire) != 0; }

std::shared_ptr<pending> claim_pending(MPI_Request handle) {
  table& all = the_table();
  std::scoped_lock const lock(all.mutex);
  auto const found = all.reductions.find(handle);
  if (found == all.reductions.end()) return nullptr;
  auto const result = std::move(found->second);
  all.reductions.erase(found);
  all.count = all.reductions.size();
  return result;
}

void add_pending(MPI_Request handle, std::shared_ptr<pending> reduction) {
  table& all = the_table();
  std::scoped_lock const lock(all.mutex);
  all.reductions[handle] = std::move(reduction);
  all.count = all.reductions.size();
}

int restart_pending(MPI_Request handle) {
  auto const reduction = claim_pending(handle);
  if (!reduction) return MPI_SUCCESS;
  add_pending(handle, reduction);
  return reduction->restart();
}

namespace {

/// Tries each of them; whether one is left that `is_wanted`.
template <class Wanted> bool settle_each(Wanted is_wanted) {
  table& all = the_table();
  if (!all.any_unsettled.load(std::memory_order_acquire)) return false;
  std::scoped_lock const lock(all.settling);
  std::erase_if(all.unsettled, [](auto const& one) { return one->settle(); });
  all.any_unsettled = !all.unsettled.empty();
  return std::ranges::any_of(all.unsettled, [&](auto const& one) { return is_wanted(*one); });
}

}  // namespace

void settle_records() {
  settle_each([](pending const&) { return false; });
}

void settle_all_records() {
  while (settle_each([](pending const&) { return true; })) std::this_thread::yield();
}

void settle_records_of(MPI_Comm comm) {
  while (settle_each([comm](pending const& one) { return one.comm() == comm; })) std::this_thread::yield();
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
