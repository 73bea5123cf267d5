#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "common/harness.hpp"
#include "data.hpp"

namespace bench {

using namespace common;  // NOLINT: the harness is part of the benchmarks

inline constexpr std::uint64_t seed = 0x150b17;

struct test_case {
  data_class values;
  std::size_t size;
  std::size_t threads;
};

/// Times of all contenders, the baseline first, and whether every bit of isobit's was right.
struct outcome {
  std::vector<timing> timings;
  bool correct;
};

struct operation {
  std::string_view name;
  outcome (*run)(test_case const&, effort const&);
  std::vector<std::size_t> sizes;
  std::vector<data_class> classes;
  bool threaded;           ///< also with all threads
  bool by_default = true;  ///< measured where no operation is named
};

namespace sum {
outcome run_f64(test_case const&, effort const&);
outcome run_f32(test_case const&, effort const&);
}  // namespace sum
namespace dot {
outcome run_f64(test_case const&, effort const&);
}  // namespace dot
namespace method {
outcome run_f64(test_case const&, effort const&);
outcome run_f32(test_case const&, effort const&);
}  // namespace method
namespace vocabulary {
outcome run_asum(test_case const&, effort const&);
outcome run_nrm2(test_case const&, effort const&);
outcome run_mean(test_case const&, effort const&);
outcome run_variance(test_case const&, effort const&);
outcome run_complex_dot(test_case const&, effort const&);
outcome run_scan(test_case const&, effort const&);
}  // namespace vocabulary
namespace sum_by_key {
/// With 10, 100 and 10^4 values a key.
outcome run_10(test_case const&, effort const&);
outcome run_100(test_case const&, effort const&);
outcome run_1e4(test_case const&, effort const&);
}  // namespace sum_by_key

/// Small inputs come as a handful of different vectors, so that one lucky vector does not stand for all.
inline std::size_t inputs_for(std::size_t size) { return std::clamp<std::size_t>(1024 / size, 1, 16); }

inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
inline bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

/// What a program does that wants only speed: as many threads, each with `part(first, last)` of the elements.
template <class T, class Part> T on_threads(std::size_t size, std::size_t threads, Part part) {
  std::vector<T> partial(threads);
  std::vector<std::thread> running;
  auto const run = [&](std::size_t t) { partial[t] = part(size * t / threads, size * (t + 1) / threads); };
  for (std::size_t t = 1; t < threads; ++t) running.emplace_back(run, t);
  run(0);
  for (auto& thread : running) thread.join();
  T result = 0;
  for (T const value : partial) result += value;
  return result;
}

}  // namespace bench
