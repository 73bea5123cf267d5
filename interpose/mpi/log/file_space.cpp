#include "log/file_space.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

bool cannot(int error_number) noexcept {
  return error_number == EOPNOTSUPP || error_number == EINVAL || error_number == ENOSYS;
}

/// Takes the space as a program does that knows of nothing better.
int write_zeros(int file, off_t from, off_t to) noexcept {
  constexpr char zeros[4096] = {};
  while (from < to) {
    auto const wanted = static_cast<std::size_t>(std::min<off_t>(to - from, sizeof zeros));
    auto const written = pwrite(file, zeros, wanted, from);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) from += written;
  }
  return 0;
}

}  // namespace

bool is_lack_of_space(int error_number) noexcept {
  return error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG;
}

int extend_file(int file, off_t from, off_t to) noexcept {
  without_size_signal const guard;
  int problem = 0;
  do problem = posix_fallocate(file, from, to - from);
  while (problem == EINTR);
  return cannot(problem) ? write_zeros(file, from, to) : problem;
}

int reserve_behind(int file, off_t from, off_t to) noexcept {
  without_size_signal const guard;
  int problem = 0;
  do problem = fallocate(file, FALLOC_FL_KEEP_SIZE, from, to - from) == 0 ? 0 : errno;
  while (problem == EINTR);
  return cannot(problem) ? EOPNOTSUPP : problem;
}

without_size_signal::without_size_signal() noexcept {
  sigemptyset(&signal_);
  sigaddset(&signal_, SIGXFSZ);
  sigset_t pending;
  sigpending(&pending);
  was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &signal_, &before_);
}

without_size_signal::~without_size_signal() {
  timespec const none = {};
  if (!was_pending_)
    while (sigtimedwait(&signal_, nullptr, &none) < 0 && errno == EINTR) {}
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
