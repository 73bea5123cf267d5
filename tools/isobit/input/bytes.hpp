#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../output/progress.hpp"
#include "compression.hpp"

namespace isobit::tool {

/// Bytes in order, from anywhere.
class byte_source {
public:
  virtual ~byte_source() = default;
  /// Fills `to` with the next bytes; fewer only at the end. Throws `failure` where they cannot be had.
  virtual std::size_t read(char* to, std::size_t capacity) = 0;
};

/// A file, a pipe or (as "-") the standard input.
class file final : public byte_source {
public:
  file(std::string const& path, progress& watcher);
  ~file() override;
  file(file const&) = delete;
  file& operator=(file const&) = delete;

  std::size_t read(char* to, std::size_t capacity) override;
  /// Reads at an offset of a regular file, from any thread; fewer bytes only where the file ends.
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t capacity) const;
  /// The bytes at an offset of a regular file as they lie in the system's memory, which spares a copy. Null where the
  /// system cannot show them so, or where the file ends before. From any thread.
  [[nodiscard]] std::shared_ptr<char const> show_at(std::uint64_t offset, std::size_t count) const;
  /// Whether `read_at` works and `size` is known.
  [[nodiscard]] bool is_regular() const noexcept { return regular_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

private:
  int descriptor_;
  bool regular_ = false;
  std::uint64_t size_ = 0;
  std::string name_;
  progress& watcher_;
  /// What was shown last: a few megabytes, so that the process stays small.
  mutable std::mutex showing_;
  mutable std::shared_ptr<char const> shown_;
  mutable std::uint64_t shown_from_ = 0, shown_to_ = 0;
};

/// An input as the readers want it: unpacked where it is compressed in a way that isobit knows, with a look ahead at
/// its first bytes.
class input_bytes {
public:
  input_bytes(std::string const& path, progress& watcher);

  /// The first bytes that are not read yet, at most `count`: fewer only at the end.
  std::string_view peek(std::size_t count);
  /// Fills `to` with the next bytes; fewer only at the end.
  std::size_t read(char* to, std::size_t capacity);

  /// From now on the bytes are those of a part of the file.
  void enter(std::unique_ptr<byte_source> part, std::string const& name);

  /// The file itself where its bytes can be read at any offset; else null.
  [[nodiscard]] file const* positioned() const noexcept {
    return unpacked_ || !file_->is_regular() ? nullptr : file_.get();
  }
  /// How it was compressed, where it is unpacked.
  [[nodiscard]] compression packed() const noexcept { return packed_; }
  /// How messages name it.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }

private:
  byte_source& source() noexcept { return unpacked_ ? *unpacked_ : static_cast<byte_source&>(*file_); }

  std::string name_;
  std::unique_ptr<file> file_;
  std::unique_ptr<byte_source> unpacked_;
  compression packed_ = compression::none;
  std::vector<char> ahead_;
  std::size_t ahead_used_ = 0;
};

/// The size of a regular file that an argument names, else 0: for the progress bar and for deciding on threads.
std::uint64_t size_of_file(std::string const& argument);

}  // namespace isobit::tool
