#include "log/mapped_log.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/message.hpp"
#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// 0, or the number of an error. Space is taken now: a write to a mapped page without any would kill the program.
int reserve(int file, off_t size) {
  int problem = 0;
  do problem = posix_fallocate(file, 0, size);
  while (problem == EINTR);
  // Some file systems cannot: then there is no way to know.
  if (problem == EOPNOTSUPP || problem == EINVAL) problem = ftruncate(file, size) == 0 ? 0 : errno;
  return problem;
}

}  // namespace

mapped_log::mapped_log(std::string path, std::size_t record_size, int rank)
    : path_(std::move(path)), record_size_(record_size) {
  unlink(path_.c_str());  // a process that has an older one mapped keeps it
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0) fail_to_write(path_, errno);
  if (int const problem = grow(); problem != 0) fail_to_write(path_, problem);
  log_header header = {};
  std::memcpy(header.magic, log_header::expected_magic, sizeof header.magic);
  header.record_size = static_cast<std::uint32_t>(record_size);
  header.rank = rank;
  std::memcpy(base_, &header, sizeof header);
}

mapped_log::~mapped_log() { close(); }

int mapped_log::grow() {
  std::size_t const wanted = capacity_ == 0 ? std::size_t{1} << 16 : 2 * capacity_;
  if (int const problem = reserve(file_, static_cast<off_t>(wanted)); problem != 0) return problem;
  void* const moved = base_ == nullptr ? mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                                       : mremap(base_, capacity_, wanted, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return errno;
  base_ = static_cast<std::byte*>(moved);
  capacity_ = wanted;
  return 0;
}

std::byte* mapped_log::append() {
  if (full_ || base_ == nullptr) return nullptr;
  if (sizeof(log_header) + (count_ + 1) * record_size_ > capacity_) {
    if (int const problem = grow(); problem != 0) {
      full_ = true;
      say("cannot write more of " + path_ + ": " + std::strerror(problem) +
          "; the audit ends here, the program goes on");
      return nullptr;
    }
  }
  return record(count_);
}

void mapped_log::commit() noexcept {
  ++count_;
  // A reader of a killed rank's file must not see a count before the record.
  auto* const records = reinterpret_cast<std::uint64_t*>(base_ + offsetof(log_header, records));
  std::atomic_ref(*records).store(count_, std::memory_order_release);
}

void mapped_log::close() noexcept {
  if (base_ != nullptr) {
    munmap(base_, capacity_);
    base_ = nullptr;
    [[maybe_unused]] int const cut = ftruncate(file_, static_cast<off_t>(sizeof(log_header) + count_ * record_size_));
  }
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
