#pragma once

#include <cstddef>
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

  /// Room for one more record, or null where the file system has none left; the message is said once.
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
  int grow();

  std::string path_;
  std::size_t record_size_;
  int file_ = -1;
  std::byte* base_ = nullptr;
  std::size_t capacity_ = 0;  // bytes
  std::size_t count_ = 0;
  bool full_ = false;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
