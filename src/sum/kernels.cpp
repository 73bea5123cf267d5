#include "sum/kernels.hpp"

#include "arithmetic/dispatch.hpp"
#include "arithmetic/environment.hpp"
#include "sum/blocks.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

#define ISOBIT_TABLE_TYPE table
#define ISOBIT_KERNELS kernels
#include "arithmetic/kernels_of_sets.hpp"

namespace {

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
  auto const error_raises = [&] {
    double const factors[8] = {0x1.23456789p-520, 0, 0, 0, 0, 0, 0, 0};
    double product[8] = {};
    if (kernels.multiply != nullptr) kernels.multiply(factors, factors, 8, product);
    environment.clear();
    kernels.sum_products(factors, factors, product, {0, 0, 0, 8});
    return environment.rounded();
  };
  if (kernels.sum_products != nullptr && !error_raises()) return false;
  return product_raises(0x1.8p-520) == false && product_raises(0x1.23456789p-520) && product_raises(0x1p600);
}

// Nor may they model rounding that an instruction names: just above a tie, sums rounded downwards and upwards differ.
bool rounds_as_told(table const& kernels) noexcept {
  double const above_tie[] = {1, 0x1p-53, 0x1p-120};
  environment_guard const environment;
  auto const sum = kernels.short_f64(above_tie, 3);
  return !sum.certain || sum.value > 1;
}

table const& short_kernels() {
  table const& widest = *kernels_for(arithmetic::sets_in_use().widest);
  return rounds_as_told(widest) ? widest : *kernels_for(instruction_set::scalar);
}

}  // namespace

table const* kernels_for(instruction_set set) noexcept { return arithmetic::find_kernels(kernels_of_sets, set); }

// Zen 4 reads its third cache faster in order, a line at a time.
template <> machine choose_machine<double>() {
  auto const& sets = arithmetic::sets_in_use();
  table const& kernels = *kernels_for(sets.widest);
  std::size_t const far = sets.in_halves ? std::size_t{1} << 20 : 0;
  return {&kernels, &short_kernels(), block_size, probe_flags(kernels), far};
}
// Floats are converted, which AVX-512 in halves is slow at, and have no errors of additions where rounding is directed.
// The flags cost a call 15 ns on AMD's processors, and then less a number than any other way.
template <> machine choose_machine<float>() {
  auto const& sets = arithmetic::sets_in_use();
  table const& kernels = *kernels_for(sets.quick);
  table const& quick = short_kernels();
  std::size_t const most_short = !quick.silent ? 128 : sets.in_halves ? 256 : sets.adds_apart ? 1024 : block_size;
  return {&kernels, &quick, most_short, probe_flags(kernels)};
}

}  // namespace summation

bool exception_flags_work() { return summation::this_machine<double>().flags_work; }

ISOBIT_NAMESPACE_END
