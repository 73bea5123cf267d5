#pragma once

#include <cstddef>

#include "certify/enclosure_arithmetic.hpp"
#include "sum/pair_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// A sum as a few doubles whose sum it is, exactly: `rest` takes what an addition to `high` loses. That of nothing but
/// -0 is -0. In the standard environment. docs/maths/sum.md#expansion
template <std::size_t Doubles> struct expansion {
  double high = -0.0;
  expansion<Doubles - 1> rest;

  /// False, with the sum as it was, where the doubles cannot hold it, infinities and NaN among them.
  [[gnu::always_inline]] bool add(double x) noexcept {
    auto const [next, error] = two_sum(high, x);
    if (!rest.add(error)) [[unlikely]]
      return false;
    high = next;
    return true;
  }
};
template <> struct expansion<2> : pair_sum {};

/// action(double) for each double that counts: all but the zeros after the first, which would hide that it is -0.
template <std::size_t Doubles, class Action> void for_each_double(expansion<Doubles> const& sum, Action const& action) {
  action(sum.high);
  if constexpr (Doubles == 2) {
    if (sum.low != 0) action(sum.low);
  } else {
    for_each_double(sum.rest, [&](double x) {
      if (x != 0) action(x);
    });
  }
}

/// The sum in two doubles, up to what they cannot hold.
inline certify::enclosure<double> enclosed(expansion<2> const& sum) noexcept { return {sum.high, sum.low, 0}; }
template <std::size_t Doubles> certify::enclosure<double> enclosed(expansion<Doubles> const& sum) noexcept {
  return certify::enclosure<double>{sum.high, 0, 0} + enclosed(sum.rest);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
