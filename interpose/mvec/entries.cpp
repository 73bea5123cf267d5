// The names that compilers call in vectorised loops, and SLEEF's, for vectors of one size: once for each (abi.hpp).
// A caller may have less than the kernels need, so entries are compiled apart from them.

#include "abi.hpp"
#include "math/function_list.hpp"
#include "settle.hpp"

using isobit::interpose::doubles, isobit::interpose::floats, isobit::interpose::pointers,
    isobit::interpose::two_doubles, isobit::interpose::two_floats;

#ifdef ISOBIT_ENTRY_KERNELS
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_ENTRY_KERNELS {
#define ISOBIT_ENTRY(f)                                     \
  ISOBIT_VECTOR_PCS doubles vector_##f(doubles x) noexcept; \
  ISOBIT_VECTOR_PCS floats vector_##f(floats x) noexcept;
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f)                                                \
  ISOBIT_VECTOR_PCS doubles vector_##f(doubles x, doubles y) noexcept; \
  ISOBIT_VECTOR_PCS floats vector_##f(floats x, floats y) noexcept;
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
ISOBIT_VECTOR_PCS void vector_sincos(doubles x, double* sines, double* cosines) noexcept;
ISOBIT_VECTOR_PCS void vector_sincos(floats x, float* sines, float* cosines) noexcept;
}  // namespace math::ISOBIT_ENTRY_KERNELS
ISOBIT_NAMESPACE_END

#define ISOBIT_JOINED(a, b) a##b
#define ISOBIT_VECTORS_OF(bytes) isobit::interpose::ISOBIT_JOINED(vectors_of_, bytes)
#define ISOBIT_IF_FIT(f, ...)                           \
  if (ISOBIT_VECTORS_OF(ISOBIT_ENTRY_BYTES)) [[likely]] \
  return isobit::math::ISOBIT_ENTRY_KERNELS::vector_##f(__VA_ARGS__)
#else
#define ISOBIT_IF_FIT(f, ...)
#endif

namespace {

template <class V, class T> void sine_and_cosine(V x, T* sines, T* cosines, auto entry) {
  ISOBIT_IF_FIT(sincos, x, sines, cosines);
  __builtin_memcpy(sines, &x, sizeof x);
  isobit::interpose::settle(entry, sines, cosines, sizeof x / sizeof(T));
}

/// For lanes without an argument: one that takes no longer than others.
constexpr double idle_argument(char const* function) { return __builtin_strcmp(function, "acosh") == 0 ? 1.5 : 0.75; }

}  // namespace

// Every function has a symbol of its own, which is hidden, and those that others know it by.
#define ISOBIT_OWN_SYMBOL(name) "isobit_mvec_" ISOBIT_LETTER "_" name
#define ISOBIT_DECLARE(Result, name, ...)                                                                        \
  extern "C" ISOBIT_VECTOR_PCS Result isobit_mvec_##name(__VA_ARGS__) noexcept __asm__(ISOBIT_OWN_SYMBOL(#name)) \
      __attribute__((visibility("hidden")));                                                                     \
  ISOBIT_VECTOR_PCS Result isobit_mvec_##name(__VA_ARGS__) noexcept
#define ISOBIT_ALIAS(name, as, symbol)                                              \
  extern "C" decltype(isobit_mvec_##name) isobit_mvec_##name##_##as __asm__(symbol) \
      __attribute__((visibility("default"))) __attribute__((alias(ISOBIT_OWN_SYMBOL(#name))));

// The vector ABI's: the letter of the instruction set, N or M with a mask, lanes, kinds of parameters.
#ifdef ISOBIT_OTHER_LETTER
#define ISOBIT_ABI_NAME(name, as, form)             \
  ISOBIT_ALIAS(name, as, "_ZGV" ISOBIT_LETTER form) \
  ISOBIT_ALIAS(name, other_##as, "_ZGV" ISOBIT_OTHER_LETTER form)
#else
#define ISOBIT_ABI_NAME(name, as, form) ISOBIT_ALIAS(name, as, "_ZGV" ISOBIT_LETTER form)
#endif

#define ISOBIT_TYPED_UNARY(f, name, V, lanes)                                         \
  ISOBIT_DECLARE(V, name, V x) {                                                      \
    ISOBIT_IF_FIT(f, x);                                                              \
    return isobit::interpose::settled(&isobit::math::table::name, x);                 \
  }                                                                                   \
  ISOBIT_DECLARE(V, masked_##name, V x, isobit::interpose::mask_of_##V mask) {        \
    return isobit_mvec_##name(isobit::interpose::active(x, mask, idle_argument(#f))); \
  }                                                                                   \
  ISOBIT_ABI_NAME(name, abi, "N" lanes "v_" #name)                                    \
  ISOBIT_ABI_NAME(masked_##name, abi, "M" lanes "v_" #name)
#define ISOBIT_TYPED_BINARY(f, name, V, lanes)                                                                     \
  ISOBIT_DECLARE(V, name, V x, V y) {                                                                              \
    ISOBIT_IF_FIT(f, x, y);                                                                                        \
    return isobit::interpose::settled(&isobit::math::table::name, x, y);                                           \
  }                                                                                                                \
  ISOBIT_DECLARE(V, masked_##name, V x, V y, isobit::interpose::mask_of_##V mask) {                                \
    double const idle = idle_argument(#f);                                                                         \
    return isobit_mvec_##name(isobit::interpose::active(x, mask, idle), isobit::interpose::active(y, mask, idle)); \
  }                                                                                                                \
  ISOBIT_ABI_NAME(name, abi, "N" lanes "vv_" #name)                                                                \
  ISOBIT_ABI_NAME(masked_##name, abi, "M" lanes "vv_" #name)

#define ISOBIT_ENTRY(function)                                    \
  ISOBIT_TYPED_UNARY(function, function, doubles, ISOBIT_DOUBLES) \
  ISOBIT_TYPED_UNARY(function, function##f, floats, ISOBIT_FLOATS)
ISOBIT_MATH_UNARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(function)                                     \
  ISOBIT_TYPED_BINARY(function, function, doubles, ISOBIT_DOUBLES) \
  ISOBIT_TYPED_BINARY(function, function##f, floats, ISOBIT_FLOATS)
ISOBIT_MATH_BINARY(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY

// sincos stores its results: where a vector of pointers says for each lane, or one lane after the other.
#define ISOBIT_TYPED_SINCOS(name, T, V)                             \
  ISOBIT_DECLARE(void, linear_##name, V x, T* sines, T* cosines) {  \
    sine_and_cosine(x, sines, cosines, &isobit::math::table::name); \
  }                                                                 \
  ISOBIT_DECLARE(two_##V, name, V x) {                              \
    two_##V both;                                                   \
    T sines[sizeof x / sizeof(T)], cosines[sizeof x / sizeof(T)];   \
    sine_and_cosine(x, sines, cosines, &isobit::math::table::name); \
    __builtin_memcpy(&both.first, sines, sizeof x);                 \
    __builtin_memcpy(&both.second, cosines, sizeof x);              \
    return both;                                                    \
  }
ISOBIT_TYPED_SINCOS(sincos, double, doubles)
ISOBIT_TYPED_SINCOS(sincosf, float, floats)
ISOBIT_ABI_NAME(linear_sincos, abi, "N" ISOBIT_DOUBLES "vl8l8_sincos")
ISOBIT_ABI_NAME(linear_sincosf, abi, "N" ISOBIT_FLOATS "vl4l4_sincosf")

namespace {

template <class T, class V> void store_to(pointers at, V const& values, unsigned first) {
  for (unsigned i = 0; i < sizeof at / sizeof at[0]; ++i) *reinterpret_cast<T*>(at[i]) = values[first + i];
}

}  // namespace

ISOBIT_DECLARE(void, scattered_sincos, doubles x, pointers sines, pointers cosines) {
  auto const both = isobit_mvec_sincos(x);
  store_to<double>(sines, both.first, 0);
  store_to<double>(cosines, both.second, 0);
}
ISOBIT_DECLARE(void, scattered_sincosf, floats x, pointers lower_sines, pointers upper_sines, pointers lower_cosines,
               pointers upper_cosines) {
  auto const both = isobit_mvec_sincosf(x);
  constexpr unsigned half = sizeof(pointers) / sizeof(std::uint64_t);
  store_to<float>(lower_sines, both.first, 0);
  store_to<float>(upper_sines, both.first, half);
  store_to<float>(lower_cosines, both.second, 0);
  store_to<float>(upper_cosines, both.second, half);
}
ISOBIT_ABI_NAME(scattered_sincos, abi, "N" ISOBIT_DOUBLES "vvv_sincos")
ISOBIT_ABI_NAME(scattered_sincosf, abi, "N" ISOBIT_FLOATS "vvv_sincosf")

ISOBIT_DECLARE(two_doubles, sincospi, doubles x) { return {isobit_mvec_sinpi(x), isobit_mvec_cospi(x)}; }
ISOBIT_DECLARE(two_floats, sincospif, floats x) { return {isobit_mvec_sinpif(x), isobit_mvec_cospif(x)}; }

#define ISOBIT_SLEEF_NAME(name, symbol, bound, set) ISOBIT_ALIAS(name, sleef_##bound##_##set, symbol #set)
#define ISOBIT_SLEEF_NAMES(name, symbol, bound) \
  ISOBIT_ALIAS(name, sleef_##bound, symbol) ISOBIT_SLEEF_SETS(ISOBIT_SLEEF_NAME, name, symbol, bound)
#define ISOBIT_SLEEF_FLOAT(sleef, function, bound) \
  ISOBIT_SLEEF_NAMES(function##f, "Sleef_" #sleef "f" ISOBIT_FLOATS "_" #bound, bound)
#define ISOBIT_SLEEF(f, bound)                                            \
  ISOBIT_SLEEF_NAMES(f, "Sleef_" #f "d" ISOBIT_DOUBLES "_" #bound, bound) \
  ISOBIT_SLEEF_FLOAT(f, f, bound)
#include "sleef_names.def"
