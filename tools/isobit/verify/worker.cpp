#include "worker.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include "../basics/child_process.hpp"
#include "../basics/failure.hpp"
#include "certificate.hpp"

namespace isobit::tool {
namespace {

/// The environment with a variable set: "NAME=" and its value.
std::vector<std::string> environment_with(std::string const& name, std::string const& value) {
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each)
    if (std::strncmp(*each, name.c_str(), name.size()) != 0) variables.emplace_back(*each);
  variables.push_back(name + value);
  return variables;
}

}  // namespace

std::string output_of_self(std::vector<std::string> arguments, std::string const& name, std::string const& value) {
  auto variables = environment_with(name, value);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw failure(exit_code::io, std::string("verify: no pipe: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  int const problem = ::posix_spawn(&child, "/proc/self/exe", &actions, nullptr, pointers(arguments).data(),
                                    pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text = problem == 0 ? read_all(ends[0]) : std::string();
  ::close(ends[0]);
  if (problem != 0)
    throw failure(exit_code::io, std::string("verify: cannot start itself again: ") + std::strerror(problem));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw failure(exit_code::bad_data, "verify: the process for " + variables.back() + " failed");
  return text;
}

std::vector<worker_line> compute_with_all_drivers(std::size_t threads) {
  std::vector<worker_line> lines;
  lines.push_back({"serial", compute_certificate(serial()).hash()});
  for (std::size_t count = 1; count <= threads; ++count)
    lines.push_back({"threads-" + std::to_string(count), compute_certificate(isobit::threads(count)).hash()});
  // Cuts even short inputs into parts, and runs them in the other order.
  executor const backwards(7, [](std::size_t parts, task_ref body) {
    while (parts-- != 0) body(parts);
  });
  lines.push_back({"backwards-7", compute_certificate(backwards).hash()});
  return lines;
}

std::vector<worker_line> compute_in_process(std::string const& instruction_set, std::size_t threads) {
  std::istringstream text(output_of_self({"isobit", "verify", "--worker", "--threads", std::to_string(threads)},
                                         "ISOBIT_FORCE_ISA=", instruction_set));
  std::vector<worker_line> lines;
  for (worker_line line; text >> line.driver >> line.hash;) lines.push_back(line);
  return lines;
}

}  // namespace isobit::tool
