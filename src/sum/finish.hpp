#pragma once

#include "certify/enclosure_arithmetic.hpp"
#include "sum/leading.hpp"

/// What becomes of an exact sum at the end: monotone functions of its value, rounded once. Of a state, or `within` an
/// enclosure, in the standard environment, if that is enough. docs/maths/moments.md
ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// The rounding test, to T.
template <class T> certain<T> round_within_two(enclosure<double> const& sum) noexcept {
  auto const result = round_within<T>(sum);
  return {static_cast<T>(result.value), result.holds};
}

template <class T> struct rounded_to {
  using result = T;
  template <class State> T operator()(State const& state) const { return state.template round<T>(); }
  [[nodiscard]] certain<T> within(enclosure<double> const& sum) const noexcept { return round_within_two<T>(sum); }
};
template <class T> struct mean_of {
  using result = T;
  std::size_t count;
  template <class State> T operator()(State const& state) const { return state.template mean<T>(count); }
  [[nodiscard]] certain<T> within(enclosure<double> const& sum) const noexcept {
    return round_within_two<T>(sum / static_cast<double>(count));
  }
};
template <class T> struct root_of {
  using result = T;
  template <class State> T operator()(State const& state) const { return state.template square_root<T>(); }
  [[nodiscard]] certain<T> within(enclosure<double> const& sum) const noexcept {
    return round_within_two<T>(certify::square_root(sum));
  }
};

/// Of numbers about their mean: no function of one sum, so only short sums know it.
struct variance_of {
  using result = double;
  std::size_t removed;
};

template <class Finish> inline constexpr bool only_rounds = false;
template <class T> inline constexpr bool only_rounds<rounded_to<T>> = true;

/// finish(x) for every x in the enclosure, if they all agree.
template <class Finish> certain<typename Finish::result> finish_within(enclosed_sum const& sum, Finish finish) {
  if (sum.radius == 0) return finish(sum.state);
  exact lower = sum.state, upper = sum.state;
  lower.subtract(sum.radius);
  upper.add(sum.radius);
  return certify::if_equal(finish(lower), finish(upper));
}

}  // namespace summation
ISOBIT_NAMESPACE_END
