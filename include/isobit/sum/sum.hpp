#pragma once

#include <complex>
#include <concepts>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {
template <class Result, real T> ISOBIT_API Result sum(driver_ref const& driver, strided<T> const& values);
template <real T> ISOBIT_API exact exact_sum(driver_ref const& driver, strided<T> const& values);
}  // namespace detail

/// The exact sum of the values, rounded once to nearest-even: the same bits for every order, driver and machine.
/// Empty: +0. `Result` is the type of the result where it is not the values' own: `sum<double>(floats)`.
/// Throws `error` only where ISOBIT_FORCE_ISA cannot be met.
///
///     double s = isobit::sum(isobit::threads(4), values);
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto sum(Driver const& driver, Values const& values) {
  auto const view = detail::view_of(values);
  using T = std::remove_cvref_t<decltype(*view.first)>;
  if constexpr (complex_number<T>) {
    using part = detail::result_of<Result, typename T::value_type>;
    return std::complex<part>(detail::sum<part>(driver_ref(driver), detail::real_view(view)),
                              detail::sum<part>(driver_ref(driver), detail::imaginary_view(view)));
  } else {
    return detail::sum<detail::result_of<Result, T>>(driver_ref(driver), view);
  }
}

template <class Result = void, detail::viewable Values> [[nodiscard]] auto sum(Values const& values) {
  return sum<Result>(automatic(), values);
}

/// The sum of a projection of any range of anything: `sum(particles, &particle::mass)`.
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(std::invocable<Projection&, std::ranges::range_reference_t<Values>> &&
           (!detail::viewable<Values> || !std::same_as<Projection, std::identity>))
[[nodiscard]] auto sum(Values&& values, Projection projection = {}) {
  using T = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values>>>;
  if constexpr (complex_number<T>) {
    using result = detail::result_of<Result, typename T::value_type>;
    auto const [real, imaginary, count] = detail::accumulate_complex(values, projection);
    return std::complex<result>(real.template round<result>(), imaginary.template round<result>());
  } else {
    exact state;
    detail::consume_in_blocks(values, projection, [&](auto block) { state.add(block); });
    return state.template round<detail::result_of<Result, T>>();
  }
}

namespace detail {
/// [first, last) as a range. Not std::ranges::subrange, which clang 14 cannot compile with libstdc++.
template <class First, class Last> struct iterator_range {
  First first;
  Last last;
  First begin() const requires std::copyable<First> { return first; }
  First begin() requires(!std::copyable<First>) { return std::move(first); }
  Last end() const { return last; }
};
}  // namespace detail

/// The sum of [first, last).
template <class Result = void, std::input_iterator First, std::sentinel_for<First> Last>
[[nodiscard]] auto sum(First first, Last last) {
  return sum<Result>(detail::iterator_range<First, Last>{std::move(first), std::move(last)});
}

/// The exact sum itself, not rounded: to be merged, kept, sent or rounded later.
template <driver Driver, detail::viewable Values>
[[nodiscard]] exact exact_sum(Driver const& driver, Values const& values) {
  return detail::exact_sum(driver_ref(driver), detail::view_of(values));
}
template <detail::viewable Values> [[nodiscard]] exact exact_sum(Values const& values) {
  return exact_sum(automatic(), values);
}

ISOBIT_NAMESPACE_END
