#include "../vector_call.hpp"
#include "math/fast_tiers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <> constexpr bool raises_flags<erfc_fast, double> = true;

#define ISOBIT_ENTRY(f) ISOBIT_VECTOR_KERNEL_UNARY(f, f, f64)
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f) ISOBIT_VECTOR_KERNEL_BINARY(f, f, f64)
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

ISOBIT_VECTOR_PCS void vector_sincos(f64 x, double* sines, double* cosines) noexcept {
  if (rounds_to_nearest() && all_ordinary(x) && all_set(sincos_fast::inside(x))) [[likely]] {
    auto const t = tested_sincos<double>(x);
    if (all_set(both(t.sine.holds, t.cosine.holds))) [[likely]] {
      store(sines, t.sine.value);
      store(cosines, t.cosine.value);
      return;
    }
  }
  store(sines, x);
  interpose::settle(&table::sincos, sines, cosines, lanes);
}

#if ISOBIT_VECTOR_BYTES == 32
#define ISOBIT_ENTRY(f) \
  two_f64 vector_##f(two_f64 x) noexcept { return first_two(vector_##f(twice(x))); }
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f) \
  two_f64 vector_##f(two_f64 x, two_f64 y) noexcept { return first_two(vector_##f(twice(x), twice(y))); }
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

void vector_sincos(two_f64 x, double* sines, double* cosines) noexcept {
  double both_sines[lanes], both_cosines[lanes];
  vector_sincos(twice(x), both_sines, both_cosines);
  __builtin_memcpy(sines, both_sines, sizeof x);
  __builtin_memcpy(cosines, both_cosines, sizeof x);
}
#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
