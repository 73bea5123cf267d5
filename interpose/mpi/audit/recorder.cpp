#include "audit/recorder.hpp"

#include <atomic>
#include <cstring>

#include "audit/run_line.hpp"
#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

std::atomic<recorder*> the_recorder = nullptr;

}  // namespace

recorder* recorder::active() noexcept { return the_recorder.load(std::memory_order_acquire); }

void recorder::open(std::string const& folder, std::uint64_t run_id) {
  if (folder.empty()) return;
  int rank = 0, ranks = 0;
  REAL(Comm_rank)(MPI_COMM_WORLD, &rank);
  REAL(Comm_size)(MPI_COMM_WORLD, &ranks);
  make_log_folder(folder);
  if (rank == 0) remove_other_ranks(folder, ranks);
  auto* const mine = new recorder(folder, rank);
  mine->places_.write(run_line(rank, ranks, run_id));
  the_recorder = mine;
}

void recorder::close(char const* how) noexcept {
  recorder* const mine = the_recorder.exchange(nullptr);
  if (mine == nullptr) return;
  mine->places_.close(how);
  auto const guard = mine->lock();
  mine->calls_.close();
  mine->passed_.close();
  mine->receives_.close();
  // The object stays: another thread may still be about to ask it.
}

recorder::recorder(std::string const& folder, int rank)
    : places_(path_in_log_folder(folder, rank, "places")),
      calls_(path_in_log_folder(folder, rank, "calls"), sizeof(call_record), rank),
      passed_(path_in_log_folder(folder, rank, "passed"), rank),
      receives_(path_in_log_folder(folder, rank, "receives"), rank) {
  int level = MPI_THREAD_MULTIPLE;
  REAL(Query_thread)(&level);
  several_at_once_ = level == MPI_THREAD_MULTIPLE;
}

std::unique_lock<std::mutex> recorder::lock() {
  return several_at_once_ ? std::unique_lock(mutex_) : std::unique_lock(mutex_, std::defer_lock);
}

void recorder::write(call_record const& record) {
  auto const guard = lock();
  std::byte* const place = calls_.append();
  if (place == nullptr) return;
  std::memcpy(place, &record, sizeof record);
  calls_.commit();
}

void recorder::count_passed(std::uint32_t site, passed_record::reason why, std::uint64_t elements,
                            std::uint64_t bytes) {
  auto const guard = lock();
  passed_.add(site, why, {site, why, 0, 0, 0}, [&](passed_record& record) {
    ++record.calls;
    record.elements += elements;
    record.bytes += bytes;
  });
}

void recorder::count_receive(std::uint32_t site, receive_record::kind what) {
  auto const guard = lock();
  receives_.add(site, what, {site, what, 0}, [](receive_record& record) { ++record.calls; });
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
