#include <isobit/math/functions.hpp>

#include <atomic>

#include <isobit/driver/parts.hpp>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/environment.hpp"
#include "math/array_checks.hpp"
#include "math/in_use.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

#define ISOBIT_TABLE_TYPE table
#define ISOBIT_KERNELS functions
#include "arithmetic/kernels_of_sets.hpp"

table const* table_for(instruction_set set) noexcept { return arithmetic::find_kernels(functions_of_sets, set); }

table const& functions() {
  static table const& chosen = *table_for(arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace math

namespace cr {
namespace {

// Parts of a few vectors at least, so that no two threads write to one cache line for long.
template <class Body> void in_parts(driver_ref const& on, std::size_t n, Body body) {
  detail::for_each_part(on, detail::part_count(on, n), n, [&](std::size_t first, std::size_t count, std::size_t) {
    environment_guard environment;
    body(first, count);
  });
}

template <class T>
void apply(char const* name, math::unary<T> f, driver_ref const& on, std::span<T const> in, std::span<T> out) {
  math::check_arrays(name, in, out);
  in_parts(on, in.size(),
           [&](std::size_t first, std::size_t count) { f.array(in.data() + first, out.data() + first, count); });
}

template <class T>
void apply(char const* name, math::binary<T> f, driver_ref const& on, std::span<T const> x, std::span<T const> y,
           std::span<T> out) {
  math::check_arrays(name, x, y, out);
  in_parts(on, x.size(), [&](std::size_t first, std::size_t count) {
    f.array(x.data() + first, y.data() + first, out.data() + first, count);
  });
}

// In another direction than to nearest they are computed one by one.
template <class T>
void apply(char const* name, math::unary<T> f, rounding direction, driver_ref const& on, std::span<T const> in,
           std::span<T> out) {
  if (direction == rounding::nearest_even) return apply(name, f, on, in, out);
  math::check_arrays(name, in, out);
  in_parts(on, in.size(), [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) out[i] = f.directed(in[i], direction);
  });
}
template <class T>
void apply(char const* name, math::binary<T> f, rounding direction, driver_ref const& on, std::span<T const> x,
           std::span<T const> y, std::span<T> out) {
  if (direction == rounding::nearest_even) return apply(name, f, on, x, y, out);
  math::check_arrays(name, x, y, out);
  in_parts(on, x.size(), [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) out[i] = f.directed(x[i], y[i], direction);
  });
}

template <class T>
void apply(math::two_results<T> f, driver_ref const& on, std::span<T const> in, std::span<T> sines,
           std::span<T> cosines) {
  math::check_arrays("cr::sincos", in, sines, cosines);
  in_parts(on, in.size(), [&](std::size_t first, std::size_t count) {
    f.array(in.data() + first, sines.data() + first, cosines.data() + first, count);
  });
}

}  // namespace

// Where a function of one number is. At first that is a way to find out, which replaces itself: a call costs one jump.
#define ISOBIT_ENTRY(f, member, T)                                                                         \
  static T first_##f(T x) noexcept;                                                                        \
  static std::atomic<T (*)(T) noexcept> f##_of_##T = first_##f;                                            \
  static T first_##f(T x) noexcept {                                                                       \
    auto const found = math::functions_in_use().member.scalar;                                             \
    f##_of_##T.store(found, std::memory_order_relaxed);                                                    \
    return found(x);                                                                                       \
  }                                                                                                        \
  T f(T x) noexcept { return f##_of_##T.load(std::memory_order_relaxed)(x); }                              \
  T f(T x, rounding direction) noexcept { return math::functions_in_use().member.directed(x, direction); } \
  void f(std::span<T const> in, std::span<T> out, driver_ref const& on) {                                  \
    apply("cr::" #f, math::functions().member, on, in, out);                                               \
  }                                                                                                        \
  void f(std::span<T const> in, std::span<T> out, rounding direction, driver_ref const& on) {              \
    apply("cr::" #f, math::functions().member, direction, on, in, out);                                    \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(f, member, T)                                                                                 \
  static T first_##f(T x, T y) noexcept;                                                                           \
  static std::atomic<T (*)(T, T) noexcept> f##_of_##T = first_##f;                                                 \
  static T first_##f(T x, T y) noexcept {                                                                          \
    auto const found = math::functions_in_use().member.scalar;                                                     \
    f##_of_##T.store(found, std::memory_order_relaxed);                                                            \
    return found(x, y);                                                                                            \
  }                                                                                                                \
  T f(T x, T y) noexcept { return f##_of_##T.load(std::memory_order_relaxed)(x, y); }                              \
  T f(T x, T y, rounding direction) noexcept { return math::functions_in_use().member.directed(x, y, direction); } \
  void f(std::span<T const> x, std::span<T const> y, std::span<T> out, driver_ref const& on) {                     \
    apply("cr::" #f, math::functions().member, on, x, y, out);                                                     \
  }                                                                                                                \
  void f(std::span<T const> x, std::span<T const> y, std::span<T> out, rounding direction, driver_ref const& on) { \
    apply("cr::" #f, math::functions().member, direction, on, x, y, out);                                          \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

#define ISOBIT_ENTRY(member, T)                                                        \
  static sine_and_cosine<T> first_sincos(T x) noexcept;                                \
  static std::atomic<sine_and_cosine<T> (*)(T) noexcept> sincos_of_##T = first_sincos; \
  static sine_and_cosine<T> first_sincos(T x) noexcept {                               \
    auto const found = math::functions_in_use().member.scalar;                         \
    sincos_of_##T.store(found, std::memory_order_relaxed);                             \
    return found(x);                                                                   \
  }                                                                                    \
  sine_and_cosine<T> sincos(T x) noexcept { return sincos_of_##T.load(std::memory_order_relaxed)(x); }
ISOBIT_ENTRY(sincos, double)
ISOBIT_ENTRY(sincosf, float)
#undef ISOBIT_ENTRY

void sincos(std::span<double const> in, std::span<double> sines, std::span<double> cosines, driver_ref const& on) {
  apply(math::functions().sincos, on, in, sines, cosines);
}
void sincos(std::span<float const> in, std::span<float> sines, std::span<float> cosines, driver_ref const& on) {
  apply(math::functions().sincosf, on, in, sines, cosines);
}

}  // namespace cr
ISOBIT_NAMESPACE_END
