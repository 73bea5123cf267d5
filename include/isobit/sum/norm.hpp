#pragma once

#include <functional>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, class T> ISOBIT_API Result asum(driver_ref const& on, vector_view<T const> const& values);
template <class Result, class T>
ISOBIT_API Result squared_norm(driver_ref const& on, vector_view<T const> const& values);
template <class Result, class T> ISOBIT_API Result nrm2(driver_ref const& on, vector_view<T const> const& values);

/// The exact sum of the magnitudes, and of the squares, of a view; of both parts of complex elements.
template <class T> ISOBIT_API exact exact_asum(driver_ref const& on, vector_view<T const> const& values);
template <class State, class T>
ISOBIT_API State exact_squares(driver_ref const& on, vector_view<T const> const& values);

/// The exact sum of the squares of any range of reals.
template <class Values, class Projection> auto sum_of_squares(Values&& values, Projection projection) {
  using T = projected_real<Values, Projection>;
  product_state<T> state;
  consume_in_blocks(values, projection, [&](auto block) { state.add_products(block, block); });
  return state;
}

}  // namespace detail

/// Sum of magnitudes, rounded once. Complex, as in BLAS: |re| + |im| of every element.
///
///     double s = isobit::asum(std::vector{-1.0, 2.0});  // 3
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto asum(Values const& values, driver_ref const& on = {}) {
  return detail::asum<detail::result_of<Result, detail::real_of<Values>>>(on, detail::input_of(values));
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto asum(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  exact state;
  detail::consume_in_blocks(values, projection, [&]<class Block>(Block block) {
    for (auto const x : block) state.add(magnitude(x));
  });
  return state.template round<detail::result_of<Result, T>>();
}

/// Sum of squares, rounded once. Complex: re^2 + im^2 of every element.
///
///     double s = isobit::squared_norm(std::vector{-1.0, 2.0});  // 5
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto squared_norm(Values const& values, driver_ref const& on = {}) {
  return detail::squared_norm<detail::result_of<Result, detail::real_of<Values>>>(on, detail::input_of(values));
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto squared_norm(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  return detail::sum_of_squares(values, projection).template round<detail::result_of<Result, T>>();
}

/// Euclidean norm: the square root of the exact sum of squares, rounded once. No intermediate overflow or underflow.
///
///     double length = isobit::nrm2(std::vector{3e300, 4e300});  // 5e300
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto nrm2(Values const& values, driver_ref const& on = {}) {
  return detail::nrm2<detail::result_of<Result, detail::real_of<Values>>>(on, detail::input_of(values));
}
template <class Result = void, std::ranges::input_range Values, class Projection = std::identity>
  requires detail::projected_range<Values, Projection>
[[nodiscard]] auto nrm2(Values&& values, Projection projection = {}) {
  using T = detail::projected_real<Values, Projection>;
  return detail::sum_of_squares(values, projection).template square_root<detail::result_of<Result, T>>();
}

ISOBIT_NAMESPACE_END
