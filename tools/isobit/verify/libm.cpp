#include "libm.hpp"

#include <dlfcn.h>
#include <features.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include <cstdio>
#include <cstring>

#include "../basics/failure.hpp"
#include "libm_compare.hpp"
#include "worker.hpp"

namespace isobit::tool {
namespace {

template <class T> void compare(libm_comparison& found, std::uint64_t count) {
  // As the program would find it: a preloaded library is asked, too.
  void* const address = ::dlsym(RTLD_DEFAULT, found.name().c_str());
  if (address == nullptr) return;
  found.present = true;
  auto const libm = [address](std::span<T const> x, std::span<T const> y, T* out) {
    auto const one = reinterpret_cast<T (*)(T)>(address);
    auto const two = reinterpret_cast<T (*)(T, T)>(address);
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = y.empty() ? one(x[i]) : two(x[i], y[i]);
  };
  compare_results<T>(found, count, libm, [&](std::uint64_t index, T result) {
    found.deviations.push_back({index, bits_of(result)});
  });
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
  return compare_functions(bar, [count]<class T>(libm_comparison& found, T) { compare<T>(found, count); });
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
