#pragma once

#include "arithmetic/silent.hpp"
#include "certify/enclosure_arithmetic.hpp"
#include "certify/rounding_test.hpp"
#include "sum/kernels.hpp"

/// What becomes of a quick sum, without leaving the kernel: where its arithmetic is silent, that of the end is, too.
/// docs/maths/moments.md
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;
using certify::enclosure;

template <class T> ISOBIT_INLINE rounded_sum<T> round_enclosed(enclosure<silent_number> const& x) {
  auto const rounded = certify::round_within<T>(x);
  return {static_cast<T>(static_cast<double>(rounded.value)), rounded.holds};
}

template <class T> struct rounded {
  ISOBIT_INLINE rounded_sum<T> operator()(enclosure<silent_number> const& sum) const { return round_enclosed<T>(sum); }
};
struct divided {
  silent_number count;
  ISOBIT_INLINE rounded_sum<double> operator()(enclosure<silent_number> const& sum) const {
    return round_enclosed<double>(sum / count);
  }
};
struct rooted {
  ISOBIT_INLINE rounded_sum<double> operator()(enclosure<silent_number> const& sum) const {
    return round_enclosed<double>(certify::square_root(sum));
  }
};

/// finish(the sum); where that leaves the rounding open, and all addends are multiples of a power of two that is large
/// enough, again without a radius: that decides ties, of which sums of a few numbers have many.
template <class Term, class Finish>
ISOBIT_INLINE auto finish_sum(Term term, std::size_t n, known_sum<silent_number> const& x, Finish finish) {
  auto const result = finish(x.sum);
  if constexpr (requires { term.unit(n); })
    if (!result.certain && x.exact_unit <= 0x1p1000 && silent_number(term.unit(n)) >= x.exact_unit)
      return finish({x.sum.high, x.sum.low, 0});
  return result;
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
