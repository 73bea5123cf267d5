#pragma once

#include "sum/kernel/one_block.hpp"
#include "sum/kernel/short.hpp"

/// Functions of sums of up to a block, in one call that sets up nothing, not certain where subnormal numbers do not
/// count. docs/maths/sum.md#short
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// Up to so many elements every addition with its error costs less than what a scale takes to guess. Products have
/// twice as many operations.
template <class Term> constexpr std::size_t most_short = !is_silent ? 64 : Term::underflow == 0 ? 160 : 96;

ISOBIT_INLINE known_sum<double> in_doubles(known_sum<silent_number> const& x) {
  auto const [high, low, radius] = x.sum;
  return {{static_cast<double>(high), static_cast<double>(low), static_cast<double>(radius)},
          static_cast<double>(x.exact_unit)};
}

template <class Term> ISOBIT_INLINE known_sum<silent_number> enclose_quickly(Term term, std::size_t n) {
  if (n > most_short<Term>) return enclose_block(term, n);
  return short_sum(
      term, n, [&](auto const& sum) __attribute__((always_inline)) { return enclosed<Term>(n, sum); });
}

template <class Term> ISOBIT_INLINE known_sum<double> enclose_in_doubles(Term term, std::size_t n) {
  if (!keeps_subnormals()) return {{0, 0, __builtin_inf()}, __builtin_inf()};
  return in_doubles(enclose_quickly(term, n));
}

template <class Term> ISOBIT_INLINE rounded_sum<typename Term::result> round_quickly(Term term, std::size_t n) {
  if (!keeps_subnormals()) return {};
  if constexpr (__is_same(typename Term::result, double))
    if (n > most_short<Term>) return finish_sum(term, n, enclose_block(term, n), rounded<double>());
  return short_sum(
      term, n, [&](auto const& sum) __attribute__((always_inline)) { return round(term, n, sum); });
}

template <class Term, class Finish>
ISOBIT_INLINE rounded_sum<double> finish_quickly(Term term, std::size_t n, Finish finish) {
  if (!keeps_subnormals()) return {};
  return finish_sum(term, n, enclose_quickly(term, n), finish);
}

/// docs/maths/moments.md#variance
ISOBIT_INLINE rounded_sum<double> variance_quickly(double const* x, std::size_t n, std::size_t removed) {
  if (!keeps_subnormals()) return {};
  auto const sum = enclose_quickly(quick_values{x}, n).sum, squares = enclose_quickly(quick_products{x, x}, n).sum;
  return round_enclosed<double>(
      certify::variance<silent_number>(sum, squares, static_cast<double>(n), static_cast<double>(n - removed)));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
