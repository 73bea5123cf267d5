#include "log/places_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

#include "log/file_space.hpp"
#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// For the last line, which says what is missing.
constexpr std::size_t room_for_end = 256;

}  // namespace

places_file::places_file(std::string const& path) : path_(path) {
  unlink(path.c_str());  // it may be another one's, or one that another process still writes to
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file_ >= 0) return;
  if (!is_lack_of_space(errno)) fail_to_write(path, errno);
  say_there_is_no_space(path, errno);
}

bool places_file::reserve(std::size_t bytes) {
  for (std::size_t const step : {std::size_t{1} << 16, std::size_t{1} << 12}) {
    if (size_ + bytes + room_for_end <= reserved_) return true;
    std::size_t const wanted = size_ + bytes + room_for_end + step;
    int const problem = reserve_behind(file_, static_cast<off_t>(size_), static_cast<off_t>(wanted));
    if (problem == 0) reserved_ = wanted;
    if (problem == EOPNOTSUPP) reserved_ = std::numeric_limits<std::size_t>::max();
  }
  return size_ + bytes + room_for_end <= reserved_;
}

bool places_file::put(std::string const& line) {
  without_size_signal const guard;
  for (std::size_t done = 0; done < line.size();) {
    auto const written = ::write(file_, line.data() + done, line.size() - done);
    if (written > 0) done += static_cast<std::size_t>(written);
    if (written >= 0 || errno == EINTR) continue;
    // Half a line would spoil the next one.
    [[maybe_unused]] int const cut = ftruncate(file_, static_cast<off_t>(size_));
    return false;
  }
  size_ += line.size();
  return true;
}

void places_file::write(common::json_object const& line) {
  std::string const whole = line.text() + "\n";
  std::scoped_lock const lock(mutex_);
  if (file_ < 0 || (reserve(whole.size()) && put(whole))) return;
  if (lost_++ == 0) say_there_is_no_space(path_, ENOSPC);
}

void places_file::close(char const* how) noexcept {
  std::scoped_lock const lock(mutex_);
  if (file_ < 0) return;
  common::json_object end;
  end.add("end", how);
  if (lost_ != 0) end.add("lost", lost_);
  put(end.text() + "\n");
  // What was reserved and not needed goes back.
  [[maybe_unused]] int const cut = ftruncate(file_, static_cast<off_t>(size_));
  ::close(std::exchange(file_, -1));
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
