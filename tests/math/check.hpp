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

/// Compares the library with the oracle, argument by argument: the call of one number and the call of an array.
namespace isobit::test {

struct tally {
  std::uint64_t checked = 0, wrong = 0;
  tally& operator+=(tally const& other) {
    checked += other.checked;
    wrong += other.wrong;
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

template <class T> tally check_unary(math::table const& functions, unary_function const& f, std::span<T const> in) {
  auto const entry = [&] {
    if constexpr (sizeof(T) == sizeof(double))
      return functions.*f.of_doubles;
    else
      return functions.*f.of_floats;
  }();
  std::vector<T> out(in.size());
  {
    environment_guard environment;
    entry.array(in.data(), out.data(), in.size());
  }
  function_oracle<T> oracle;
  mpfr_unary const definition = mpfr_function(f.name);
  tally result;
  for (std::size_t i = 0; i < in.size(); ++i) {
    T const expected = oracle(definition, in[i]), alone = entry.scalar(in[i]);
    ++result.checked;
    if (bits_of(out[i]) != bits_of(expected)) report_wrong(result, f.name, "array", in[i], T(0), out[i], expected);
    if (bits_of(alone) != bits_of(expected)) report_wrong(result, f.name, "scalar", in[i], T(0), alone, expected);
  }
  return result;
}

template <class T>
tally check_binary(math::table const& functions, binary_function const& f, std::span<T const> x, std::span<T const> y) {
  auto const entry = [&] {
    if constexpr (sizeof(T) == sizeof(double))
      return functions.*f.of_doubles;
    else
      return functions.*f.of_floats;
  }();
  std::vector<T> out(x.size());
  {
    environment_guard environment;
    entry.array(x.data(), y.data(), out.data(), x.size());
  }
  function_oracle<T> oracle;
  mpfr_binary const definition = mpfr_function_of_two(f.name);
  tally result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    T const expected = oracle(definition, x[i], y[i]), alone = entry.scalar(x[i], y[i]);
    ++result.checked;
    if (bits_of(out[i]) != bits_of(expected)) report_wrong(result, f.name, "array", x[i], y[i], out[i], expected);
    if (bits_of(alone) != bits_of(expected)) report_wrong(result, f.name, "scalar", x[i], y[i], alone, expected);
  }
  return result;
}

}  // namespace isobit::test
