#include <isobit/math.h>

#include <span>

#include <isobit/math/functions.hpp>

#include "c/guard.hpp"
#include "math/function_list.hpp"

// Functions of 16-bit numbers, which C sees as their bits.

using namespace isobit;

namespace isobit::c_interface {
namespace {

template <class T, class F, class... X> std::uint16_t rounded(F f, isobit_rounding direction, X... bits) {
  bool const is_direction = direction >= ISOBIT_NEAREST_EVEN && direction <= ISOBIT_TO_ODD;
  return is_direction ? f(T{bits}..., static_cast<rounding>(direction)).bits : format<T>::canonical_nan;
}

/// Arrays of arguments, and one of results.
template <class T, class F, class... In>
isobit_status apply(F f, std::size_t count, isobit_rounding direction, std::uint16_t* out, In const*... in) {
  return guard([&] {
    (require_array(in, count), ...);
    require_array(out, count);
    require(direction >= ISOBIT_NEAREST_EVEN && direction <= ISOBIT_TO_ODD, "a rounding mode that there is not");
    f(std::span(reinterpret_cast<T const*>(in), count)..., std::span(reinterpret_cast<T*>(out), count),
      static_cast<rounding>(direction));
  });
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

#define ISOBIT_ENTRY(f, name, T)                                                                                 \
  std::uint16_t isobit_cr_##name(std::uint16_t x) { return cr::f(T{x}).bits; }                                   \
  std::uint16_t isobit_cr_##name##_rounded(std::uint16_t x, isobit_rounding direction) {                         \
    return c_interface::rounded<T>([](auto... a) { return cr::f(a...); }, direction, x);                         \
  }                                                                                                              \
  isobit_status isobit_cr_##name##_array_rounded(std::uint16_t const* in, std::uint16_t* out, std::size_t count, \
                                                 isobit_rounding direction) {                                    \
    return c_interface::apply<T>([](auto... a) { cr::f(a...); }, count, direction, out, in);                     \
  }                                                                                                              \
  isobit_status isobit_cr_##name##_array(std::uint16_t const* in, std::uint16_t* out, std::size_t n) {           \
    return isobit_cr_##name##_array_rounded(in, out, n, ISOBIT_NEAREST_EVEN);                                    \
  }
#define ISOBIT_BOTH(f) ISOBIT_ENTRY(f, f##_float16, float16) ISOBIT_ENTRY(f, f##_bfloat16, bfloat16)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(f, name, T)                                                                                     \
  std::uint16_t isobit_cr_##name(std::uint16_t x, std::uint16_t y) { return cr::f(T{x}, T{y}).bits; }                \
  std::uint16_t isobit_cr_##name##_rounded(std::uint16_t x, std::uint16_t y, isobit_rounding direction) {            \
    return c_interface::rounded<T>([](auto... a) { return cr::f(a...); }, direction, x, y);                          \
  }                                                                                                                  \
  isobit_status isobit_cr_##name##_array_rounded(std::uint16_t const* x, std::uint16_t const* y, std::uint16_t* out, \
                                                 std::size_t n, isobit_rounding direction) {                         \
    return c_interface::apply<T>([](auto... a) { cr::f(a...); }, n, direction, out, x, y);                           \
  }                                                                                                                  \
  isobit_status isobit_cr_##name##_array(std::uint16_t const* x, std::uint16_t const* y, std::uint16_t* out,         \
                                         std::size_t n) {                                                            \
    return isobit_cr_##name##_array_rounded(x, y, out, n, ISOBIT_NEAREST_EVEN);                                      \
  }
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // extern "C"
