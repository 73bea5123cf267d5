#include "bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "../basics/failure.hpp"
#include "input_name.hpp"
#include "packed_source.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t largest_read = std::size_t{1} << 30;

[[noreturn]] void io_failure(std::string const& name, char const* what) {
  throw failure(exit_code::io, name + ": " + what + ": " + std::strerror(errno));
}

/// What is shown and cannot be read is a signal, not an error: others have cut the file off, or its disk is broken.
void give_up(int) {
  constexpr std::string_view text =
      "isobit: a file cannot be read to its end: it has become shorter, or its disk fails\n";
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(static_cast<int>(exit_code::io));
}

void expect_bus_errors() {
  struct sigaction action {};
  action.sa_handler = give_up;
  ::sigaction(SIGBUS, &action, nullptr);
}

std::string display_name(std::string const& path) { return path == "-" ? "standard input" : path; }

}  // namespace

file::file(std::string const& path, progress& watcher) : name_(display_name(path)), watcher_(watcher) {
  descriptor_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) io_failure(name_, "cannot be opened");
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    ::close(descriptor_);
    io_failure(name_, "cannot be examined");
  }
  if (S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    throw failure(exit_code::io, name_ + ": is a directory; name the files in it");
  }
  // A redirected standard input may have been read in part already: its offsets are not ours.
  regular_ = S_ISREG(status.st_mode) && path != "-";
  size_ = regular_ ? static_cast<std::uint64_t>(status.st_size) : 0;
  if (regular_) ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

file::~file() { ::close(descriptor_); }

std::shared_ptr<char const> file::show_at(std::uint64_t offset, std::size_t count) const {
  constexpr std::uint64_t page = std::uint64_t{1} << 16, most = std::uint64_t{4} << 20;
  if (!regular_ || offset > size_ || count > size_ - offset) return nullptr;
  std::scoped_lock const lock(showing_);
  if (offset < shown_from_ || offset + count > shown_to_) {
    std::uint64_t const first = offset / page * page, end = std::min(std::max(first + most, offset + count), size_);
    auto const length = static_cast<std::size_t>(end - first);
    void* const all = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor_, static_cast<off_t>(first));
    if (all == MAP_FAILED) return nullptr;
    static std::once_flag once;
    std::call_once(once, expect_bus_errors);
    shown_ = {static_cast<char const*>(all), [length](char const* at) { ::munmap(const_cast<char*>(at), length); }};
    shown_from_ = first;
    shown_to_ = end;
  }
  watcher_.advance(count);
  return {shown_, shown_.get() + (offset - shown_from_)};
}

std::size_t file::read(char* to, std::size_t capacity) {
  std::size_t done = 0;
  while (done < capacity) {
    ssize_t const got = ::read(descriptor_, to + done, std::min(capacity - done, largest_read));
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      io_failure(name_, "cannot be read");
    }
    done += static_cast<std::size_t>(got);
    watcher_.advance(static_cast<std::uint64_t>(got));
  }
  return done;
}

std::size_t file::read_at(std::uint64_t offset, char* to, std::size_t capacity) const {
  std::size_t done = 0;
  while (done < capacity) {
    ssize_t const got =
        ::pread(descriptor_, to + done, std::min(capacity - done, largest_read), static_cast<off_t>(offset + done));
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      io_failure(name_, "cannot be read");
    }
    done += static_cast<std::size_t>(got);
  }
  watcher_.advance(done);
  return done;
}

input_bytes::input_bytes(std::string const& path, progress& watcher)
    : name_(display_name(path)), file_(std::make_unique<file>(path, watcher)) {
  if (auto const kind = compression_of(peek(compression_magic_size)); make_decoder(kind) != nullptr) {
    unpacked_ = std::make_unique<packed_source>(*file_, std::move(ahead_), name_, kind);
    ahead_.clear();
    packed_ = kind;
  }
}

std::string_view input_bytes::peek(std::size_t count) {
  if (ahead_.size() - ahead_used_ < count) {
    ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_used_));
    ahead_used_ = 0;
    std::size_t const had = ahead_.size();
    ahead_.resize(count);
    ahead_.resize(had + source().read(ahead_.data() + had, count - had));
  }
  return {ahead_.data() + ahead_used_, std::min(count, ahead_.size() - ahead_used_)};
}

std::size_t input_bytes::read(char* to, std::size_t capacity) {
  std::size_t const from_ahead = std::min(capacity, ahead_.size() - ahead_used_);
  if (from_ahead != 0) std::memcpy(to, ahead_.data() + ahead_used_, from_ahead);
  ahead_used_ += from_ahead;
  return from_ahead == capacity ? capacity : from_ahead + source().read(to + from_ahead, capacity - from_ahead);
}

void input_bytes::enter(std::unique_ptr<byte_source> part, std::string const& name) {
  unpacked_ = std::move(part);
  name_ = name;
  ahead_.clear();
  ahead_used_ = 0;
}

std::uint64_t size_of_file(std::string const& argument) {
  std::string const path = split_input_name(argument).path;
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace isobit::tool
