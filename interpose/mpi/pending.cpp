#include "pending.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "arithmetic/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

pending::pending(char const* name, reduction call)
    : name_(name), call_(std::move(call)), native_request_(MPI_REQUEST_NULL) {}

int pending::start(MPI_Request* request) {
  if (int const code = start_observation(); code != MPI_SUCCESS) return code;
  std::optional<stopwatch> timing;
  if (observation_) timing.emplace(observation_->isobit_time());
  if (starts_as_limbs(call_, the_settings().how)) {
    limbs_.emplace(call_);
    return limbs_->start(request);
  }
  gathering_.emplace(call_);
  buffer_ = std::make_unique_for_overwrite<std::byte[]>(gathering_->bytes());
  return gathering_->start(buffer_.get(), request);
}

#if MPI_VERSION >= 4
int pending::prepare(MPI_Info info, MPI_Request* request) {
  is_persistent_ = true;
  is_finished_ = true;  // until the first round begins
  gathering_.emplace(call_);
  buffer_ = std::make_unique_for_overwrite<std::byte[]>(gathering_->bytes());
  return gathering_->prepare(buffer_.get(), info, request);
}
#endif

int pending::restart() {
  is_finished_ = false;
  return start_observation();
}

int pending::finish() {
  if (is_finished_) return MPI_SUCCESS;
  is_finished_ = true;
  if (observation_) return finish_observation();
  if (limbs_)
    limbs_->finish(call_.receive);
  else
    reduce_rows(call_, the_settings().how, gathering_->received(buffer_.get()), call_.receive, nullptr);
  return MPI_SUCCESS;
}

int pending::start_observation() {
  recorder* const log = recorder::active();
  if (log == nullptr) return MPI_SUCCESS;
  observation_.emplace(*log, name_, call_);
  observation_->add_flag(call_record::nonblocking);
  native_result_ = std::make_unique_for_overwrite<std::byte[]>(call_.count * call_.type.size());
  native_ = native_reduction::of(call_, call_.input(), native_result_.get());
  return native_->start(&native_request_);
}

int pending::finish_observation() {
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
  if (bytes > 0) {
    if (!the_settings().replace)
      std::memcpy(call_.receive, native_result_.get(), bytes);
    else if (the_settings().how.how == method::exact)
      std::memcpy(call_.receive, exact.get(), bytes);
    else
      reduce_rows(call_, the_settings().how, gathering_->received(buffer_.get()), call_.receive, nullptr);
  }
  observation_->finish(call_, call_.receive, native_result_.get(), exact.get(), seen);
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

std::shared_ptr<pending> find_pending(MPI_Request handle) {
  auto& [mutex, reductions, count] = the_table();
  std::scoped_lock const lock(mutex);
  auto const found = reductions.find(handle);
  return found != reductions.end() ? found->second : nullptr;
}

void add_pending(MPI_Request handle, std::shared_ptr<pending> reduction) {
  auto& [mutex, reductions, count] = the_table();
  std::scoped_lock const lock(mutex);
  reductions[handle] = std::move(reduction);
  count = reductions.size();
}

void remove_pending(MPI_Request handle, std::shared_ptr<pending> const& reduction) {
  auto& [mutex, reductions, count] = the_table();
  std::scoped_lock const lock(mutex);
  // Another thread may have been given the same handle since the MPI let go of it.
  if (auto const found = reductions.find(handle); found != reductions.end() && found->second == reduction)
    reductions.erase(found);
  count = reductions.size();
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
