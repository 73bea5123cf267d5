#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "log/log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A growing file of records of one size, written through shared memory: what is recorded survives the process.
/// Not for several threads at once.
class mapped_log {
public:
  mapped_log(std::string path, std::size_t record_size, int rank);
  ~mapped_log();
  mapped_log(mapped_log const&) = delete;
  mapped_log& operator=(mapped_log const&) = delete;

  /// Room for one more record, or null where the file system has none left: then the message is said once, and the
  /// header counts what is lost.
  std::byte* append();
  /// Counts the record that `append` gave: from now on readers see it.
  void commit() noexcept;
  /// Null once the file is closed.
  [[nodiscard]] std::byte* record(std::size_t index) noexcept {
    return base_ != nullptr ? base_ + sizeof(log_header) + index * record_size_ : nullptr;
  }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// Cuts the file to what was written and closes it.
  void close() noexcept;

private:
  /// 0, or the number of an error.
  int grow(std::size_t wanted);
  [[nodiscard]] std::atomic_ref<std::uint64_t> header_word(std::size_t offset) const noexcept {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(base_ + offset));
  }

  std::string path_;
  std::size_t record_size_;
  int file_ = -1;
  std::byte* base_ = nullptr;
  std::size_t capacity_ = 0;  // bytes
  std::size_t count_ = 0;
  std::uint64_t lost_ = 0;
  bool full_ = false;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
