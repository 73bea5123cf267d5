// calibrate [iterations|integer-vectors]: writes, as CSV, how many nanoseconds one core takes for the local part of
// each method and for merging two states. The fastest of many rounds: the machine may have other things to do.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include <isobit/isobit.hpp>

#include "box_space.hpp"
#include "common/plain_sum.hpp"
#include "integer_vector.hpp"
#include "mpi/window.hpp"

namespace {

using values = std::span<double const>;

template <class Body> double nanoseconds(Body body) {
  using clock = std::chrono::steady_clock;
  auto const timed = [&](long times) {
    auto const start = clock::now();
    for (long i = 0; i < times; ++i) body();
    return std::chrono::duration<double, std::nano>(clock::now() - start).count();
  };
  long times = 1;
  while (timed(times) < 2e5) times *= 2;
  double best = 1e300;
  for (int round = 0; round < 40; ++round) best = std::min(best, timed(times) / static_cast<double>(times));
  return best;
}

template <class T> void keep(T const& value) { asm volatile("" : : "g"(&value) : "memory"); }

void print(std::string const& part, std::size_t n, double time) {
  std::printf("%s,%zu,%.4g\n", part.c_str(), n, time);
  std::fflush(stdout);
}

/// Empty, for the sum of so many elements below 1.
template <class A> A empty(std::size_t count) {
  if constexpr (isobit::two_pass_accumulator<A>)
    return A(count, 1.0);
  else if constexpr (isobit::counted_accumulator<A>)
    return A(count);
  else
    return A();
}

template <class A> void local(std::string const& part, values x) {
  print(part, x.size(), nanoseconds([&] {
          A state = empty<A>(x.size());
          state.add(x);
          keep(state);
        }));
}

/// What a rank does with a message: one state is copied, another merged into it.
template <class A> void merging(std::string const& part, values x) {
  A one = empty<A>(x.size()), other = one;
  one.add(x.first(x.size() / 2));
  other.add(x.last(x.size() / 2));
  print(part + "/merge", 1, nanoseconds([&] {
          A state = one;
          state.merge(other);
          keep(state);
        }));
}

/// Two adjacent pieces whose border is nowhere near a large subtree.
void merging_trees(values x) {
  std::size_t const middle = x.size() / 3, total = x.size() + 1000;
  auto const left = isobit::tree_sum_part(x.first(middle), {.first = 333, .total = total}, isobit::serial());
  auto const right =
      isobit::tree_sum_part(x.subspan(middle), {.first = 333 + middle, .total = total}, isobit::serial());
  print("tree/merge", 1, nanoseconds([&] {
          auto whole = left;
          whole.merge(right);
          keep(whole);
        }));
}

/// The same for a dot of an iteration, as it travels.
void merging_windows(values x) {
  using window = isobit::mpi::detail::window<4>;
  auto const one = window::of(isobit::exact_dot(x.first(x.size() / 2), x.last(x.size() / 2)));
  auto const other = window::of(isobit::exact_dot(x.first(x.size() / 2), x.first(x.size() / 2)));
  print("window/merge", 1, nanoseconds([&] {
          auto both = one;
          both.merge(other);
          keep(both);
        }));
}

/// An iteration of conjugate gradients on the box of a rank that has six neighbours: iterations take long, so one call
/// has many, and what comes before them is taken off.
void iterations(int side) {
  scale::box const inner({side, side, side}, {3, 3, 3}, 13);
  auto const of = [&](auto solve, auto const& messages) {
    auto const time = [&](int count) {
      return nanoseconds([&] { keep(solve(inner, messages, count, [](int) { return true; })); });
    };
    return (time(22) - time(2)) / 20;
  };
  auto const nothing = [](auto) {};
  auto const rows = static_cast<std::size_t>(inner.matrix.rows);
  print("cg-plain", rows, of(scale::plain_iterations, scale::messages<std::span<double>>{nothing, nothing}));
  print("cg-exact", rows, of(scale::exact_iterations, scale::messages<scale::exact_sums>{nothing, nothing}));
}

void sums() {
  isobit::serial const serial;
  for (unsigned level = 0; level <= 24; ++level) {
    auto const data = scale::values_at(0, std::size_t{1} << level, 0);
    values const x(data);
    print("plain", x.size(), nanoseconds([&] { keep(common::plain_sum(x)); }));
    print("exact", x.size(), nanoseconds([&] { keep(isobit::exact_sum(x, serial)); }));
    print("tree", x.size(), nanoseconds([&] { keep(isobit::tree_sum(x, serial)); }));
    print("largest", x.size(),
          nanoseconds([&] { keep(isobit::detail::largest_magnitude<double>(serial, isobit::detail::input_of(x))); }));
    local<isobit::binned<double, 3>>("binned:3", x);
    local<isobit::single_sweep<double, 2>>("single-sweep:2", x);
    local<isobit::single_sweep<double, 3>>("single-sweep:3", x);
    local<isobit::double_sweep<double, 1>>("double-sweep:1", x);
    local<isobit::double_sweep<double, 2>>("double-sweep:2", x);
  }
  auto const data = scale::values_at(0, 1 << 16, 0);
  merging<isobit::exact>("exact", data);
  merging<isobit::binned<double, 3>>("binned:3", data);
  merging<isobit::single_sweep<double, 2>>("single-sweep:2", data);
  merging<isobit::single_sweep<double, 3>>("single-sweep:3", data);
  merging<isobit::double_sweep<double, 1>>("double-sweep:1", data);
  merging<isobit::double_sweep<double, 2>>("double-sweep:2", data);
  merging_trees(data);
}

/// The two passes of the integer-vector method, as on 4096 ranks with as many numbers each.
void integer_vectors() {
  namespace vectors = scale::integer_vector;
  for (unsigned level = 0; level <= 20; ++level) {
    auto const data = scale::values_at(0, std::size_t{1} << level, 0);
    values const x(data);
    auto const bounds = vectors::bounds_of(x);
    vectors::plan const cuts(bounds, 4096);
    print("exponents", x.size(), nanoseconds([&] { keep(vectors::bounds_of(x)); }));
    print("integer-vector", x.size(),
          nanoseconds([&] { keep(vectors::number_of(vectors::integers_of(x, cuts), cuts)); }));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string const only = argc == 2 ? argv[1] : "";
  if (argc > 2 || (argc == 2 && only != "iterations" && only != "integer-vectors")) {
    std::fputs("usage: calibrate [iterations|integer-vectors]\n", stderr);
    return 2;
  }
  std::puts("part,elements,nanoseconds");
  if (only.empty()) sums();
  if (only != "integer-vectors") {
    merging_windows(scale::values_at(0, 1 << 16, 30));
    for (int const side : {3, 4, 6, 8, 12, 16, 24, 32, 48, 64}) iterations(side);
  }
  if (only != "iterations") integer_vectors();
}
