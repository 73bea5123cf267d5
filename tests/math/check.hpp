#pragma once

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "arithmetic/environment.hpp"
#include "functions.hpp"
#include "oracle.hpp"
#include "screen.hpp"

/// Compares the library with the oracle, argument by argument: the call of one number and the call of an array.
namespace isobit::test {

struct tally {
  std::uint64_t checked = 0, wrong = 0, by_mpfr = 0;
  tally& operator+=(tally const& other) {
    checked += other.checked;
    wrong += other.wrong;
    by_mpfr += other.by_mpfr;
    return *this;
  }
};

template <class T> void report_wrong(tally& t, std::string_view name, char const* how, T x, T y, T got, T expected) {
  static std::atomic<int> reported = 0;
  ++t.wrong;
  if (++reported > 40) return;  // the first few tell the story
  std::printf("WRONG %.*s(%a, %a), %s of %s: %a, must be %a\n", int(name.size()), name.data(), double(x), double(y),
              how, sizeof(T) == 8 ? "doubles" : "floats", double(got), double(expected));
}

/// Results of an array and of single calls. With a source of samples the screen decides where it can and agrees, but
/// for one in a thousand, by which the screen itself is checked.
template <class T, class Entry, class Definition, class Screen, class... X>
tally compare_with_oracle(std::string_view name, Entry entry, Definition definition, Screen screen,
                          random_source* samples, std::span<T const> out, std::span<X const>... in) {
  function_oracle<T> oracle;
  tally result;
  for (std::size_t i = 0; i < out.size(); ++i) {
    T const arguments[] = {in[i]..., T(0)}, alone = entry.scalar(in[i]...);
    ++result.checked;
    verdict<T> const quick = samples != nullptr ? screened<T>(screen, in[i]...) : verdict<T>{};
    if (quick.tells && bits_of(out[i]) == bits_of(quick.result) && bits_of(alone) == bits_of(quick.result) &&
        !samples->one_in(1000))
      continue;
    ++result.by_mpfr;
    T const expected = oracle(definition, in[i]...);
    auto const compare = [&](T got, char const* how) {
      if (bits_of(got) != bits_of(expected)) report_wrong(result, name, how, arguments[0], arguments[1], got, expected);
    };
    compare(out[i], "array");
    compare(alone, "scalar");
    if (quick.tells) compare(quick.result, "screen");
  }
  return result;
}

template <class T>
tally check_unary(math::table const& functions, unary_function const& f, std::span<T const> in,
                  random_source* samples = nullptr) {
  auto const& entry = entries_of<T>(functions, f);
  std::vector<T> out(in.size());
  {
    environment_guard environment;
    entry.array(in.data(), out.data(), in.size());
  }
  return compare_with_oracle<T>(f.name, entry, mpfr_function(f.name), platform::function<long double>(f.name), samples,
                                out, in);
}

template <class T>
tally check_binary(math::table const& functions, binary_function const& f, std::span<T const> x, std::span<T const> y,
                   random_source* samples = nullptr) {
  auto const& entry = entries_of<T>(functions, f);
  std::vector<T> out(x.size());
  {
    environment_guard environment;
    entry.array(x.data(), y.data(), out.data(), x.size());
  }
  return compare_with_oracle<T>(f.name, entry, mpfr_function_of_two(f.name),
                                platform::function_of_two<long double>(f.name), samples, out, x, y);
}

}  // namespace isobit::test
