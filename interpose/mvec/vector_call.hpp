#pragma once

#include "arithmetic/environment.hpp"
#include "math/kernel.hpp"
#include "settle.hpp"
#include "vector_pcs.hpp"

/// A call with one vector: the fast tier and its rounding test in the caller's environment, as for a single number.
/// Where a lane is none of the fast tier's, or a rounding stays open, all lanes go the way of arrays.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Whether every lane is finite, and no smaller than what the fast tiers of single numbers take: no comparison, product
/// or conversion of it raises a flag. By bits: to compare a NaN would raise one.
ISOBIT_LANE bool all_ordinary(f64 x) {
  auto const size = (i64)magnitude(x), least = (i64)all<f64>(0x1p-250), infinity = (i64)all<f64>(__builtin_inf());
  return !has_any((u64)((size < least) | (size >= infinity)), ~std::uint64_t{0});
}
ISOBIT_LANE bool all_ordinary(whole_f32 x) {
  auto const size = (whole_i32)x & 0x7fffffff;
  return !has_any((u64)((size < 0x00800000) | (size >= 0x7f800000)), ~std::uint64_t{0});
}

/// Whether all lanes of a function's fast tier go through what some of them need, which may raise flags in others: that
/// needs an environment of its own. No quick way does so.
template <class Function, class T> constexpr bool raises_flags = false;

template <class Function, class Entry, std::same_as<f64>... V>
ISOBIT_LANE f64 vector_call(Entry table::*entry, V... x) {
  constexpr bool by_fast_tier = !raises_flags<Function, double>;
  if constexpr (by_fast_tier || begins_quickly<Function>)
    if (rounds_to_nearest() && (all_ordinary(x) && ...) && all_set(Function::inside(x...))) [[likely]] {
      if constexpr (begins_quickly<Function>) {
        auto const quick = quick_tier<Function>(x...);
        if (all_set(quick.holds)) [[likely]]
          return quick.value;
      }
      if constexpr (by_fast_tier) {
        auto const rounded = round_tier(Function::approximate(x...));
        if (all_set(rounded.holds)) [[likely]]
          return rounded.value;
      }
    }
  return interpose::settled(entry, x...);
}

template <class Function, class... V> ISOBIT_LANE certain<f64> tested_float(V... x) {
  return round_to_float(Function::approximate_float(x...), Function::float_error);
}
template <class Function, class Entry, std::same_as<whole_f32>... V>
ISOBIT_LANE whole_f32 vector_call(Entry table::*entry, V... x) {
  if constexpr (!raises_flags<Function, float>)
    if (rounds_to_nearest() && (all_ordinary(x) && ...) &&
        all_set(both(Function::inside_float(lower_half(x)...), Function::inside_float(upper_half(x)...)))) [[likely]] {
      auto const lower = tested_float<Function>(lower_half(x)...), upper = tested_float<Function>(upper_half(x)...);
      if (all_set(both(lower.holds, upper.holds))) [[likely]]
        return join(narrow(lower.value), narrow(upper.value));
    }
  return interpose::settled(entry, x...);
}

#if ISOBIT_VECTOR_BYTES == 32
// Vectors of half the size, which programs call that were compiled for any x86-64: pairs of doubles fill a whole vector
// twice, floats are as many doubles as it has.
using two_f64 = double __attribute__((vector_size(16)));

ISOBIT_LANE f64 twice(two_f64 x) { return __builtin_shufflevector(x, x, 0, 1, 0, 1); }
ISOBIT_LANE two_f64 first_two(f64 x) { return __builtin_shufflevector(x, x, 0, 1); }

template <class Function, class Entry, std::same_as<f32>... V>
ISOBIT_LANE f32 vector_call(Entry table::*entry, V... x) {
  if constexpr (!raises_flags<Function, float>)
    if (rounds_to_nearest() && (all_ordinary(join(x, x)) && ...) && all_set(Function::inside_float(widen(x)...)))
        [[likely]] {
      auto const rounded = tested_float<Function>(widen(x)...);
      if (all_set(rounded.holds)) [[likely]]
        return narrow(rounded.value);
    }
  return interpose::settled(entry, x...);
}
#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END

/// The kernels of a function for one target: ISOBIT_VECTOR_KERNEL_UNARY(exp, exp, f64).
#define ISOBIT_VECTOR_KERNEL_UNARY(f, member, V) \
  ISOBIT_VECTOR_PCS V vector_##f(V x) noexcept { return vector_call<f##_fast>(&table::member, x); }
#define ISOBIT_VECTOR_KERNEL_BINARY(f, member, V) \
  ISOBIT_VECTOR_PCS V vector_##f(V x, V y) noexcept { return vector_call<f##_fast>(&table::member, x, y); }
