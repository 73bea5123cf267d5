#include "../vector_call.hpp"
#include "math/fast_tiers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> constexpr bool raises_flags<tgamma_fast, float> = true;
template <> constexpr bool raises_flags<lgamma_fast, float> = true;
// gcc counts a root as free of effects, and may take it before it is known that no lane is negative.
template <> constexpr bool raises_flags<rsqrt_fast, float> = true;

// Of whole vectors of floats, and where callers have those, of half ones.
#if ISOBIT_VECTOR_BYTES == 32
#define ISOBIT_KERNELS(unary_or_binary, function) \
  unary_or_binary(function, function##f, whole_f32) unary_or_binary(function, function##f, f32)
#else
#define ISOBIT_KERNELS(unary_or_binary, function) unary_or_binary(function, function##f, whole_f32)
#endif
#define ISOBIT_ENTRY(f) ISOBIT_KERNELS(ISOBIT_VECTOR_KERNEL_UNARY, f)
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f) ISOBIT_KERNELS(ISOBIT_VECTOR_KERNEL_BINARY, f)
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

ISOBIT_VECTOR_PCS void vector_sincos(whole_f32 x, float* sines, float* cosines) noexcept {
  if (rounds_to_nearest() && all_ordinary(x) &&
      all_set(both(sincos_fast::inside_float(lower_half(x)), sincos_fast::inside_float(upper_half(x))))) [[likely]] {
    auto const first = tested_sincos<float>(lower_half(x)), second = tested_sincos<float>(upper_half(x));
    auto const sines_hold = both(first.sine.holds, second.sine.holds);
    if (all_set(both(sines_hold, both(first.cosine.holds, second.cosine.holds)))) [[likely]] {
      store(sines, join(narrow(first.sine.value), narrow(second.sine.value)));
      store(cosines, join(narrow(first.cosine.value), narrow(second.cosine.value)));
      return;
    }
  }
  store(sines, x);
  interpose::settle(&table::sincosf, sines, cosines, vectors<float>::lanes);
}

#if ISOBIT_VECTOR_BYTES == 32
void vector_sincos(f32 x, float* sines, float* cosines) noexcept {
  float both_sines[vectors<float>::lanes], both_cosines[vectors<float>::lanes];
  vector_sincos(join(x, x), both_sines, both_cosines);
  __builtin_memcpy(sines, both_sines, sizeof x);
  __builtin_memcpy(cosines, both_cosines, sizeof x);
}
#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
