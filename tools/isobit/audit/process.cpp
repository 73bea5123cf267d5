#include "process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "../basics/child_process.hpp"
#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

std::vector<std::string> environment_with(std::map<std::string, std::string> const& variables) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each)
    if (!variables.contains(std::string(*each, std::strcspn(*each, "=")))) all.emplace_back(*each);
  for (auto const& [name, value] : variables) all.emplace_back(name).append("=").append(value);
  return all;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// With the status of a shell.
[[noreturn]] void refuse_to_start(std::string const& program, int problem) {
  throw failure(static_cast<exit_code>(problem == ENOENT ? 127 : 126),
                "audit: " + program + " cannot be started: " + std::strerror(problem));
}

constexpr std::array forwarded = {SIGINT, SIGTERM, SIGHUP};
std::atomic<pid_t> running = 0;

/// A signal of the terminal (not of a process) has reached the program already; twice would mean something else to it.
void forward(int signal, siginfo_t* information, void*) {
  if (information->si_code <= 0 && running != 0) ::kill(running, signal);
}

/// While it lives, the signals go to `running`; but for its lifetime's first part, in which they wait.
class signal_forwarding {
public:
  signal_forwarding() {
    sigset_t held;
    ::sigemptyset(&held);
    for (int const each : forwarded) ::sigaddset(&held, each);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
    struct sigaction wanted = {};
    wanted.sa_sigaction = forward;
    wanted.sa_flags = SA_SIGINFO | SA_RESTART;
    for (std::size_t i = 0; i < forwarded.size(); ++i) {
      ::sigaction(forwarded[i], nullptr, &actions_[i]);
      // What a shell has set to be ignored (nohup) stays so, here and in the program.
      if (actions_[i].sa_handler != SIG_IGN) ::sigaction(forwarded[i], &wanted, nullptr);
    }
  }
  ~signal_forwarding() {
    running = 0;
    for (std::size_t i = 0; i < forwarded.size(); ++i) ::sigaction(forwarded[i], &actions_[i], nullptr);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  signal_forwarding(signal_forwarding const&) = delete;
  signal_forwarding& operator=(signal_forwarding const&) = delete;

  void start(pid_t child) {
    running = child;
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  [[nodiscard]] sigset_t const& mask_before() const noexcept { return before_; }

private:
  sigset_t before_ = {};
  std::array<struct sigaction, forwarded.size()> actions_ = {};
};

}  // namespace

std::optional<std::string> output_of(std::vector<std::string> arguments, bool with_errors) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (with_errors)
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  else
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  int const problem =
      ::posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text = problem == 0 ? read_all(ends[0]) : std::string();
  ::close(ends[0]);
  if (problem != 0) return {};
  wait_for(child);
  return text;
}

std::string path_of(std::string const& program) {
  if (program.find('/') != program.npos) return program;
  char const* const variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto const path = std::filesystem::path(folder) / program;
    if (std::error_code ignored; std::filesystem::is_regular_file(path, ignored)) return path.string();
  }
  return {};
}

void require_startable(std::string const& program) {
  std::string const path = path_of(program);
  struct stat status = {};
  if (path.empty()) refuse_to_start(program, ENOENT);
  if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), X_OK) != 0) refuse_to_start(program, errno);
  if (!S_ISREG(status.st_mode)) refuse_to_start(program, EACCES);
}

int run_program(std::vector<std::string> arguments, std::map<std::string, std::string> const& variables) {
  auto environment = environment_with(variables);
  signal_forwarding signals;
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &signals.mask_before());
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  int const problem = ::posix_spawnp(&child, arguments[0].c_str(), nullptr, &attributes, pointers(arguments).data(),
                                     pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  if (problem != 0) refuse_to_start(arguments[0], problem);
  signals.start(child);
  return wait_for(child);
}

}  // namespace isobit::tool
