#include <isobit/math/functions.hpp>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "math/array_checks.hpp"
#include "math/in_use.hpp"

// Functions of a number and an integer. Integers that are numbers of the type, which are all that anyone uses, go
// through the kernels as such; for the others there is the last tier.
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

template <class T> using exact_function = T (*)(T x, std::int64_t n, rounding direction);

template <class T> bool is_number(std::int64_t n) {
  constexpr std::int64_t most = std::int64_t{1} << format<T>::precision;
  return n >= -most && n <= most;
}

template <class T> T call(math::binary<T> f, exact_function<T> exact, T x, std::int64_t n, rounding direction) {
  if (!is_number<T>(n)) return in_standard_rounding([&] { return exact(x, n, direction); });
  return direction == rounding::nearest_even ? f.scalar(x, static_cast<T>(n))
                                             : f.directed(x, static_cast<T>(n), direction);
}

template <class T> struct arguments {
  math::binary<T> f;
  exact_function<T> exact;
  std::span<T const> x;
  std::span<std::int64_t const> n;
  std::span<T> out;
};

/// A few elements at a time, whose integers are converted first.
template <class T> void nearest_part(arguments<T> const& a, std::size_t first, std::size_t count) {
  constexpr std::size_t block = 128;
  T integers[block], others[block];
  for (std::size_t end = first + count; first < end; first += block) {
    std::size_t const size = end - first < block ? end - first : block;
    std::size_t other_count = 0;
    for (std::size_t i = 0; i < size; ++i) {
      bool const known = is_number<T>(a.n[first + i]);
      integers[i] = known ? static_cast<T>(a.n[first + i]) : T(1);
      // Before `out`, which may be `x`, is written.
      if (!known) others[other_count++] = a.exact(a.x[first + i], a.n[first + i], rounding::nearest_even);
    }
    a.f.array(a.x.data() + first, integers, a.out.data() + first, size);
    for (std::size_t i = 0, next = 0; next < other_count; ++i)
      if (!is_number<T>(a.n[first + i])) a.out[first + i] = others[next++];
  }
}

template <class T> void apply(char const* name, arguments<T> const& a, rounding direction, driver_ref const& on) {
  math::check_arrays(name, a.x, a.out);
  if (a.n.size() != a.out.size())
    math::refuse(name, std::to_string(a.n.size()) + " integers, room for " + std::to_string(a.out.size()) +
                           " results; give arrays of equal size");
  if (a.n.size() != 0 && a.n.data() == nullptr) math::refuse(name, "a null array with a size");
  if (std::as_bytes(a.n).data() < std::as_bytes(a.out).data() + a.out.size_bytes() &&
      std::as_bytes(a.out).data() < std::as_bytes(a.n).data() + a.n.size_bytes())
    math::refuse(name, "the results overlap the integers");
  detail::for_each_part(on, detail::part_count(on, a.x.size()), a.x.size(),
                        [&](std::size_t first, std::size_t count, std::size_t) {
                          environment_guard environment;
                          if (direction == rounding::nearest_even) return nearest_part(a, first, count);
                          for (std::size_t i = first; i < first + count; ++i)
                            a.out[i] = call(a.f, a.exact, a.x[i], a.n[i], direction);
                        });
}

}  // namespace

#define ISOBIT_ENTRY(f, member, T)                                                                        \
  T f(T x, std::int64_t n, rounding direction) noexcept {                                                 \
    return call<T>(math::functions_in_use().member, math::exact_##f, x, n, direction);                    \
  }                                                                                                       \
  T f(T x, std::int64_t n) noexcept { return f(x, n, rounding::nearest_even); }                           \
  void f(std::span<T const> x, std::span<std::int64_t const> n, std::span<T> out, rounding direction,     \
         driver_ref const& on) {                                                                          \
    apply<T>("cr::" #f, {math::functions().member, math::exact_##f, x, n, out}, direction, on);           \
  }                                                                                                       \
  void f(std::span<T const> x, std::span<std::int64_t const> n, std::span<T> out, driver_ref const& on) { \
    f(x, n, out, rounding::nearest_even, on);                                                             \
  }
#define ISOBIT_BOTH(name) ISOBIT_ENTRY(name, name, double) ISOBIT_ENTRY(name, name##f, float)
ISOBIT_MATH_INTEGER(ISOBIT_BOTH)
#undef ISOBIT_BOTH
#undef ISOBIT_ENTRY

}  // namespace cr
ISOBIT_NAMESPACE_END
