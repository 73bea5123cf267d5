#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace isobit::test {

/// The threads of this process, as Linux counts them.
inline std::size_t threads_here() {
  std::size_t count = 0;
  for ([[maybe_unused]] auto const& task : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

/// The numbers of the processors that this thread may run on.
inline std::vector<int> processors_here() {
  cpu_set_t set;
  std::vector<int> numbers;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return numbers;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) numbers.push_back(i);
  return numbers;
}

inline void bind_to(std::vector<int> const& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int const one : processors) CPU_SET(one, &set);
  sched_setaffinity(0, sizeof set, &set);
}

/// A child that ends with the status body(). Its destructors and exit handlers run, as in a program.
template <class Body> pid_t start_child(Body body) {
  std::fflush(nullptr);
  pid_t const child = fork();
  if (child == 0) std::exit(body());
  return child;
}

/// The child's exit status; -1 where a signal ended it.
inline int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace isobit::test
