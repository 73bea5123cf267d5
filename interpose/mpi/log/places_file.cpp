#include "log/places_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "log/log_folder.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

places_file::places_file(std::string const& path) {
  unlink(path.c_str());  // it may be another one's, or one that another process still writes to
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) fail_to_write(path, errno);
}

void places_file::write(common::json_object const& line) {
  std::string const whole = line.text() + "\n";
  std::scoped_lock const lock(mutex_);
  if (file_ < 0) return;
  // One that does not get to the disk is missing in the report, which says so.
  for (std::size_t done = 0; done < whole.size();) {
    auto const written = ::write(file_, whole.data() + done, whole.size() - done);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

void places_file::close() noexcept {
  std::scoped_lock const lock(mutex_);
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
