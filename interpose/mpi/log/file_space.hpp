#pragma once

#include <sys/types.h>

#include <csignal>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Whether an error means that there is no room: a full file system, a quota, a limit on the size of files. An audit
/// has to do without, and the program must not notice.
bool is_lack_of_space(int error_number) noexcept;

/// Makes a file so long, with space on the disk for the bytes from `from` on, which are 0: a write to a mapped page
/// without space would kill the program. 0, or the number of an error.
int extend_file(int file, off_t from, off_t to) noexcept;

/// Space on the disk behind the end of a file, for later writes. 0, or the number of an error: EOPNOTSUPP where the
/// file system cannot.
int reserve_behind(int file, off_t from, off_t to) noexcept;

/// While one lives, a limit on the size of files is an error of the calling thread, not a signal that ends the program.
class without_size_signal {
public:
  without_size_signal() noexcept;
  ~without_size_signal();
  without_size_signal(without_size_signal const&) = delete;
  without_size_signal& operator=(without_size_signal const&) = delete;

private:
  sigset_t signal_, before_;
  bool was_pending_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
