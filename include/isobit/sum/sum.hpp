#pragma once

#include <complex>
#include <concepts>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {
template <class Result, class T> ISOBIT_API Result sum(driver_ref const& on, vector_view<T const> const& values);
template <class Result, class T>
ISOBIT_API std::complex<Result> complex_sum(driver_ref const& on, vector_view<std::complex<T> const> const& values);
/// Of the parts of complex numbers.
template <class T>
ISOBIT_API complex_sums exact_complex_sum(driver_ref const& on, vector_view<std::complex<T> const> const& values);
template <class T> ISOBIT_API exact exact_sum(driver_ref const& on, vector_view<T const> const& values);
}  // namespace detail

/// The exact sum of the values, rounded once to nearest-even: the same bits for every order, driver and machine.
/// Empty: +0. `Result` is the type of the result where it is not the values' own: `sum<double>(floats)`.
/// Throws `error` only where ISOBIT_FORCE_ISA cannot be met.
///
///     double s = isobit::sum(values);
///     double t = isobit::sum(values, isobit::threads(4));
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, driver_ref const& on = {}) {
  using T = detail::element_of<Values>;
  if constexpr (complex_number<T>)
    return detail::complex_sum<detail::result_of<Result, typename T::value_type>>(on, detail::input_of(values));
  else
    return detail::sum<detail::result_of<Result, T>>(on, detail::input_of(values));
}

/// The sum of a projection of any range of anything: `sum(particles, &particle::mass)`.
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
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
template <detail::viewable Values> [[nodiscard]] exact exact_sum(Values const& values, driver_ref const& on = {}) {
  static_assert(real<detail::element_of<Values>>, "isobit::exact_sum: the sum of complex numbers is two exact sums");
  return detail::exact_sum(on, detail::input_of(values));
}

ISOBIT_NAMESPACE_END
