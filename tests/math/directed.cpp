// Every function rounded upward, downward and toward zero, against MPFR, bit for bit: random arguments, and the
// neighbours of numbers at which functions are exact, turn, overflow or vanish.
//
//     directed [--count 1000] [--function all|exp|...] [--seed 1]

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "directions.hpp"
#include "support/forced_set.hpp"

namespace isobit::test {
namespace {

template <class T, class Entry, class Definition, class... X>
void check(tally& t, std::string_view name, Entry entry, Definition definition, X... x) {
  static function_oracle<T> oracle;
  oracle.prepare();
  for (auto const& way : directions) {
    T const expected = oracle(definition, x..., way.of_mpfr), got = entry.directed(x..., way.mode);
    ++t.checked;
    T const arguments[] = {x..., T(0)};
    if (bits_of(got) != bits_of(expected)) report_wrong(t, name, way.name, arguments[0], arguments[1], got, expected);
  }
}

template <class T>
tally check(math::table const& functions, unary_function const& f, random_source& random, int count) {
  auto const& entry = entries_of<T>(functions, f);
  auto const definition = mpfr_function(f.name);
  tally t;
  for (T const x : notable_numbers<T>()) check<T>(t, f.name, entry, definition, x);
  for (int i = 0; i < count; ++i) check<T>(t, f.name, entry, definition, draw_argument<T>(random, f.low, f.high));
  return t;
}
template <class T>
tally check(math::table const& functions, binary_function const& f, random_source& random, int count) {
  auto const& entry = entries_of<T>(functions, f);
  auto const definition = mpfr_function_of_two(f.name);
  tally t;
  auto const notable = notable_numbers<T>();
  auto const any = [&](double low, double high) {
    return random.one_in(3) ? notable[random.below(notable.size())] : draw_argument<T>(random, low, high);
  };
  for (int i = 0; i < 2 * count; ++i) {
    T const x = any(f.low, f.high);
    check<T>(t, f.name, entry, definition, x, any(-f.high, f.high));
  }
  return t;
}

bool print(std::string_view name, char const* type, tally t) {
  std::printf("%-8.*s %-7s %8" PRIu64 " results, %" PRIu64 " wrong\n", int(name.size()), name.data(), type, t.checked,
              t.wrong);
  return t.wrong == 0 && t.checked > 0;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  int count = 1000;
  std::uint64_t seed = 1;
  std::string only = "all";
  common::arguments("math_directed")
      .add("--count", count)
      .add("--seed", seed, 0)
      .add("--function", only)
      .read_or_exit(argc, argv);
  if (int const status = status_of_forced_set(); status != 0) return status;
  auto const& functions = math::functions();
  std::printf("instruction set %s, seed %" PRIu64 "\n", std::string(name(functions.set)).c_str(), seed);
  bool right = true, any = false;
  random_source random(seed);
  auto const run = [&](auto const& f) {
    if (only != "all" && only != f.name) return;
    any = true;
    right &= print(f.name, "double", check<double>(functions, f, random, count));
    right &= print(f.name, "float", check<float>(functions, f, random, count));
  };
  for (auto const& f : unary_functions) run(f);
  for (auto const& f : binary_functions) run(f);
  if (!any) std::printf("no function is called %s\n", only.c_str());
  return right && any ? 0 : 1;
}
