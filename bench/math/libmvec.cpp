// isobit_bench_libmvec: arrays of isobit against loops that the compiler vectorised, with glibc's libmvec, which is off
// by up to 4 ulp, and with libisobit_mvec, in one process, interleaved; ratios of medians of processor times.
//
//     isobit_bench_libmvec [--rounds 15] [--function all|exp|...] [--type all|double|float] [--csv FILE]
//
// ISOBIT_FORCE_ISA=avx2|avx512 says what the loops are compiled for as well. Columns, for arrays of 1000 and of 2^20:
// nanoseconds a result of libmvec's loop, and the ratios to it of isobit's array and of the loop with libisobit_mvec.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <isobit/instruction_set.hpp>
#include <isobit/math.hpp>

#include "common/arguments.hpp"
#include "common/harness.hpp"
#include "math/registry.hpp"

namespace {

struct options {
  int rounds = 15;
  std::string function = "all", type = "all", csv;
};

constexpr std::size_t sizes[] = {1000, std::size_t{1} << 20};

/// The loops of one library of vector functions.
class loops {
public:
  explicit loops(char const* file) : module_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (module_ == nullptr) {
      std::fprintf(stderr, "isobit_bench_libmvec: %s\n", dlerror());
      std::exit(1);
    }
  }
  template <class Loop> [[nodiscard]] Loop* find(std::string const& function) const {
    return reinterpret_cast<Loop*>(dlsym(module_, ("loop_" + function).c_str()));
  }

private:
  void* module_;
};

template <class Body> double timed(Body body) {
  double const start = common::seconds_now(true);
  body();
  return common::seconds_now(true) - start;
}

double median(std::vector<double> times) {
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

class session {
public:
  session(options const& o, char const* libmvec, char const* isobit)
      : options_(o), libmvec_(libmvec), isobit_(isobit),
        csv_(o.csv.empty() ? nullptr : std::fopen(o.csv.c_str(), "w")) {
    if (csv_ != nullptr) std::fprintf(csv_, "function,type,size,libmvec_ns,array_ratio,loop_ratio\n");
    std::printf("%-8s %-6s", "", "");
    for (auto const n : sizes) std::printf("  n = %-8zu  ns  array   loop", n);
    std::printf("\n");
  }
  ~session() {
    if (csv_ != nullptr) std::fclose(csv_);
    for (int t = 0; t < 2; ++t) {
      if (count_[t] == 0) continue;
      std::printf("geometric mean, %s:", t == 0 ? "double" : "float");
      for (int s = 0; s < 2; ++s)
        std::printf(" n = %zu array %.3f loop %.3f", sizes[s], std::exp(logarithms_[t][s][0] / count_[t]),
                    std::exp(logarithms_[t][s][1] / count_[t]));
      std::printf("\n");
    }
  }
  session(session const&) = delete;
  session& operator=(session const&) = delete;

  /// array(x, y, out) is isobit's; Loop the type of the loops' functions; call(loop, x, y, out) calls one.
  template <class T, class Loop, class Array, class Call>
  void measure(std::string const& name, Array array, Call call) {
    constexpr bool is_double = sizeof(T) == sizeof(double);
    std::string const type = is_double ? "double" : "float";
    if ((options_.function != "all" && options_.function != name) || (options_.type != "all" && options_.type != type))
      return;
    auto* const theirs = libmvec_.find<Loop>(name + (is_double ? "" : "f"));
    auto* const ours = isobit_.find<Loop>(name + (is_double ? "" : "f"));
    auto const& known = *isobit::math::find_function(name);
    std::mt19937_64 random(1);
    auto const uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<T> x(sizes[1]), y(sizes[1]), out(sizes[1]);
    for (T& v : x) v = static_cast<T>(known.low + (known.high - known.low) * uniform());
    for (T& v : y) v = static_cast<T>(-10 + 20 * uniform());

    std::printf("%-8s %-6s", name.c_str(), type.c_str());
    for (int s = 0; s < 2; ++s) {
      std::size_t const n = sizes[s], repetitions = sizes[1] / n / 4 + 1;
      // Short arrays are several in turn, or one argument that is hard to round would count for all.
      std::size_t const arrays = std::min(sizes[1] / n, std::size_t{64});
      std::span<T> const results(out.data(), n);
      auto const repeated = [&](auto body) {
        return timed([&] {
          for (std::size_t i = 0; i < repetitions; ++i) {
            std::size_t const first = i % arrays * n;
            body(std::span<T const>(x.data() + first, n), std::span<T const>(y.data() + first, n));
          }
        });
      };
      std::vector<double> times[3];
      for (int round = 0; round < options_.rounds; ++round) {
        times[0].push_back(repeated([&](auto in, auto second) { call(theirs, in, second, results); }));
        times[1].push_back(repeated([&](auto in, auto second) { array(in, second, results); }));
        times[2].push_back(repeated([&](auto in, auto second) { call(ours, in, second, results); }));
      }
      double const base = median(times[0]), ns = base / static_cast<double>(n * repetitions) * 1e9;
      double const ratios[2] = {median(times[1]) / base, median(times[2]) / base};
      for (int i = 0; i < 2; ++i) logarithms_[is_double ? 0 : 1][s][i] += std::log(ratios[i]);
      std::printf("  %12s %5.2f %6.3f %6.3f", "", ns, ratios[0], ratios[1]);
      if (csv_ != nullptr)
        std::fprintf(csv_, "%s,%s,%zu,%.3f,%.4f,%.4f\n", name.c_str(), type.c_str(), n, ns, ratios[0], ratios[1]);
    }
    std::printf("\n");
    std::fflush(stdout);
    ++count_[is_double ? 0 : 1];
  }

private:
  options options_;
  loops libmvec_, isobit_;
  std::FILE* csv_;
  double logarithms_[2][2][2] = {};  ///< by type, size, and array or loop
  int count_[2] = {};
};

options parse(int argc, char** argv) {
  options o;
  common::arguments("isobit_bench_libmvec")
      .add("--rounds", o.rounds)
      .add("--function", o.function)
      .add("--type", o.type)
      .add("--csv", o.csv)
      .read_or_exit(argc, argv);
  return o;
}

}  // namespace

int main(int argc, char** argv) {
  namespace cr = isobit::cr;
  bool const wide = isobit::active_instruction_set() == isobit::instruction_set::avx512;
  session s(parse(argc, argv), wide ? ISOBIT_LOOPS_LIBMVEC_AVX512 : ISOBIT_LOOPS_LIBMVEC_AVX2,
            wide ? ISOBIT_LOOPS_ISOBIT_AVX512 : ISOBIT_LOOPS_ISOBIT_AVX2);
#define ISOBIT_MEASURE_ONE(f, T)                                           \
  s.measure<T, void(T const*, T*, std::size_t)>(                           \
      #f, [](auto x, auto, auto out) { cr::f(x, out, isobit::serial()); }, \
      [](auto* loop, auto x, auto, auto out) { loop(x.data(), out.data(), x.size()); });
#define ISOBIT_MEASURE_TWO(f, T)                                                \
  s.measure<T, void(T const*, T const*, T*, std::size_t)>(                      \
      #f, [](auto x, auto y, auto out) { cr::f(x, y, out, isobit::serial()); }, \
      [](auto* loop, auto x, auto y, auto out) { loop(x.data(), y.data(), out.data(), x.size()); });
#define ISOBIT_UNARY(f) ISOBIT_MEASURE_ONE(f, double) ISOBIT_MEASURE_ONE(f, float)
#define ISOBIT_BINARY(f) ISOBIT_MEASURE_TWO(f, double) ISOBIT_MEASURE_TWO(f, float)
#include "libmvec_functions.def"
}
