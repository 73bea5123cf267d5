#include "libm.hpp"

#include <dlfcn.h>
#include <features.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <future>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/driver/threads.hpp>

#include "../basics/failure.hpp"
#include "libm_arguments.hpp"
#include "worker.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t block = 4096;

/// The numbers of a type in order, -0 and 0 next to each other.
template <class T> std::int64_t place_of(T x) {
  auto const magnitude_bits = static_cast<std::int64_t>(bits_of(magnitude(x)));
  return is_negative(x) ? -1 - magnitude_bits : magnitude_bits;
}

template <class T> struct entries {
  math::unary<T> const* one = nullptr;
  math::binary<T> const* two = nullptr;
};
entries<double> entries_of(math::named_function const& f, double) {
  auto const& table = math::functions();
  if (f.arguments == 2) return {nullptr, &(table.*f.of_doubles)};
  return {&(table.*f.of_double), nullptr};
}
entries<float> entries_of(math::named_function const& f, float) {
  auto const& table = math::functions();
  if (f.arguments == 2) return {nullptr, &(table.*f.of_floats)};
  return {&(table.*f.of_float), nullptr};
}

template <class T> void compare(libm_comparison& found, std::uint64_t count) {
  // As the program would find it: a preloaded library is asked, too.
  void* const address = ::dlsym(RTLD_DEFAULT, found.name().c_str());
  if (address == nullptr) return;
  found.present = true;
  auto const one = reinterpret_cast<T (*)(T)>(address);
  auto const two = reinterpret_cast<T (*)(T, T)>(address);
  auto const ours = entries_of(*found.function, T{});
  std::vector<T> x(block), y(ours.two != nullptr ? block : 0), right(block);
  for (std::uint64_t first = 0; first < count; first += block) {
    auto const n = static_cast<std::size_t>(std::min<std::uint64_t>(block, count - first));
    draw_arguments<T>(*found.function, first, std::span(x).first(n), std::span(y).first(y.empty() ? 0 : n));
    if (ours.two != nullptr)
      ours.two->array(x.data(), y.data(), right.data(), n);
    else
      ours.one->array(x.data(), right.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      T const theirs = ours.two != nullptr ? two(x[i], y[i]) : one(x[i]);
      if (bits_of(theirs) == bits_of(right[i]) || (is_nan(theirs) && is_nan(right[i]))) continue;
      found.deviations.push_back({first + i, bits_of(theirs)});
      auto const distance = place_of(theirs) - place_of(right[i]);
      auto const ulps = static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
      if (ulps <= found.worst.ulps) continue;
      found.worst = {ulps, {{x[i], found.is_single}}, {theirs, found.is_single}, {right[i], found.is_single}};
      if (ours.two != nullptr) found.worst.arguments.push_back({y[i], found.is_single});
    }
  }
}

/// How many results differ between two runs, of which each is known where it deviates from the right one.
std::uint64_t count_changes(std::vector<deviation> const& a, std::vector<deviation> const& b) {
  std::uint64_t changes = 0;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    bool const only_a = j == b.size() || (i < a.size() && a[i].index < b[j].index);
    bool const only_b = i == a.size() || (j < b.size() && b[j].index < a[i].index);
    changes += only_a || only_b || a[i].bits != b[j].bits;
    i += !only_b;
    j += !only_a;
  }
  return changes;
}

}  // namespace

std::string libm_version() {
#ifdef __GLIBC__
  return std::string("glibc ") + ::gnu_get_libc_version();
#else
  return "libm";
#endif
}

std::vector<libm_comparison> compare_libm(std::uint64_t count, progress& bar) {
  std::vector<libm_comparison> all;
  for (bool const is_single : {false, true})
    for (auto const& function : math::all_functions()) all.push_back({&function, is_single});

  std::atomic<std::size_t> next = 0;
  auto const work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      if (all[i].is_single)
        compare<float>(all[i], count);
      else
        compare<double>(all[i], count);
      bar.advance(1);
    }
  };
  std::vector<std::future<void>> workers;
  for (std::size_t i = 1; i < threads().count(); ++i) workers.push_back(std::async(std::launch::async, work));
  work();
  for (auto& each : workers) each.get();
  return all;
}

void write_deviations(std::vector<libm_comparison> const& all) {
  for (auto const& each : all) {
    std::uint64_t const size = each.deviations.size();
    std::fwrite(&size, sizeof size, 1, stdout);
    if (size != 0) std::fwrite(each.deviations.data(), sizeof(deviation), each.deviations.size(), stdout);
  }
  if (std::fflush(stdout) != 0) throw failure(exit_code::io, "verify: cannot write");
}

void compare_without_fma([[maybe_unused]] std::vector<libm_comparison>& all, [[maybe_unused]] std::uint64_t count) {
#if defined(__GLIBC__) && defined(__x86_64__)
  // Old and new names of the same switches; glibc ignores those it does not know.
  auto const text =
      output_of_self({"isobit", "verify", "--libm", "--worker", "--count", std::to_string(count)},
                     "GLIBC_TUNABLES=", "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable,-FMA4_Usable");
  std::size_t at = 0;
  auto const take = [&](void* to, std::size_t size) {
    if (text.size() - at < size) throw failure(exit_code::internal, "verify: the process without FMA said too little");
    if (size != 0) std::memcpy(to, text.data() + at, size);
    at += size;
  };
  for (auto& each : all) {
    std::uint64_t size = 0;
    take(&size, sizeof size);
    std::vector<deviation> without(size);
    take(without.data(), size * sizeof(deviation));
    if (each.present) each.changed = count_changes(each.deviations, without);
  }
#endif
}

}  // namespace isobit::tool
