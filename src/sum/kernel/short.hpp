#pragma once

#include "sum/kernel/finish.hpp"
#include "sum/kernel/quick_terms.hpp"

/// Short sums: every addition with its error, and the errors added up with a bound. Nothing has to be known of the
/// elements first, no flag is read, and the lanes of a vector are added as its elements are. docs/maths/sum.md#short
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

// A comparison: gcc 12 would do ~bits & mask in the registers of masks, which takes 2 ns on Zen 4.
ISOBIT_INLINE bool is_finite(std::uint64_t bits) { return bits << 1 < format<double>::infinity << 1; }
ISOBIT_INLINE bool is_finite(std::uint32_t bits) { return bits << 1 < format<float>::infinity << 1; }

#if ISOBIT_VECTOR_BYTES == 64

/// A sum that may be rounded, in every lane: as an interval, whose ends are rounded downwards and upwards.
struct bounded_sum {
  silent down, up;

  static ISOBIT_INLINE bounded_sum of(silent x) { return {x, x}; }
  /// The product less its rounding.
  static ISOBIT_INLINE bounded_sum of_rest(product<silent> const& a, silent rounded) {
    return {product_less_down(a.x, a.y, rounded), product_less_up(a.x, a.y, rounded)};
  }
};
ISOBIT_INLINE bounded_sum add(bounded_sum const& a, bounded_sum const& b) {
  return {add_down(a.down, b.down), add_up(a.up, b.up)};
}
ISOBIT_INLINE bounded_sum add_evenly(bounded_sum const& a, bounded_sum const& b) {
  return {add_down(a.down, b.down), add_up_by_fma(a.up, b.up, broadcast(1.0))};
}
template <std::size_t Distance> ISOBIT_INLINE bounded_sum across_lanes(bounded_sum const& x) {
  return {across<Distance>((f64)x.down), across<Distance>((f64)x.up)};
}

/// What is known of the first lane of sum + errors.
template <class Term>
ISOBIT_INLINE known_sum<silent_number> enclosed(std::size_t, silent sum, bounded_sum const& errors) {
  return {{first_number(sum), first_number(errors.down), first_number(subtract_up(errors.up, errors.down))},
          __builtin_inf()};
}

/// The first lane of sum + errors, rounded. Compared as bits, which is quicker than the test.
template <class Term>
ISOBIT_INLINE rounded_sum<double> round(Term, std::size_t, silent sum, bounded_sum const& errors) {
  silent const above = sum + errors.up, below = sum + errors.down;
  std::uint64_t const bits = first_bits(above);
  bool const no_errors = first_bits(errors.up) << 1 == 0;  // then the sum has the sign of a zero, too
  return {no_errors ? first(sum) : first(above), bits == first_bits(below) && is_finite(bits)};
}

/// A number of few bits, such as a float or the product of two: its sum in double needs no errors to be sharp.
using few_bits = bounded_sum;
ISOBIT_INLINE few_bits as_few_bits(silent x) { return few_bits::of(x); }
template <class Term> ISOBIT_INLINE rounded_sum<float> round(Term, std::size_t, few_bits const& sum) {
  float const above = narrow_first(sum.up), below = narrow_first(sum.down);
  bool const is_zero = (first_bits(sum.up) | first_bits(sum.down)) << 1 == 0;  // the upper end has the right sign
  return {above, (bits_of(above) == bits_of(below) && is_finite(bits_of(above))) || is_zero};
}

#else

/// A sum that may be rounded, in every lane, and the magnitudes that bound by how much.
struct bounded_sum {
  f64 value, magnitudes;

  static ISOBIT_INLINE bounded_sum of(f64 x) { return {x, magnitude(x)}; }
  /// The product less its rounding, but for what underflows.
  static ISOBIT_INLINE bounded_sum of_rest(product<f64> const& a, f64 rounded) { return of(a.less(rounded)); }
};
ISOBIT_INLINE bounded_sum add(bounded_sum const& a, bounded_sum const& b) {
  return {a.value + b.value, a.magnitudes + b.magnitudes};
}
ISOBIT_INLINE bounded_sum add_evenly(bounded_sum const& a, bounded_sum const& b) {
  return {a.value + b.value, add_by_fma(a.magnitudes, b.magnitudes, broadcast(1.0))};
}
template <std::size_t Distance> ISOBIT_INLINE bounded_sum across_lanes(bounded_sum const& x) {
  return {across<Distance>(x.value), across<Distance>(x.magnitudes)};
}

/// What is known of the first lane of sum + errors, of n addends.
template <class Term> ISOBIT_INLINE known_sum<double> enclosed(std::size_t n, f64 sum, bounded_sum const& errors) {
  double const magnitudes = errors.magnitudes[0], count = static_cast<double>(2 * n + 16);
  // Where products have no errors, they may have underflowed, and the sign of a zero would be lost.
  bool const can_be_exact = Term::underflow == 0 || magnitudes > 0;
  return {{sum[0], errors.value[0], magnitudes * (count * 0x1p-53) + count * Term::underflow},
          can_be_exact ? magnitudes * 0x1p-52 + Term::underflow : __builtin_inf()};
}

/// The first lane of sum + errors, rounded.
template <class Term>
ISOBIT_INLINE rounded_sum<typename Term::result> round(Term term, std::size_t n, f64 sum, bounded_sum const& errors) {
  using result = typename Term::result;
  if (errors.magnitudes[0] == 0 && Term::underflow == 0) {  // the sum has the sign of a zero, too
    auto const exact = static_cast<result>(sum[0]);
    return {exact, is_finite(bits_of(exact))};
  }
  return finish_sum(term, n, enclosed<Term>(n, sum, errors), rounded<result>());
}

using few_bits = f64;
ISOBIT_INLINE few_bits as_few_bits(f64 x) { return x; }

#endif

/// A sum and the errors that it lacks.
struct compensated_sum {
  silent sum;
  bounded_sum errors;
};
/// TwoSum. Vectors may have pipes of their own for additions and for multiplications: half of the operations go to
/// each, here and where errors are added evenly.
ISOBIT_INLINE compensated_sum add(silent a, silent b) {
  silent const sum = a + b, minus_one = broadcast(-1.0), b_kept = sum - a;
  silent const a_kept = subtract_by_fma(sum, b_kept, minus_one);
  return {sum, bounded_sum::of(subtract_by_fma(a, a_kept, minus_one) + subtract_by_fma(b, b_kept, minus_one))};
}
ISOBIT_INLINE compensated_sum add(compensated_sum const& a, compensated_sum const& b) {
  auto const next = add(a.sum, b.sum);
  return {next.sum, add_evenly(add_evenly(a.errors, b.errors), next.errors)};
}
/// The next addend. That of a product has had three multiplications already.
ISOBIT_INLINE compensated_sum add_in_loop(compensated_sum const& a, silent b) {
  auto const next = add(a.sum, b);
  return {next.sum, add_evenly(a.errors, next.errors)};
}
ISOBIT_INLINE compensated_sum add_in_loop(compensated_sum const& a, compensated_sum const& b) {
  auto const next = add(a.sum, b.sum);
  return {next.sum, add_evenly(add(a.errors, b.errors), next.errors)};
}
#if ISOBIT_VECTOR_BYTES == 64
ISOBIT_INLINE few_bits add_in_loop(few_bits const& a, few_bits const& b) { return add(a, b); }

/// From so many elements on the two chains more are worth their ends.
constexpr std::size_t worth_fours = 192;
/// Adds what comes in fours of vectors from `i` on, in four chains: an FMA, to which one of two additions goes, takes
/// longer than an addition.
template <class Term>
ISOBIT_INLINE void add_in_fours(Term term, std::size_t& i, std::size_t n, few_bits& even, few_bits& odd) {
  few_bits third = term.at(i), fourth = term.at(i + lanes);
  for (i += 2 * lanes; i + 4 * lanes <= n; i += 4 * lanes) {
    even = add_evenly(even, term.at(i));
    odd = add_evenly(odd, term.at(i + lanes));
    third = add_evenly(third, term.at(i + 2 * lanes));
    fourth = add_evenly(fourth, term.at(i + 3 * lanes));
  }
  even = add(even, third);
  odd = add(odd, fourth);
}
#endif
template <std::size_t Distance> ISOBIT_INLINE silent across_lanes(silent x) { return across<Distance>((f64)x); }
template <std::size_t Distance> ISOBIT_INLINE compensated_sum across_lanes(compensated_sum const& x) {
  return {across_lanes<Distance>(x.sum), across_lanes<Distance>(x.errors)};
}
template <class Term>
ISOBIT_INLINE rounded_sum<typename Term::result> round(Term term, std::size_t n, compensated_sum const& x) {
  return round(term, n, x.sum, x.errors);
}
template <class Term> ISOBIT_INLINE rounded_sum<typename Term::result> round(Term term, std::size_t n, silent x) {
  return round(term, n, x, bounded_sum{});
}
template <class Term> ISOBIT_INLINE known_sum<silent_number> enclosed(std::size_t n, compensated_sum const& x) {
  return enclosed<Term>(n, x.sum, x.errors);
}
template <class Term> ISOBIT_INLINE known_sum<silent_number> enclosed(std::size_t n, silent x) {
  return enclosed<Term>(n, x, bounded_sum{});
}

/// An addend with its error.
ISOBIT_INLINE silent with_error(silent x) { return x; }
#if ISOBIT_VECTOR_BYTES == 64
ISOBIT_INLINE few_bits with_error(few_bits const& x) { return x; }
#endif
template <class V> ISOBIT_INLINE compensated_sum with_error(product<V, true> const& a) {
  silent const rounded = a.x * a.y;
  return {rounded, bounded_sum::of_rest(a, rounded)};
}
template <class V> ISOBIT_INLINE compensated_sum with_error(product<V, false> const& a) {
  return {a.value, bounded_sum::of(a.error)};
}

/// The sum of the lanes, in each of them.
template <std::size_t Distance, class V> ISOBIT_INLINE auto add_lanes(V const& x) {
  if constexpr (Distance == 0)
    return x;
  else
    return add_lanes<Distance / 2>(add(x, across_lanes<Distance>(x)));
}

/// Terms of floats: a vector of addends, or the first `count` of one and -0, which changes no sum, behind.
struct short_values_f32 {
  using result = float;
  static constexpr double underflow = 0;
  float const* x;
  ISOBIT_INLINE few_bits at(std::size_t i) const { return as_few_bits(silently_widened(load<f32>(x + i))); }
  ISOBIT_INLINE few_bits at(std::size_t i, std::size_t count) const {
    return as_few_bits(silently_widened(load_first(x + i, count, -0.0F)));
  }
};
struct short_magnitudes_f32 {
  using result = float;
  static constexpr double underflow = 0;
  float const* x;
  ISOBIT_INLINE few_bits at(std::size_t i) const {
    return as_few_bits(magnitude((f64)silently_widened(load<f32>(x + i))));
  }
  ISOBIT_INLINE few_bits at(std::size_t i, std::size_t count) const {
    return as_few_bits(magnitude((f64)silently_widened(load_first(x + i, count, 0.0F))));
  }
};
struct short_products_f32 {
  using result = float;
  static constexpr double underflow = 0;
  float const* x;
  float const* y;
  ISOBIT_INLINE few_bits at(std::size_t i) const {
    return as_few_bits(silently_widened(load<f32>(x + i)) * silently_widened(load<f32>(y + i)));
  }
  ISOBIT_INLINE few_bits at(std::size_t i, std::size_t count) const {
    return as_few_bits(silently_widened(load_first(x + i, count, -0.0F)) *
                       silently_widened(load_first(y + i, count, 0.0F)));
  }
};

/// then(the sum in every lane) of at least one element.
template <class Term, class Then> ISOBIT_INLINE auto short_sum(Term term, std::size_t n, Then then) {
  auto const at = [&](auto... where) __attribute__((always_inline)) { return with_error(term.at(where...)); };
  constexpr std::size_t half = lanes / 2;
  if constexpr (lanes == 8)
    if (n <= half) return then(add_lanes<half / 2>(at(std::size_t{0}, n)));
  if (n <= lanes) return then(add_lanes<half>(at(std::size_t{0}, n)));
  if (n <= 2 * lanes) return then(add_lanes<half>(add(at(std::size_t{0}), at(lanes, n - lanes))));

  auto even = add(at(std::size_t{0}), at(lanes));
  if (n <= 3 * lanes) return then(add_lanes<half>(add_in_loop(even, at(2 * lanes, n - 2 * lanes))));
  auto odd = add(at(2 * lanes), at(3 * lanes, n < 4 * lanes ? n - 3 * lanes : lanes));
  std::size_t i = 4 * lanes;
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (__is_same(decltype(even), few_bits))
    if (n >= worth_fours) add_in_fours(term, i, n, even, odd);
#endif
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    even = add_in_loop(even, at(i));
    odd = add_in_loop(odd, at(i + lanes));
  }
  if (i + lanes <= n) {
    even = add_in_loop(even, at(i));
    i += lanes;
  }
  if (i < n) odd = add_in_loop(odd, at(i, n - i));
  return then(add_lanes<half>(add(even, odd)));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
