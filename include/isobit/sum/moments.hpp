#pragma once

#include <functional>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, real T> ISOBIT_API Result mean(driver_ref const& driver, strided<T> const& values);
template <class Result, real T>
ISOBIT_API Result variance(driver_ref const& driver, strided<T> const& values, std::size_t removed);

/// (count * squares - sum^2) / (count * (count - removed)), rounded once.
template <class Result>
ISOBIT_API Result variance(exact const& sum, exact_product const& squares, std::size_t count, std::size_t removed);

}  // namespace detail

/// The exact sum divided by the exact count, rounded once. Empty: NaN.
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto mean(Driver const& driver, Values const& values) {
  auto const view = detail::view_of(values);
  using T = detail::element_of<Values>;
  if constexpr (complex_number<T>) {
    using part = detail::result_of<Result, typename T::value_type>;
    return std::complex<part>(detail::mean<part>(driver_ref(driver), detail::real_view(view)),
                              detail::mean<part>(driver_ref(driver), detail::imaginary_view(view)));
  } else {
    return detail::mean<detail::result_of<Result, T>>(driver_ref(driver), view);
  }
}
template <class Result = void, detail::viewable Values> [[nodiscard]] auto mean(Values const& values) {
  return mean<Result>(automatic(), values);
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(!detail::viewable<Values> || !std::same_as<Projection, std::identity>)
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
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto variance(Driver const& driver, Values const& values, std::size_t removed = 1) {
  return detail::variance<detail::result_of<Result, detail::element_of<Values>>>(driver_ref(driver),
                                                                                 detail::view_of(values), removed);
}
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto variance(Values const& values, std::size_t removed = 1) {
  return variance<Result>(automatic(), values, removed);
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(!detail::viewable<Values>)
[[nodiscard]] auto variance(Values&& values, std::size_t removed = 1, Projection projection = {}) {
  using T = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values>>>;
  exact sum;
  detail::product_state<T> squares;
  auto const count = detail::consume_in_blocks(values, projection, [&](auto block) {
    sum.add(block);
    squares.add_products(block, block);
  });
  return detail::variance<detail::result_of<Result, T>>(sum, exact_product(squares), count, removed);
}

ISOBIT_NAMESPACE_END
