#pragma once

#include <functional>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, class T> ISOBIT_API Result mean(driver_ref const& on, vector_view<T const> const& values);
template <class Result, class T>
ISOBIT_API std::complex<Result> complex_mean(driver_ref const& on, vector_view<std::complex<T> const> const& values);
template <class Result, class T>
ISOBIT_API Result variance(driver_ref const& on, vector_view<T const> const& values, std::size_t removed);

template <class Result, class T>
ISOBIT_API Result standard_deviation(driver_ref const& on, vector_view<T const> const& values, std::size_t removed);

/// (count * squares - sum^2) / (count * (count - removed)), rounded once.
template <class Result>
ISOBIT_API Result variance(exact const& sum, exact_product const& squares, std::size_t count, std::size_t removed);
/// The root of that, rounded once: not the root of a rounded variance.
template <class Result>
ISOBIT_API Result standard_deviation(exact const& sum, exact_product const& squares, std::size_t count,
                                     std::size_t removed);

}  // namespace detail

/// The exact sum divided by the exact count, rounded once. Empty: NaN.
///
///     double m = isobit::mean(values);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto mean(Values const& values, driver_ref const& on = {}) {
  using T = detail::element_of<Values>;
  if constexpr (complex_number<T>)
    return detail::complex_mean<detail::result_of<Result, typename T::value_type>>(on, detail::input_of(values));
  else
    return detail::mean<detail::result_of<Result, T>>(on, detail::input_of(values));
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto mean(Values&& values, Projection projection = {}) {
  using T = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values>>>;
  using result = detail::result_of<Result, typename detail::real_part<T>::type>;
  auto const divided = [](exact const& state, std::size_t count) {
    return count == 0 ? from_bits<result>(format<result>::canonical_nan) : state.template mean<result>(count);
  };
  if constexpr (complex_number<T>) {
    auto const [real, imaginary, count] = detail::accumulate_complex(values, projection);
    return std::complex<result>(divided(real, count), divided(imaginary, count));
  } else {
    exact state;
    auto const count = detail::consume_in_blocks(values, projection, [&](auto block) { state.add(block); });
    return divided(state, count);
  }
}

/// The variance about the mean, correctly rounded: no intermediate rounding at all. `removed` degrees of freedom are
/// taken from the divisor: 1 (the default) for a sample, 0 for a whole population. NaN for count <= removed.
///
///     double v = isobit::variance(std::vector{1e9 + 1, 1e9 + 2, 1e9 + 3});  // 1
///     double w = isobit::variance(x, 0, isobit::threads(4));
template <class Result = void, detail::viewable Values, std::integral Count>
[[nodiscard]] auto variance(Values const& values, Count removed, driver_ref const& on = {}) {
  using T = detail::element_of<Values>;
  static_assert(real<T>, "isobit::variance: the elements must be real numbers");
  return detail::variance<detail::result_of<Result, T>>(on, detail::input_of(values),
                                                        static_cast<std::size_t>(removed));
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto variance(Values const& values, driver_ref const& on = {}) {
  return variance<Result>(values, 1, on);
}
/// Of a projection of any range of anything: `variance(particles, &particle::mass)`, `variance(x, 0, projection)`.
template <class Result = void, std::ranges::input_range Values, std::integral Count, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto variance(Values&& values, Count removed, Projection projection = {}) {
  using T = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values>>>;
  exact sum;
  detail::product_state<T> squares;
  auto const count = detail::consume_in_blocks(values, projection, [&](auto block) {
    sum.add(block);
    squares.add_products(block, block);
  });
  return detail::variance<detail::result_of<Result, T>>(sum, exact_product(squares), count,
                                                        static_cast<std::size_t>(removed));
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto variance(Values&& values, Projection projection = {}) {
  return variance<Result>(values, 1, std::move(projection));
}

/// The square root of the variance, rounded once: of the exact variance, not of the rounded one.
///
///     double s = isobit::standard_deviation(std::vector{1e9 + 1, 1e9 + 3, 1e9 + 5});  // 2
///     double t = isobit::standard_deviation(x, 0, isobit::threads(4));
template <class Result = void, detail::viewable Values, std::integral Count>
[[nodiscard]] auto standard_deviation(Values const& values, Count removed, driver_ref const& on = {}) {
  using T = detail::element_of<Values>;
  static_assert(real<T>, "isobit::standard_deviation: the elements must be real numbers");
  return detail::standard_deviation<detail::result_of<Result, T>>(on, detail::input_of(values),
                                                                  static_cast<std::size_t>(removed));
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto standard_deviation(Values const& values, driver_ref const& on = {}) {
  return standard_deviation<Result>(values, 1, on);
}

ISOBIT_NAMESPACE_END
