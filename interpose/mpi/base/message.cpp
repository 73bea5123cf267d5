#include "base/message.hpp"

#include <unistd.h>

#include <cstdlib>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {
void (*end_of_all_ranks)() = [] {};
}  // namespace

void end_all_ranks_by(void (*end)()) noexcept { end_of_all_ranks = end; }

void say(std::string const& text) noexcept {
  // One write, so that the lines of several ranks do not mix.
  std::string const prefix = "isobit: ";
  std::string const line = (text.starts_with(prefix) ? "" : prefix) + text + "\n";
  [[maybe_unused]] auto const written = write(STDERR_FILENO, line.data(), line.size());
}

void fail(std::string const& text) {
  say(text);
  // MPICH's launcher drops what it has not read when a rank aborts.
  usleep(200000);
  end_of_all_ranks();
  _exit(1);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
