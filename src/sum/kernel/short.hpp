#pragma once

#include "arithmetic/error_free.hpp"
#include "arithmetic/silent.hpp"
#include "certify/rounding_test.hpp"
#include "sum/kernels.hpp"

/// Short sums: every addition with its error, and the errors added up with a bound. Nothing has to be known of the
/// elements first, no flag is read, and the lanes of a vector are added as its elements are. docs/maths/sum.md#short
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

ISOBIT_INLINE bool is_finite(std::uint64_t bits) { return (~bits & format<double>::infinity) != 0; }
ISOBIT_INLINE bool is_finite(std::uint32_t bits) { return (~bits & format<float>::infinity) != 0; }

#if ISOBIT_VECTOR_BYTES == 64

/// A sum that may be rounded, in every lane: as an interval, whose ends are rounded downwards and upwards.
struct bounded_sum {
  silent down, up;

  static ISOBIT_INLINE bounded_sum of(silent x) { return {x, x}; }
  /// x*y - rounded
  static ISOBIT_INLINE bounded_sum of_product(silent x, silent y, silent rounded) {
    return {product_less_down(x, y, rounded), product_less_up(x, y, rounded)};
  }
};
ISOBIT_INLINE bounded_sum add(bounded_sum const& a, bounded_sum const& b) {
  return {add_down(a.down, b.down), add_up(a.up, b.up)};
}
template <std::size_t Distance> ISOBIT_INLINE bounded_sum across_lanes(bounded_sum const& x) {
  return {across<Distance>((f64)x.down), across<Distance>((f64)x.up)};
}

/// The first lane of sum + errors, rounded. Compared as bits, since comparisons raise flags, too.
template <class Term>
ISOBIT_INLINE rounded_sum<typename Term::result> round(Term, std::size_t, silent sum, bounded_sum const& errors) {
  static_assert(__is_same(typename Term::result, double));
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
  /// x*y - rounded, but for what underflows
  static ISOBIT_INLINE bounded_sum of_product(f64 x, f64 y, f64 rounded) { return of(product{x, y}.less(rounded)); }
};
ISOBIT_INLINE bounded_sum add(bounded_sum const& a, bounded_sum const& b) {
  return {a.value + b.value, a.magnitudes + b.magnitudes};
}
template <std::size_t Distance> ISOBIT_INLINE bounded_sum across_lanes(bounded_sum const& x) {
  return {across<Distance>(x.value), across<Distance>(x.magnitudes)};
}

/// The first lane of sum + errors, rounded. Where the errors are short multiples of what the term's n addends are
/// multiples of, none of their sums was rounded: that decides ties, of which sums of a few numbers have many.
template <class Term>
ISOBIT_INLINE rounded_sum<typename Term::result> round(Term term, std::size_t n, f64 sum, bounded_sum const& errors) {
  using result = typename Term::result;
  double const magnitudes = errors.magnitudes[0];
  if (magnitudes == 0 && Term::underflow == 0) {  // the sum has the sign of a zero, too
    auto const exact = static_cast<result>(sum[0]);
    return {exact, is_finite(bits_of(exact))};
  }
  auto const count = static_cast<double>(2 * n + 16);
  auto rounded = certify::round_within<result>(
      certify::enclosure<double>{sum[0], errors.value[0], magnitudes * (count * 0x1p-53) + count * Term::underflow});
  if constexpr (requires { term.unit(n); }) {
    if (!rounded.holds && magnitudes < term.unit(n) * 0x1p53)
      rounded = certify::round_within<result>(certify::enclosure<double>{sum[0], errors.value[0], 0});
  }
  return {static_cast<result>(rounded.value), rounded.holds};
}

using few_bits = f64;
ISOBIT_INLINE few_bits as_few_bits(f64 x) { return x; }

#endif

/// A sum and the errors that it lacks.
struct compensated_sum {
  silent sum;
  bounded_sum errors;
};
ISOBIT_INLINE compensated_sum add(silent a, silent b) {
  silent const sum = a + b;
  return {sum, bounded_sum::of(two_sum_error(a, b, sum))};
}
ISOBIT_INLINE compensated_sum add(compensated_sum const& a, silent b) {
  auto const next = add(a.sum, b);
  return {next.sum, add(a.errors, next.errors)};
}
ISOBIT_INLINE compensated_sum add(compensated_sum const& a, compensated_sum const& b) {
  auto const next = add(a.sum, b.sum);
  return {next.sum, add(add(a.errors, b.errors), next.errors)};
}
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

/// The sum of the lanes, in each of them.
template <std::size_t Distance, class V> ISOBIT_INLINE auto add_lanes(V const& x) {
  if constexpr (Distance == 0)
    return x;
  else
    return add_lanes<Distance / 2>(add(x, across_lanes<Distance>(x)));
}

/// Terms: a vector of addends, or the first `count` of one and -0, which changes no sum, behind.
struct short_values_f64 {
  using result = double;
  static constexpr double underflow = 0;
  double const* x;
  ISOBIT_INLINE silent at(std::size_t i) const { return load<f64>(x + i); }
  ISOBIT_INLINE silent at(std::size_t i, std::size_t count) const { return load_first(x + i, count, -0.0); }
  /// A power of two that all elements are multiples of.
  double unit(std::size_t n) const {
    std::uint64_t least = format<double>::max_biased;
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t const exponent = bits_of(x[i]) >> 52 & format<double>::max_biased;
      if (x[i] != 0 && exponent < least) least = exponent;
    }
    return least > 52 ? from_bits<double>((least - 52) << 52) : 0x1p-1074;
  }
};
struct short_magnitudes_f64 {
  using result = double;
  static constexpr double underflow = 0;
  short_values_f64 values;
  ISOBIT_INLINE silent at(std::size_t i) const { return magnitude((f64)values.at(i)); }
  ISOBIT_INLINE silent at(std::size_t i, std::size_t count) const { return magnitude((f64)values.at(i, count)); }
};
struct short_products_f64 {
  using result = double;
  static constexpr double underflow = 0x1p-1000;  // far more than a product's error can lose
  double const* x;
  double const* y;
  static ISOBIT_INLINE compensated_sum of(silent a, silent b) {
    silent const rounded = a * b;
    return {rounded, bounded_sum::of_product(a, b, rounded)};
  }
  ISOBIT_INLINE compensated_sum at(std::size_t i) const { return of(load<f64>(x + i), load<f64>(y + i)); }
  ISOBIT_INLINE compensated_sum at(std::size_t i, std::size_t count) const {
    return of(load_first(x + i, count, -0.0), load_first(y + i, count, 0.0));
  }
};
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

/// Of at least one element.
template <class Term> ISOBIT_INLINE rounded_sum<typename Term::result> short_sum(Term term, std::size_t n) {
  auto const rounded = [&](auto const& x) __attribute__((always_inline)) { return round(term, n, x); };
  constexpr std::size_t half = lanes / 2;
  if constexpr (lanes == 8)
    if (n <= half) return rounded(add_lanes<half / 2>(term.at(0, n)));
  if (n <= lanes) return rounded(add_lanes<half>(term.at(0, n)));
  if (n <= 2 * lanes) return rounded(add_lanes<half>(add(term.at(0), term.at(lanes, n - lanes))));

  auto even = add(term.at(0), term.at(lanes));
  if (n <= 3 * lanes) return rounded(add_lanes<half>(add(even, term.at(2 * lanes, n - 2 * lanes))));
  auto odd = add(term.at(2 * lanes), term.at(3 * lanes, n < 4 * lanes ? n - 3 * lanes : lanes));
  std::size_t i = 4 * lanes;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    even = add(even, term.at(i));
    odd = add(odd, term.at(i + lanes));
  }
  if (i + lanes <= n) {
    even = add(even, term.at(i));
    i += lanes;
  }
  if (i < n) odd = add(odd, term.at(i, n - i));
  return rounded(add_lanes<half>(add(even, odd)));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
