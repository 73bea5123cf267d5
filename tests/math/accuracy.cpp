// Random arguments of every function against MPFR, bit for bit.
//
//     accuracy [--count 10000] [--function all|exp,sin,...] [--threads 1] [--seed 1] [--type all|double|float]
//     [--screen]
//
// With --screen the platform's functions of 64 bits decide where they can tell how a result rounds, and agree
// (screen.hpp); MPFR everywhere else, and of the others one in a thousand.

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "check.hpp"
#include "support/forced_set.hpp"

namespace isobit::test {
namespace {

constexpr std::size_t block = 4096;

/// body(seed, count) for blocks of arguments, on some threads, until `count` are done.
template <class Body> tally in_blocks(std::size_t count, unsigned threads, std::uint64_t seed, Body body) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  tally total;
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      for (std::size_t first; (first = next.fetch_add(block)) < count;) {
        random_source random(seed * 0x9e3779b97f4a7c15u + first);
        tally const part = body(random, std::min(block, count - first));
        std::lock_guard const lock(mutex);
        total += part;
      }
      mpfr_free_cache();
    });
  for (auto& worker : workers) worker.join();
  return total;
}

template <class T> std::vector<T> draw(random_source& random, std::size_t n, double low, double high) {
  std::vector<T> values(n);
  for (T& x : values) x = draw_argument<T>(random, low, high);
  return values;
}

bool print(std::string_view name, char const* type, tally t, double seconds) {
  std::printf("%-7.*s %-7s %10" PRIu64 " arguments, %10" PRIu64 " by MPFR, %" PRIu64 " wrong, %.0f s\n",
              int(name.size()), name.data(), type, t.checked, t.by_mpfr, t.wrong, seconds);
  std::fflush(stdout);
  return t.wrong == 0 && t.checked > 0;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  std::size_t count = 10000;
  unsigned threads = 1;
  std::uint64_t seed = 1;
  std::string only = "all", type = "all";
  bool screen = false;
  common::arguments("math_accuracy")
      .add("--count", count)
      .add("--threads", threads)
      .add("--seed", seed, 0)
      .add("--function", only)
      .add("--type", type)
      .add("--screen", screen)
      .read_or_exit(argc, argv);
  if (int const status = status_of_forced_set(); status != 0) return status;
  chosen_functions const chosen(only), types(type);
  if (!chosen.all_exist(unary_functions, binary_functions)) return 2;
  auto const& functions = math::functions();
  std::printf("instruction set %s, seed %" PRIu64 "%s\n", std::string(name(functions.set)).c_str(), seed,
              screen ? ", screened by functions of 64 bits" : "");
  bool right = true, any = false;

  auto const run = [&](std::string_view name, char const* of, auto body) {
    if (!types(of)) return;
    any = true;
    auto const start = std::chrono::steady_clock::now();
    tally const total = in_blocks(count, threads, seed, body);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    right &= print(name, of, total, seconds);
  };
  auto const of_one = [&]<class T>(unary_function const& f, T, char const* of) {
    run(f.name, of, [&](random_source& random, std::size_t n) {
      return check_unary<T>(functions, f, draw<T>(random, n, f.low, f.high), screen ? &random : nullptr);
    });
  };
  auto const of_two = [&]<class T>(binary_function const& f, T, char const* of) {
    run(f.name, of, [&](random_source& random, std::size_t n) {
      auto const x = draw<T>(random, n, f.low, f.high);
      auto const y = draw<T>(random, n, -f.high, f.high);
      return check_binary<T>(functions, f, x, y, screen ? &random : nullptr);
    });
  };
  for (unary_function const& f : unary_functions) {
    if (!chosen(f.name)) continue;
    of_one(f, double{}, "double");
    of_one(f, float{}, "float");
  }
  for (binary_function const& f : binary_functions) {
    if (!chosen(f.name)) continue;
    of_two(f, double{}, "double");
    of_two(f, float{}, "float");
  }
  if (!any) std::printf("no type is called %s\n", type.c_str());
  return right && any ? 0 : 1;
}
