#pragma once

#include <functional>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, element T> ISOBIT_API Result asum(driver_ref const& driver, strided<T> const& values);
template <class Result, element T> ISOBIT_API Result squared_norm(driver_ref const& driver, strided<T> const& values);
template <class Result, element T> ISOBIT_API Result nrm2(driver_ref const& driver, strided<T> const& values);

/// The exact sum of the magnitudes, and of the squares, of a view; of both parts of complex elements.
template <element T> ISOBIT_API exact exact_asum(driver_ref const& driver, strided<T> const& values);
template <element T>
ISOBIT_API product_state<typename real_part<T>::type> exact_squares(driver_ref const& driver, strided<T> const& values);

/// The exact sum of the squares of any range of reals.
template <class Values, class Projection> auto sum_of_squares(Values&& values, Projection projection) {
  using T = projected_real<Values, Projection>;
  product_state<T> state;
  consume_in_blocks(values, projection, [&](auto block) { state.add_products(block, block); });
  return state;
}

}  // namespace detail

/// Sum of magnitudes, rounded once. Complex, as in BLAS: |re| + |im| of every element.
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto asum(Driver const& driver, Values const& values) {
  return detail::asum<detail::result_of<Result, typename detail::real_part<detail::element_of<Values>>::type>>(
      driver_ref(driver), detail::view_of(values));
}
template <class Result = void, detail::viewable Values> [[nodiscard]] auto asum(Values const& values) {
  return asum<Result>(automatic(), values);
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(!detail::viewable<Values> || !std::same_as<Projection, std::identity>)
[[nodiscard]] auto asum(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  exact state;
  detail::consume_in_blocks(values, projection, [&]<class Block>(Block block) {
    for (auto const x : block) state.add(magnitude(x));
  });
  return state.template round<detail::result_of<Result, T>>();
}

/// Sum of squares, rounded once. Complex: re^2 + im^2 of every element.
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto squared_norm(Driver const& driver, Values const& values) {
  return detail::squared_norm<detail::result_of<Result, typename detail::real_part<detail::element_of<Values>>::type>>(
      driver_ref(driver), detail::view_of(values));
}
template <class Result = void, detail::viewable Values> [[nodiscard]] auto squared_norm(Values const& values) {
  return squared_norm<Result>(automatic(), values);
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(!detail::viewable<Values> || !std::same_as<Projection, std::identity>)
[[nodiscard]] auto squared_norm(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  return detail::sum_of_squares(values, projection).template round<detail::result_of<Result, T>>();
}

/// Euclidean norm: the square root of the exact sum of squares, rounded once. No intermediate overflow or underflow.
///
///     double length = isobit::nrm2(std::vector{3e300, 4e300});  // 5e300
template <class Result = void, driver Driver, detail::viewable Values>
[[nodiscard]] auto nrm2(Driver const& driver, Values const& values) {
  return detail::nrm2<detail::result_of<Result, typename detail::real_part<detail::element_of<Values>>::type>>(
      driver_ref(driver), detail::view_of(values));
}
template <class Result = void, detail::viewable Values> [[nodiscard]] auto nrm2(Values const& values) {
  return nrm2<Result>(automatic(), values);
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires(!detail::viewable<Values> || !std::same_as<Projection, std::identity>)
[[nodiscard]] auto nrm2(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  return detail::sum_of_squares(values, projection).template square_root<detail::result_of<Result, T>>();
}

ISOBIT_NAMESPACE_END
