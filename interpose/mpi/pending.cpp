#include "pending.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "lifetime.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

pending::pending(char const* name, reduction call)
    : name_(name), call_(std::move(call)), native_request_(MPI_REQUEST_NULL) {}

pending::~pending() {
  if (native_request_ == MPI_REQUEST_NULL) return;
  if (call_.is_persistent && is_finished_ && is_running())
    REAL(Request_free)(&native_request_);
  else
    native_result_.release();  // the MPI may still write there
}

template <class Manner> int pending::run(Manner manner) {
  if (!call_.is_persistent && starts_as_limbs(call_, the_settings().how)) {
    limbs_.emplace(call_);
    return limbs_->run(manner);
  }
  gathering_.emplace(call_);
  buffer_ = std::make_unique_for_overwrite<std::byte[]>(gathering_->bytes());
  return gathering_->run(buffer_.get(), manner);
}

template <class Manner> int pending::run_native(Manner manner) {
  native_result_ = std::make_unique_for_overwrite<std::byte[]>(call_.bytes());
  native_ = native_reduction::of(call_, call_.input(), native_result_.get());
  return native_->run(manner);
}

int pending::start(MPI_Request* request) {
  if (recorder* const log = recorder_for(call_)) {
    observation_.emplace(*log, call_identity::of(*log, name_, call_), call_);
    observation_->add_flag(call_record::nonblocking);
    if (int const code = run_native(started{&native_request_}); code != MPI_SUCCESS) return code;
    stopwatch const timing(observation_->isobit_time());
    return run(started{request});
  }
  return run(started{request});
}

int pending::prepare(MPI_Info info, MPI_Request* request) {
  call_.is_persistent = true;
  is_finished_ = true;  // until the first round begins
  if (recorder* const log = recorder_for(call_)) {
    identity_ = call_identity::of(*log, name_, call_);
    if (int const code = run_native(prepared{info, &native_request_}); code != MPI_SUCCESS) return code;
  }
  return run(prepared{info, request});
}

int pending::restart() {
  is_finished_ = false;
  recorder* const log = recorder::active();
  if (!identity_ || log == nullptr) return MPI_SUCCESS;
  observation_.emplace(*log, identity_->in_round(round_++), call_);
  observation_->add_flag(call_record::nonblocking);
  return REAL(Start)(&native_request_);
}

bool pending::is_ready() {
  if (!observation_ || is_finished_) return true;
  int done = 0;
  REAL(Request_get_status)(native_request_, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

int pending::finish() {
  if (is_finished_) return MPI_SUCCESS;
  is_finished_ = true;
  if (observation_) return finish_observed();
  if (limbs_)
    limbs_->finish(call_.receive);
  else
    reduce_rows(call_, the_settings().how, gathering_->received(buffer_.get()), call_.receive, nullptr);
  return MPI_SUCCESS;
}

int pending::finish_observed() {
  int const code = REAL(Wait)(&native_request_, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) return code;
  std::size_t const bytes = call_.results() * call_.type.size();
  auto const exact = std::make_unique_for_overwrite<std::byte[]>(bytes);
  observer seen;
  {
    stopwatch const timing(observation_->isobit_time());
    if (limbs_)
      limbs_->finish(exact.get());
    else
      reduce_rows(call_, arithmetic(), gathering_->received(buffer_.get()), exact.get(), &seen);
  }
  observation_->isobit_time() -= seen.time;
  if (bytes > 0) {
    if (!the_settings().replace)
      std::memcpy(call_.receive, native_result_.get(), bytes);
    else if (the_settings().how.how == method::exact)
      std::memcpy(call_.receive, exact.get(), bytes);
    else
      reduce_rows(call_, the_settings().how, gathering_->received(buffer_.get()), call_.receive, nullptr);
  }
  observation_->finish(call_, call_.receive, native_result_.get(), exact.get(), seen);
  observation_.reset();
  return MPI_SUCCESS;
}

namespace {

struct table {
  std::mutex mutex;
  std::unordered_map<MPI_Request, std::shared_ptr<pending>> reductions;
  std::atomic<std::size_t> count = 0;
};
table& the_table() {
  static auto* const result = new table;  // for as long as any thread may ask
  return *result;
}

}  // namespace

bool any_pending() noexcept { return the_table().count.load(std::memory_order_acquire) != 0; }

std::shared_ptr<pending> claim_pending(MPI_Request handle) {
  auto& [mutex, reductions, count] = the_table();
  std::scoped_lock const lock(mutex);
  auto const found = reductions.find(handle);
  if (found == reductions.end()) return nullptr;
  auto const result = std::move(found->second);
  reductions.erase(found);
  count = reductions.size();
  return result;
}

void add_pending(MPI_Request handle, std::shared_ptr<pending> reduction) {
  auto& [mutex, reductions, count] = the_table();
  std::scoped_lock const lock(mutex);
  reductions[handle] = std::move(reduction);
  count = reductions.size();
}

int restart_pending(MPI_Request handle) {
  auto const reduction = claim_pending(handle);
  if (!reduction) return MPI_SUCCESS;
  add_pending(handle, reduction);
  return reduction->restart();
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
