#include "log/mapped_log.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "log/file_space.hpp"
#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

constexpr std::size_t usual_start = std::size_t{1} << 16, least_start = std::size_t{1} << 12;

}  // namespace

mapped_log::mapped_log(std::string path, std::size_t record_size, int rank)
    : path_(std::move(path)), record_size_(record_size) {
  unlink(path_.c_str());  // a process that has an older one mapped keeps it
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  int problem = file_ < 0 ? errno : grow(usual_start);
  if (file_ >= 0 && is_lack_of_space(problem)) problem = grow(least_start);
  if (base_ == nullptr) {
    if (!is_lack_of_space(problem)) fail_to_write(path_, problem);
    say_there_is_no_space(path_, problem);
    return;
  }
  log_header header = {};
  std::memcpy(header.magic, log_header::expected_magic, sizeof header.magic);
  header.record_size = static_cast<std::uint32_t>(record_size);
  header.rank = rank;
  std::memcpy(base_, &header, sizeof header);
}

mapped_log::~mapped_log() { close(); }

int mapped_log::grow(std::size_t wanted) {
  if (int const problem = extend_file(file_, static_cast<off_t>(capacity_), static_cast<off_t>(wanted)); problem != 0)
    return problem;
  void* const moved = base_ == nullptr ? mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                                       : mremap(base_, capacity_, wanted, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return errno;
  base_ = static_cast<std::byte*>(moved);
  capacity_ = wanted;
  return 0;
}

std::byte* mapped_log::append() {
  if (base_ == nullptr) return nullptr;
  if (!full_ && sizeof(log_header) + (count_ + 1) * record_size_ > capacity_)
    if (int const problem = grow(2 * capacity_); problem != 0) {
      full_ = true;
      say_there_is_no_space(path_, problem);
    }
  if (!full_) return record(count_);
  header_word(offsetof(log_header, lost)).store(++lost_, std::memory_order_relaxed);
  return nullptr;
}

void mapped_log::commit() noexcept {
  ++count_;
  // A reader of a killed rank's file must not see a count before the record.
  header_word(offsetof(log_header, records)).store(count_, std::memory_order_release);
  // The next record's memory comes while the program computes; whoever is given the lock then need not wait for it.
  std::byte const* const next = record(count_);
  for (std::size_t at = 0; at < record_size_; at += 64) __builtin_prefetch(next + at, 1);
  __builtin_prefetch(next + record_size_ - 1, 1);
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
