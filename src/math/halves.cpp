#include <isobit/math/functions.hpp>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "math/array_checks.hpp"
#include "math/in_use.hpp"
#include "math/special.hpp"

// Functions of 16-bit numbers, by those of floats. docs/maths/verification.md#sixteen-bits
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

/// y, which is not NaN, rounded to T.
template <class T> T narrowed(float y, rounding direction) {
  if (math::is_infinite(y)) return math::infinity<T>(is_negative(y));
  auto const [negative, significand, exponent] = decompose(y);
  if (significand == 0) return from_bits<T>(negative ? format<T>::sign_bit : 0);
  int const shift = integer::leading_zeros(significand);
  return integer::assemble<T>(negative, {significand << shift, exponent - shift, false}, direction);
}

/// Whether y lies in the middle of two numbers of T.
template <class T> bool is_middle(float y) {
  auto const [negative, significand, exponent] = decompose(y);
  if (significand == 0 || is_nonfinite(y)) return false;
  int const unit = math::top_exponent(y) - format<T>::stored_bits;
  int const last = unit < format<T>::min_exponent ? format<T>::min_exponent : unit;
  return exponent + integer::trailing_zeros(significand) == last - 1;
}

/// The function rounded to T, from the float nearest to it: where that is no middle, both lie on one side of every one.
template <class T, class Entry, class... Arguments> T rounded(Entry const& f, float nearest, Arguments... x) {
  if (is_nan(nearest)) return math::quiet_nan<T>();
  return narrowed<T>(is_middle<T>(nearest) ? f.directed(x..., rounding::to_odd) : nearest, rounding::nearest_even);
}

template <class T, class Entry, class... Arguments> T call(Entry const& f, rounding direction, Arguments... x) {
  if (direction == rounding::nearest_even) return rounded<T>(f, f.scalar(x...), x...);
  float const odd = f.directed(x..., rounding::to_odd);
  return is_nan(odd) ? math::quiet_nan<T>() : narrowed<T>(odd, direction);
}

constexpr std::size_t block = 128;

template <class T, class Entry, class... In>
void apply_to_block(Entry const& f, std::size_t n, T* out, In const*... in) {
  float wide[sizeof...(In)][block] = {}, nearest[block];
  auto const convert = [&](float* to, T const* from) {
    for (std::size_t i = 0; i < n; ++i) to[i] = widen(from[i]);
  };
  std::size_t next = 0;
  (convert(wide[next++], in), ...);
  auto const each = [&](auto const*... x) {
    f.array(x..., nearest, n);
    for (std::size_t i = 0; i < n; ++i) out[i] = rounded<T>(f, nearest[i], x[i]...);
  };
  if constexpr (sizeof...(In) == 1)
    each(wide[0]);
  else
    each(wide[0], wide[1]);
}

template <class T, class Entry, class... In>
void apply(char const* name, Entry const& f, rounding direction, driver_ref const& on, std::span<T> out, In... in) {
  math::check_arrays<T>(name, in..., out);
  std::size_t const n = out.size();
  detail::for_each_part(on, detail::part_count(on, n), n, [&](std::size_t first, std::size_t count, std::size_t) {
    environment_guard environment;
    if (direction != rounding::nearest_even) {
      for (std::size_t i = first; i < first + count; ++i) out[i] = call<T>(f, direction, widen(in[i])...);
      return;
    }
    for (std::size_t done = 0; done < count; done += block)
      apply_to_block(f, count - done < block ? count - done : block, out.data() + first + done,
                     in.data() + first + done...);
  });
}

}  // namespace

#define ISOBIT_ENTRY(name, T)                                                                                         \
  T name(T x) noexcept { return call<T>(math::functions_in_use().name##f, rounding::nearest_even, widen(x)); }        \
  T name(T x, rounding direction) noexcept { return call<T>(math::functions_in_use().name##f, direction, widen(x)); } \
  void name(std::span<T const> in, std::span<T> out, driver_ref const& on) {                                          \
    apply("cr::" #name, math::functions().name##f, rounding::nearest_even, on, out, in);                              \
  }                                                                                                                   \
  void name(std::span<T const> in, std::span<T> out, rounding direction, driver_ref const& on) {                      \
    apply("cr::" #name, math::functions().name##f, direction, on, out, in);                                           \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, float16) ISOBIT_ENTRY(name, bfloat16)
ISOBIT_MATH_UNARY(ISOBIT_BOTH)
#undef ISOBIT_ENTRY
#define ISOBIT_ENTRY(name, T)                                                                                         \
  T name(T x, T y) noexcept {                                                                                         \
    return call<T>(math::functions_in_use().name##f, rounding::nearest_even, widen(x), widen(y));                     \
  }                                                                                                                   \
  T name(T x, T y, rounding direction) noexcept {                                                                     \
    return call<T>(math::functions_in_use().name##f, direction, widen(x), widen(y));                                  \
  }                                                                                                                   \
  void name(std::span<T const> x, std::span<T const> y, std::span<T> out, driver_ref const& on) {                     \
    apply("cr::" #name, math::functions().name##f, rounding::nearest_even, on, out, x, y);                            \
  }                                                                                                                   \
  void name(std::span<T const> x, std::span<T const> y, std::span<T> out, rounding direction, driver_ref const& on) { \
    apply("cr::" #name, math::functions().name##f, direction, on, out, x, y);                                         \
  }
ISOBIT_MATH_BINARY(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
