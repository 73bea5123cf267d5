#include "kernel/dispatch.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include <isobit/error.hpp>

#include "fp/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

#define ISOBIT_DECLARE(target) \
  namespace target {           \
  extern table const kernels;  \
  }
ISOBIT_DECLARE(scalar)
#ifdef ISOBIT_HAVE_SSE2
ISOBIT_DECLARE(sse2)
#endif
#ifdef ISOBIT_HAVE_AVX2
ISOBIT_DECLARE(avx2)
#endif
#ifdef ISOBIT_HAVE_AVX512
ISOBIT_DECLARE(avx512)
namespace avx512_halves {
extern linalg::gemm_table const gemm_kernels;
}
#endif
#ifdef ISOBIT_HAVE_NEON
ISOBIT_DECLARE(neon)
#endif
#undef ISOBIT_DECLARE

namespace {

constexpr instruction_set all_sets[] = {instruction_set::scalar, instruction_set::sse2, instruction_set::avx2,
                                        instruction_set::avx512, instruction_set::neon};

// Emulators and tools may not model the sticky flags: sums that must and must not be rounded tell.
bool probe_flags(table const& kernels) noexcept {
  constexpr std::size_t n = 64;
  double exact[n], wide[n];
  for (std::size_t i = 0; i < n; ++i) exact[i] = wide[i] = static_cast<double>(i);
  wide[5] = 0x1p200;
  block const b = {n / 4, n / 4, n, 0};
  environment_guard environment;
  kernels.sum_f64(exact, b);
  bool const quiet = !environment.rounded();
  kernels.sum_f64(wide, b);
  if (!quiet || !environment.rounded()) return false;

  auto const product_raises = [&](double x) {
    double const factors[8] = {x, x, x, x, x, x, x, x};
    double product[8], error[8];
    environment.clear();
    kernels.two_products(factors, factors, 8, product, error);
    return environment.out_of_range();
  };
  return product_raises(0x1.8p-520) == false && product_raises(0x1.23456789p-520) && product_raises(0x1p600);
}

// Zen 4 runs 512-bit operations as two halves: little is gained, and conversions from float lose.
bool halves_avx512() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_is("amdfam19h");
#else
  return false;
#endif
}

table const& choose() {
  if (char const* const forced = std::getenv("ISOBIT_FORCE_ISA"); forced != nullptr && *forced != '\0') {
    std::string choices;
    for (instruction_set const set : available_instruction_sets()) {
      if (name(set) == forced) return *table_for(set);
      choices += choices.empty() ? "" : ", ";
      choices += name(set);
    }
    throw error(status::unsupported,
                "isobit: ISOBIT_FORCE_ISA=" + std::string(forced) +
                    " is not an instruction set of this build and machine; choose one of: " + choices);
  }
  auto const fastest = available_instruction_sets().back();
  if (fastest == instruction_set::avx512 && halves_avx512()) {
    // The other methods need more registers than AVX2 has, and convert nothing.
    static table const mixed = [] {
      table kernels = *table_for(instruction_set::avx2);
      table const& wide = *table_for(instruction_set::avx512);
      kernels.binned = wide.binned;
      kernels.prerounded = wide.prerounded;
      kernels.compensated = wide.compensated;
      kernels.tree = wide.tree;
      kernels.functions = wide.functions;
#ifdef ISOBIT_HAVE_AVX512
      kernels.gemm = &avx512_halves::gemm_kernels;
#endif
      kernels.gemv = wide.gemv;
      kernels.vectors = wide.vectors;
      return kernels;
    }();
    return mixed;
  }
  return *table_for(fastest);
}

}  // namespace

table const* table_for(instruction_set set) noexcept {
  switch (set) {
  case instruction_set::scalar:
    return &scalar::kernels;
#ifdef ISOBIT_HAVE_SSE2
  case instruction_set::sse2:
    return &sse2::kernels;
#endif
#ifdef ISOBIT_HAVE_AVX2
  case instruction_set::avx2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2::kernels : nullptr;
#endif
#ifdef ISOBIT_HAVE_AVX512
  case instruction_set::avx512:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
               ? &avx512::kernels
               : nullptr;
#endif
#ifdef ISOBIT_HAVE_NEON
  case instruction_set::neon:
    return &neon::kernels;
#endif
  default:
    return nullptr;
  }
}

machine const& this_machine() {
  static machine const chosen = [] {
    table const& kernels = choose();
    return machine{&kernels, probe_flags(kernels)};
  }();
  return chosen;
}

}  // namespace kernel

std::string_view name(instruction_set set) noexcept {
  switch (set) {
  case instruction_set::scalar:
    return "scalar";
  case instruction_set::sse2:
    return "sse2";
  case instruction_set::avx2:
    return "avx2";
  case instruction_set::avx512:
    return "avx512";
  case instruction_set::neon:
    return "neon";
  }
  return "unknown";
}

std::vector<instruction_set> available_instruction_sets() {
  std::vector<instruction_set> sets;
  for (instruction_set const set : kernel::all_sets)
    if (kernel::table_for(set) != nullptr) sets.push_back(set);
  return sets;
}

instruction_set active_instruction_set() { return kernel::this_machine().kernels->set; }

bool exception_flags_work() { return kernel::this_machine().flags_work; }

ISOBIT_NAMESPACE_END
