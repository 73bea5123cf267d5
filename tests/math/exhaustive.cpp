// Every float there is, for every function of one float, against an independent oracle, bit for bit: the call of an
// array, and the call of one number, which must agree with it.
//
//     exhaustive [--function all|exp|...] [--threads 1] [--slice 1/1000]   a slice: every thousandth block of arguments
//
// The oracle is the platform's double function where that, give or take a few units in its last place, decides the
// rounding to float, and MPFR where it does not: near midpoints, and where the library's result differs.

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

#include "../../common/arguments.hpp"
#include "check.hpp"

extern "C" double exp10(double);

namespace isobit::test {
namespace {

using double_function = double (*)(double);

constexpr long double pi = 3.14159265358979323846264338327950288L, ln2 = 0.69314718055994530941723212145817657L,
                      ln10 = 2.30258509299404568401799145468436421L;

// With the platform's long double where it has no double function of its own.
double pi_times(double x, long double (*f)(long double)) {
  long double const reduced = std::remainder(static_cast<long double>(x), 2.0L);
  return static_cast<double>(f(reduced * pi));
}

double_function platform_function(std::string_view name) {
  struct entry {
    std::string_view name;
    double_function function;
  };
#define ISOBIT_PLATFORM(f) \
  { #f, static_cast < double_function>(std::f) }
  static constexpr entry entries[] = {
      ISOBIT_PLATFORM(sin),
      ISOBIT_PLATFORM(cos),
      ISOBIT_PLATFORM(tan),
      ISOBIT_PLATFORM(asin),
      ISOBIT_PLATFORM(acos),
      ISOBIT_PLATFORM(atan),
      ISOBIT_PLATFORM(sinh),
      ISOBIT_PLATFORM(cosh),
      ISOBIT_PLATFORM(tanh),
      ISOBIT_PLATFORM(asinh),
      ISOBIT_PLATFORM(acosh),
      ISOBIT_PLATFORM(atanh),
      ISOBIT_PLATFORM(exp),
      ISOBIT_PLATFORM(exp2),
      {"exp10", ::exp10},
      ISOBIT_PLATFORM(expm1),
      ISOBIT_PLATFORM(log),
      ISOBIT_PLATFORM(log2),
      ISOBIT_PLATFORM(log10),
      ISOBIT_PLATFORM(log1p),
      ISOBIT_PLATFORM(cbrt),
      ISOBIT_PLATFORM(erf),
      ISOBIT_PLATFORM(erfc),
      ISOBIT_PLATFORM(tgamma),
      ISOBIT_PLATFORM(lgamma),
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"sinpi", [](double x) { return pi_times(x, [](long double y) { return std::sin(y); }); }},
      {"tanpi", [](double x) { return pi_times(x, [](long double y) { return std::tan(y); }); }},
      {"asinpi", [](double x) { return static_cast<double>(std::asin(static_cast<long double>(x)) / pi); }},
      {"acospi", [](double x) { return static_cast<double>(std::acos(static_cast<long double>(x)) / pi); }},
      {"atanpi", [](double x) { return static_cast<double>(std::atan(static_cast<long double>(x)) / pi); }},
      {"exp2m1", [](double x) { return static_cast<double>(std::expm1(x * ln2)); }},
      {"exp10m1", [](double x) { return static_cast<double>(std::expm1(x * ln10)); }},
      {"log2p1", [](double x) { return static_cast<double>(std::log1p(static_cast<long double>(x)) / ln2); }},
      {"log10p1", [](double x) { return static_cast<double>(std::log1p(static_cast<long double>(x)) / ln10); }},
      {"cospi", [](double x) { return pi_times(x, [](long double y) { return std::cos(y); }); }},
  };
#undef ISOBIT_PLATFORM
  for (entry const& e : entries)
    if (e.name == name) return e.function;
  return nullptr;
}

constexpr std::uint64_t block = 1 << 16;
constexpr std::uint64_t blocks = (std::uint64_t{1} << 32) / block;
// Relative; the platform's double functions are wrong by a few units in the last place, 2^-52, at most. 2^-44 leaves
// room for two hundred.
constexpr double margin = 0x1p-44;

struct counts : tally {
  std::uint64_t by_mpfr = 0;
};

counts check_block(unary_function const& f, math::unary<float> entry, double_function estimate, mpfr_unary definition,
                   function_oracle<float>& oracle, std::uint64_t first) {
  static thread_local std::vector<float> in(block), out(block);
  for (std::uint64_t i = 0; i < block; ++i) in[i] = from_bits<float>(static_cast<std::uint32_t>(first + i));
  {
    environment_guard environment;
    entry.array(in.data(), out.data(), block);
  }
  counts result;
  for (std::uint64_t i = 0; i < block; ++i) {
    float const x = in[i], got = out[i], alone = entry.scalar(x);
    ++result.checked;
    if (bits_of(alone) != bits_of(got)) report_wrong(result, f.name, "scalar, unlike array,", x, 0.0f, alone, got);
    double const about = estimate(x);
    float const low = static_cast<float>(about * (1 - margin)), high = static_cast<float>(about * (1 + margin));
    bool const decided = is_nan(about) ? bits_of(got) == format<float>::canonical_nan
                                       : bits_of(low) == bits_of(high) && bits_of(got) == bits_of(low);
    if (decided) continue;
    ++result.by_mpfr;
    float const expected = oracle(definition, x);
    if (bits_of(got) != bits_of(expected)) report_wrong(result, f.name, "array", x, 0.0f, got, expected);
  }
  return result;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  unsigned threads = 1;
  std::string only = "all", slice = "1/1";
  common::arguments("math_exhaustive")
      .add("--threads", threads)
      .add("--function", only)
      .add("--slice", slice)
      .read_or_exit(argc, argv);
  std::uint64_t const every = std::strtoull(slice.substr(slice.find('/') + 1).c_str(), nullptr, 10);
  std::uint64_t const offset = std::strtoull(slice.c_str(), nullptr, 10) - 1;
  if (every == 0 || offset >= every) {
    std::printf("--slice %s: give K/N with 1 <= K <= N\n", slice.c_str());
    return 2;
  }
  auto const& functions = math::functions();
  std::printf("instruction set %s, slice %s\n", std::string(name(functions.set)).c_str(), slice.c_str());
  bool right = true, any = false;
  for (unary_function const& f : unary_functions) {
    if (only != "all" && only != f.name) continue;
    any = true;
    auto const start = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> next = offset;
    std::mutex mutex;
    counts total;
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&] {
        {
          function_oracle<float> oracle;
          for (std::uint64_t b; (b = next.fetch_add(every)) < blocks;) {
            // Spread over the whole range, whatever the slice.
            std::uint64_t const where = (b * 0x9e37'79b1u) % blocks;
            auto const part = check_block(f, functions.*f.of_floats, platform_function(f.name), mpfr_function(f.name),
                                          oracle, where * block);
            std::lock_guard const lock(mutex);
            total += part;
            total.by_mpfr += part.by_mpfr;
          }
        }
        mpfr_free_cache();
      });
    for (auto& worker : workers) worker.join();
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-7.*s %10" PRIu64 " floats, %9" PRIu64 " by MPFR, %" PRIu64 " wrong, %.0f s\n", int(f.name.size()),
                f.name.data(), total.checked, total.by_mpfr, total.wrong, seconds);
    std::fflush(stdout);
    right &= total.wrong == 0 && total.checked > 0;
  }
  if (!any) std::printf("no function of one float is called %s\n", only.c_str());
  return right && any ? 0 : 1;
}
