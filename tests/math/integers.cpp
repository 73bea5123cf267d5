// The functions of a number and an integer in every direction, one by one and in arrays, against MPFR, bit for bit.
//
//     integers [--count 1000] [--seed 1]

#include <isobit/math.hpp>

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "directions.hpp"
#include "support/forced_set.hpp"

namespace isobit::test {
namespace {

std::vector<std::int64_t> notable_integers() {
  std::vector<std::int64_t> values = {INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, 0};
  for (std::int64_t n = 1; n <= 40; ++n) values.insert(values.end(), {n, -n});
  for (int k = 6; k < 63; ++k)
    for (std::int64_t step = -1; step <= 1; ++step)
      values.insert(values.end(), {(std::int64_t{1} << k) + step, -(std::int64_t{1} << k) + step});
  return values;
}

/// x and n such that (1 + x)^n, x^n and x^(1/n) are often of ordinary size, exact, or near a midpoint.
template <class T> struct drawn {
  std::vector<T> x;
  std::vector<std::int64_t> n;
};
template <class T> drawn<T> draw(random_source& random, std::size_t count) {
  auto const numbers = notable_numbers<T>();
  auto const integers = notable_integers();
  drawn<T> all;
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t n = random.one_in(3) ? integers[random.below(integers.size())] : random.between(-60, 60);
    if (random.one_in(8)) n = static_cast<std::int64_t>(random.next()) >> random.below(63);
    T x = random.one_in(4) ? numbers[random.below(numbers.size())] : draw_argument<T>(random, -3, 12);
    if (random.one_in(4) && n != 0)  // near a power of an integer
      x = static_cast<T>(std::pow(static_cast<double>(random.between(-9, 9)), static_cast<double>(n % 12)));
    if (random.one_in(4) && n != 0)  // so near to zero, or to one, that n magnifies it to something ordinary
      x = static_cast<T>(random.coin() +
                         static_cast<double>(random.between(-4000, 4000)) / 100 / static_cast<double>(n));
    all.x.push_back(x);
    all.n.push_back(n);
  }
  return all;
}

template <class T, class Function>
bool check(char const* name, Function f, mpfr_with_integer definition, std::uint64_t seed, std::size_t count) {
  random_source random(seed);
  auto const [x, n] = draw<T>(random, count);
  function_oracle<T> oracle;
  tally t;
  for (auto const& way : directions) {
    std::vector<T> out(count), in_place = x;
    f(std::span<T const>(x), std::span<std::int64_t const>(n), std::span<T>(out), way.mode);
    f(std::span<T const>(in_place), std::span<std::int64_t const>(n), std::span<T>(in_place), way.mode);
    for (std::size_t i = 0; i < count; ++i) {
      T const expected = oracle(definition, x[i], n[i], way.of_mpfr), alone = f(x[i], n[i], way.mode);
      ++t.checked;
      for (T const got : {alone, out[i], in_place[i]})
        if (bits_of(got) != bits_of(expected)) {
          std::printf("n = %" PRId64 ": ", n[i]);
          report_wrong(t, name, way.name, x[i], T(0), got, expected);
        }
    }
  }
  std::printf("%-9s %-6s %8" PRIu64 " results, %" PRIu64 " wrong\n", name, sizeof(T) == 8 ? "double" : "float",
              t.checked, t.wrong);
  return t.wrong == 0;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  std::size_t count = 1000;
  std::uint64_t seed = 1;
  common::arguments("math_integers").add("--count", count).add("--seed", seed, 0).read_or_exit(argc, argv);
  if (int const status = status_of_forced_set(); status != 0) return status;
  std::printf("seed %" PRIu64 "\n", seed);
  bool right = true;
  auto const run = [&](char const* name, auto f, mpfr_with_integer definition) {
    right &= check<double>(name, f, definition, seed, count);
    right &= check<float>(name, f, definition, seed, count);
  };
  run(
      "pown", [](auto... a) { return cr::pown(a...); }, mpfr_pow_si);
  run(
      "rootn", [](auto... a) { return cr::rootn(a...); }, root_of);
  run(
      "compoundn", [](auto... a) { return cr::compoundn(a...); }, mpfr_compound_si);
  return right ? 0 : 1;
}
