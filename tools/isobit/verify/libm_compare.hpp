#pragma once

#include <algorithm>
#include <atomic>
#include <future>
#include <span>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/driver/threads.hpp>

#include "libm.hpp"
#include "libm_arguments.hpp"

namespace isobit::tool {

/// How many arguments are evaluated at a time: whole vectors of any size.
inline constexpr std::size_t libm_block = 4096;

/// The numbers of a type in order, -0 and 0 next to each other.
template <class T> std::int64_t place_of(T x) {
  auto const magnitude_bits = static_cast<std::int64_t>(bits_of(magnitude(x)));
  return is_negative(x) ? -1 - magnitude_bits : magnitude_bits;
}

template <class T> bool same_result(T a, T b) { return bits_of(a) == bits_of(b) || (is_nan(a) && is_nan(b)); }

/// Isobit's function of arrays; y is empty for functions of one number.
inline void evaluate(math::named_function const& f, std::span<double const> x, std::span<double const> y, double* out) {
  auto const& table = math::functions();
  if (f.arguments == 2)
    (table.*f.of_doubles).array(x.data(), y.data(), out, x.size());
  else
    (table.*f.of_double).array(x.data(), out, x.size());
}
inline void evaluate(math::named_function const& f, std::span<float const> x, std::span<float const> y, float* out) {
  auto const& table = math::functions();
  if (f.arguments == 2)
    (table.*f.of_floats).array(x.data(), y.data(), out, x.size());
  else
    (table.*f.of_float).array(x.data(), out, x.size());
}

/// Notes how many results of theirs(x, y, out), which takes blocks of arguments, are not the right ones; for each of
/// them note(index, result).
template <class T, class Theirs, class Note>
void compare_results(libm_comparison& found, std::uint64_t count, Theirs theirs, Note note) {
  bool const has_two = found.function->arguments == 2;
  std::vector<T> x(libm_block), y(has_two ? libm_block : 0), right(libm_block), result(libm_block);
  for (std::uint64_t first = 0; first < count; first += libm_block) {
    auto const n = static_cast<std::size_t>(std::min<std::uint64_t>(libm_block, count - first));
    auto const xs = std::span(x).first(n), ys = std::span(y).first(has_two ? n : 0);
    draw_arguments<T>(*found.function, first, xs, ys);
    evaluate(*found.function, xs, ys, right.data());
    theirs(std::span<T const>(xs), std::span<T const>(ys), result.data());
    for (std::size_t i = 0; i < n; ++i) {
      if (same_result(result[i], right[i])) continue;
      ++found.differing;
      note(first + i, result[i]);
      auto const distance = place_of(result[i]) - place_of(right[i]);
      auto const ulps = static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
      if (ulps <= found.worst.ulps) continue;
      found.worst = {ulps, {{x[i], found.is_single}}, {result[i], found.is_single}, {right[i], found.is_single}};
      if (has_two) found.worst.arguments.push_back({y[i], found.is_single});
    }
  }
}

/// Every function, for doubles and for floats, on as many threads as there are: compare(comparison, T{}).
template <class Compare> std::vector<libm_comparison> compare_functions(progress& bar, Compare compare) {
  std::vector<libm_comparison> all;
  for (bool const is_single : {false, true})
    for (auto const& function : math::all_functions()) all.push_back({&function, is_single});
  std::atomic<std::size_t> next = 0;
  auto const work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      if (all[i].is_single)
        compare(all[i], float{});
      else
        compare(all[i], double{});
      bar.advance(1);
    }
  };
  std::vector<std::future<void>> workers;
  for (std::size_t i = 1; i < threads().count(); ++i) workers.push_back(std::async(std::launch::async, work));
  work();
  for (auto& each : workers) each.get();
  return all;
}

}  // namespace isobit::tool
