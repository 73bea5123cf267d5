// Every float there is, for every function of one float, against an independent oracle, bit for bit: the call of an
// array, the call of one number, and that upward, downward and toward zero.
//
//     exhaustive [--function all|exp,sin,...] [--threads 1] [--slice 1/1000]   a slice: every thousandth block of
//     arguments
//
// The oracle is the platform's double function where that decides the roundings (float_oracle.hpp), and MPFR where it
// does not, and wherever the library's results differ. Progress goes to standard error, the log to standard output.

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "check.hpp"
#include "float_oracle.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t block = 1 << 16;
constexpr std::uint64_t blocks = (std::uint64_t{1} << 32) / block;
constexpr std::uint64_t results_of_each = 5;

bool same(float x, float y) { return bits_of(x) == bits_of(y); }

tally check_block(unary_function const& f, math::unary<float> entry, float_oracle const& quick, mpfr_unary definition,
                  function_oracle<float>& slow, std::uint64_t first) {
  static thread_local std::vector<float> in(block), out(block);
  for (std::uint64_t i = 0; i < block; ++i) in[i] = from_bits<float>(static_cast<std::uint32_t>(first + i));
  {
    environment_guard environment;
    entry.array(in.data(), out.data(), block);
  }
  tally result;
  result.checked = block;
  for (std::uint64_t i = 0; i < block; ++i) {
    float const x = in[i], alone = entry.scalar(x);
    float_results const got{out[i], entry.directed(x, rounding::upward), entry.directed(x, rounding::downward),
                            entry.directed(x, rounding::toward_zero)};
    auto const expected = quick(x);
    if (expected && same(got.nearest, expected->nearest) && same(alone, expected->nearest) &&
        same(got.upward, expected->upward) && same(got.downward, expected->downward) &&
        same(got.toward_zero, expected->toward_zero))
      continue;
    ++result.by_mpfr;
    auto const compare = [&](float y, mpfr_rnd_t mode, char const* how) {
      float const exact = slow(definition, x, mode);
      if (!same(y, exact)) report_wrong(result, f.name, how, x, 0.0f, y, exact);
    };
    compare(got.nearest, MPFR_RNDN, "array");
    compare(alone, MPFR_RNDN, "scalar");
    compare(got.upward, MPFR_RNDU, "upward");
    compare(got.downward, MPFR_RNDD, "downward");
    compare(got.toward_zero, MPFR_RNDZ, "toward zero");
  }
  return result;
}

/// Blocks offset, offset + every, ... on some threads.
tally check_all(unary_function const& f, unsigned threads, std::uint64_t offset, std::uint64_t every) {
  std::atomic<std::uint64_t> next = offset;
  std::mutex mutex;
  tally total;
  std::uint64_t tenth = 1;
  auto const work = [&] {
    {
      function_oracle<float> slow;
      float_oracle const quick(f.name);
      for (std::uint64_t b; (b = next.fetch_add(every)) < blocks;) {
        // Spread over the whole range, whatever the slice.
        std::uint64_t const where = (b * 0x9e37'79b1u) % blocks;
        auto const part =
            check_block(f, math::functions().*f.of_floats, quick, mpfr_function(f.name), slow, where * block);
        std::lock_guard const lock(mutex);
        total += part;
        if (total.checked * every >= tenth * (std::uint64_t{1} << 32) / 10) {
          std::fprintf(stderr, "%.*s: %" PRIu64 "0 %%, %" PRIu64 " wrong\n", int(f.name.size()), f.name.data(), tenth,
                       total.wrong);
          while (total.checked * every >= tenth * (std::uint64_t{1} << 32) / 10) ++tenth;
        }
      }
    }
    mpfr_free_cache();
  };
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t) workers.emplace_back(work);
  for (auto& worker : workers) worker.join();
  return total;
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
  chosen_functions const chosen(only);
  if (!chosen.all_exist(unary_functions)) return 2;
  std::printf("instruction set %s, slice %s; of each float an array, one call, upward, downward, toward zero\n",
              std::string(name(math::functions().set)).c_str(), slice.c_str());
  bool right = true;
  for (unary_function const& f : unary_functions) {
    if (!chosen(f.name)) continue;
    auto const start = std::chrono::steady_clock::now();
    tally const total = check_all(f, threads, offset, every);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-7.*s %10" PRIu64 " floats, %11" PRIu64 " results, %8" PRIu64 " floats by MPFR, %" PRIu64
                " wrong, %.0f s\n",
                int(f.name.size()), f.name.data(), total.checked, total.checked * results_of_each, total.by_mpfr,
                total.wrong, seconds);
    std::fflush(stdout);
    right &= total.wrong == 0 && total.checked > 0;
  }
  return right ? 0 : 1;
}
