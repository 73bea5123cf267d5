#pragma once

#include <csignal>

#include <pthread.h>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Threads started while one lives leave the program's signals to the program's threads. Not those that a thread brings
/// on itself, which would end the process, nor a profiler's.
class signals_blocked {
public:
  signals_blocked() noexcept {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int const own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  signals_blocked(signals_blocked const&) = delete;
  signals_blocked& operator=(signals_blocked const&) = delete;

private:
  sigset_t before_;
};

ISOBIT_NAMESPACE_END
