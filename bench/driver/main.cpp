// [--threads N]: kept threads against threads that are started for every call, and one thread, taking turns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/sum/sum.hpp>

#include "common/arguments.hpp"

namespace {

using isobit::driver_ref;

/// Threads that live for a call.
auto started_for_every_call(std::size_t count) {
  return isobit::executor(count, [](std::size_t parts, isobit::task_ref body) {
    std::vector<std::jthread> started;
    started.reserve(parts - 1);
    for (std::size_t part = 1; part < parts; ++part) started.emplace_back([=] { body(part); });
    body(0);
  });
}

struct times {
  double best, median;
};

times summary(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return {all.front(), all[all.size() / 2]};
}

/// Microseconds of call(driver), which each of the drivers gets in turn: right after another such call, or after a
/// pause, when waiting threads have gone to sleep.
template <class Call> void compare(char const* what, std::size_t n, std::size_t count, bool pause, Call call) {
  auto const fresh = started_for_every_call(count);
  isobit::threads const kept(count);
  isobit::serial const one;
  driver_ref const drivers[] = {one, fresh, kept};
  std::vector<double> all[3];
  auto const begin = std::chrono::steady_clock::now();
  for (int round = 0; round < 2001; ++round) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (pause)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      else
        call(drivers[i]);
      auto const start = std::chrono::steady_clock::now();
      call(drivers[i]);
      all[i].push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    if (round >= 20 && std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(300)) break;
  }
  std::printf("%-5s %8zu %7zu  %s ", what, n, count, pause ? "yes" : "no ");
  for (auto const& times_of_one : all) {
    auto const [best, median] = summary(times_of_one);
    std::printf(" %9.1f %9.1f", best, median);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 2;
  common::arguments("isobit_bench_driver").add("--threads", count).read_or_exit(argc, argv);
  std::printf("microseconds, best and median of calls that take turns\n");
  std::printf("%-5s %8s %7s %s %19s %19s %19s\n", "", "n", "threads", "idle", "one thread", "started", "kept");
  for (bool const pause : {false, true}) {
    for (std::ptrdiff_t n : {64, 96, 128, 192, 256, 384, 512}) {
      std::vector<double> a(static_cast<std::size_t>(n * n)), b(a), c(a);
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::rand() / 1e9 - 1, b[i] = std::rand() / 1e9 - 1;
      compare("gemm", static_cast<std::size_t>(n), count, pause, [&](driver_ref const& on) {
        isobit::linalg::gemm(1.0, isobit::column_major(a.data(), n, n), isobit::column_major(b.data(), n, n), 0.0,
                             isobit::column_major(c.data(), n, n), on);
      });
    }
    for (int log = 12; log <= 22; ++log) {
      std::vector<double> x(std::size_t{1} << log);
      for (double& v : x) v = std::rand() / 1e9 - 1;
      double volatile sink = 0;
      compare("sum", x.size(), count, pause, [&](driver_ref const& on) { sink = isobit::sum(x, on); });
    }
  }
}
