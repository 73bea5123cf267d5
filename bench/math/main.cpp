// isobit_bench_math: every function against the platform's, in one process, interleaved; ratios of medians of
// processor times.
//
//     isobit_bench_math [--count 4194304] [--rounds 7] [--function all|exp|...] [--type all|double|float] [--csv FILE]
//
// Columns: nanoseconds a call of the platform's function in a loop, and the ratios to it of a loop over isobit's
// function and of one call of an array on one thread.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <isobit/instruction_set.hpp>
#include <isobit/math.hpp>

#include "common/arguments.hpp"
#include "common/harness.hpp"
#include "math/registry.hpp"

extern "C" double exp10(double);
extern "C" float exp10f(float);

namespace {

// What a program has to write where the platform lacks the function.
namespace platform {
using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt, std::cos, std::cosh,
    std::erf, std::erfc, std::exp, std::exp2, std::expm1, std::hypot, std::lgamma, std::log, std::log10, std::log1p,
    std::log2, std::pow, std::sin, std::sinh, std::tan, std::tanh, std::tgamma;
double exp10(double x) { return ::exp10(x); }
float exp10(float x) { return ::exp10f(x); }
template <class T> T rsqrt(T x) { return 1 / std::sqrt(x); }
template <class T> T sinpi(T x) { return std::sin(x * static_cast<T>(3.14159265358979323846)); }
template <class T> T cospi(T x) { return std::cos(x * static_cast<T>(3.14159265358979323846)); }
template <class T> T tanpi(T x) { return std::tan(x * static_cast<T>(3.14159265358979323846)); }
template <class T> T asinpi(T x) { return std::asin(x) * static_cast<T>(0.31830988618379067154); }
template <class T> T acospi(T x) { return std::acos(x) * static_cast<T>(0.31830988618379067154); }
template <class T> T atanpi(T x) { return std::atan(x) * static_cast<T>(0.31830988618379067154); }
template <class T> T atan2pi(T y, T x) { return std::atan2(y, x) * static_cast<T>(0.31830988618379067154); }
template <class T> T exp2m1(T x) { return std::expm1(x * static_cast<T>(0.69314718055994530942)); }
template <class T> T exp10m1(T x) { return std::expm1(x * static_cast<T>(2.30258509299404568402)); }
template <class T> T log2p1(T x) { return std::log1p(x) * static_cast<T>(1.44269504088896340736); }
template <class T> T log10p1(T x) { return std::log1p(x) * static_cast<T>(0.43429448190325182765); }
template <class T> T powr(T x, T y) { return std::pow(x, y); }
}  // namespace platform

struct options {
  std::size_t count = 1 << 22;
  int rounds = 7;
  std::string function = "all", type = "all", csv;
};

struct range {
  double low, high;
};
/// Ordinary use. Of the gamma functions the positive part: the platform's take several times as long for the rest, and
/// the ratios would flatter.
range range_of(std::string_view name) {
  auto const* const known = isobit::math::find_function(name);
  if (known == nullptr) return {-10, 10};  // sincos
  return {name.ends_with("gamma") ? 0.1 : known->low, known->high};
}

struct geometric_mean {
  double logarithms = 0;
  int count = 0;
  void add(double ratio) {
    logarithms += std::log(ratio);
    ++count;
  }
  [[nodiscard]] double value() const { return count == 0 ? 0 : std::exp(logarithms / count); }
};

class session {
public:
  explicit session(options const& o) : options_(o), csv_(o.csv.empty() ? nullptr : std::fopen(o.csv.c_str(), "w")) {
    if (csv_ != nullptr) std::fprintf(csv_, "function,type,platform_ns,scalar_ratio,array_ratio\n");
    std::printf("%-8s %-6s %12s %8s %8s\n", "", "", "platform ns", "scalar", "array");
  }
  ~session() {
    if (csv_ != nullptr) std::fclose(csv_);
  }
  session(session const&) = delete;
  session& operator=(session const&) = delete;

  template <class T, class Platform, class Scalar, class Array>
  void measure(char const* name, Platform of_platform, Scalar scalar, Array array) {
    char const* const type = sizeof(T) == sizeof(double) ? "double" : "float";
    if ((options_.function != "all" && options_.function != name) || (options_.type != "all" && options_.type != type))
      return;
    auto const [low, high] = range_of(name);
    std::mt19937_64 random(1);
    std::vector<T> x(options_.count), y(options_.count), out(options_.count);
    auto const uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (T& v : x) v = static_cast<T>(low + (high - low) * uniform());
    for (T& v : y) v = static_cast<T>(-10 + 20 * uniform());

    std::vector<double> times[3];
    for (int round = 0; round < options_.rounds; ++round) {
      times[0].push_back(timed([&] {
        for (std::size_t i = 0; i < x.size(); ++i) out[i] = of_platform(x[i], y[i]);
      }));
      times[1].push_back(timed([&] {
        for (std::size_t i = 0; i < x.size(); ++i) out[i] = scalar(x[i], y[i]);
      }));
      times[2].push_back(timed([&] { array(x, y, out); }));
    }
    double medians[3];
    for (int i = 0; i < 3; ++i) {
      std::ranges::nth_element(times[i], times[i].begin() + options_.rounds / 2);
      medians[i] = times[i][static_cast<std::size_t>(options_.rounds / 2)];
    }
    double const ns = medians[0] / static_cast<double>(options_.count) * 1e9;
    double const ratios[2] = {medians[1] / medians[0], medians[2] / medians[0]};
    for (int i = 0; i < 2; ++i) means_[sizeof(T) == sizeof(double) ? 0 : 1][i].add(ratios[i]);
    std::printf("%-8s %-6s %12.2f %8.3f %8.3f\n", name, type, ns, ratios[0], ratios[1]);
    std::fflush(stdout);
    if (csv_ != nullptr) std::fprintf(csv_, "%s,%s,%.3f,%.4f,%.4f\n", name, type, ns, ratios[0], ratios[1]);
  }

  void print_means() const {
    for (int t = 0; t < 2; ++t)
      if (means_[t][0].count != 0)
        std::printf("geometric mean of %d functions, %s: scalar %.3f, array %.3f\n", means_[t][0].count,
                    t == 0 ? "double" : "float", means_[t][0].value(), means_[t][1].value());
  }

private:
  template <class Body> static double timed(Body body) {
    double const start = common::seconds_now(true);
    body();
    return common::seconds_now(true) - start;
  }

  options options_;
  std::FILE* csv_;
  geometric_mean means_[2][2];
};

options parse(int argc, char** argv) {
  options o;
  common::arguments("isobit_bench_math")
      .add("--count", o.count)
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
  session s(parse(argc, argv));
  std::printf("instruction set %s\n", std::string(isobit::name(isobit::active_instruction_set())).c_str());
#define ISOBIT_MEASURE(f, T)                                                      \
  s.measure<T>(                                                                   \
      #f, [](T x, T) { return platform::f(x); }, [](T x, T) { return cr::f(x); }, \
      [](auto const& x, auto const&, auto& out) { cr::f(x, out, isobit::serial()); });
#define ISOBIT_MEASURE_BOTH(f) ISOBIT_MEASURE(f, double) ISOBIT_MEASURE(f, float)
  ISOBIT_MATH_UNARY(ISOBIT_MEASURE_BOTH)
#undef ISOBIT_MEASURE
#define ISOBIT_MEASURE(f, T)                                                                \
  s.measure<T>(                                                                             \
      #f, [](T x, T y) { return platform::f(x, y); }, [](T x, T y) { return cr::f(x, y); }, \
      [](auto const& x, auto const& y, auto& out) { cr::f(x, y, out, isobit::serial()); });
  ISOBIT_MATH_BINARY(ISOBIT_MEASURE_BOTH)
#undef ISOBIT_MEASURE
  s.measure<double>(
      "sincos",
      [](double x, double) {
        double a, b;
        ::sincos(x, &a, &b);
        return a + b;
      },
      [](double x, double) {
        auto const both = cr::sincos(x);
        return both.sin + both.cos;
      },
      [cosines = std::vector<double>()](auto const& x, auto const&, auto& out) mutable {
        cosines.resize(x.size());
        cr::sincos(x, out, cosines, isobit::serial());
      });
  s.measure<float>(
      "sincos",
      [](float x, float) {
        float a, b;
        ::sincosf(x, &a, &b);
        return a + b;
      },
      [](float x, float) {
        auto const both = cr::sincos(x);
        return both.sin + both.cos;
      },
      [cosines = std::vector<float>()](auto const& x, auto const&, auto& out) mutable {
        cosines.resize(x.size());
        cr::sincos(x, out, cosines, isobit::serial());
      });
  s.print_means();
}
