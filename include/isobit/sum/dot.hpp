#pragma once

#include <complex>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, class T>
ISOBIT_API Result dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y);
/// The state is the product_state of T. Not for the function to say: compilers spell such a type differently.
template <class State, class T>
ISOBIT_API State exact_dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y);

/// Both parts of the sum of products.
template <class T> struct complex_products {
  product_state<T> real;
  product_state<T> imaginary;
};
template <class T>
ISOBIT_API complex_products<T> exact_complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                                 vector_view<std::complex<T> const> const& y);
/// Each rounded once.
template <class Result, class T>
ISOBIT_API std::complex<Result> complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                            vector_view<std::complex<T> const> const& y);

}  // namespace detail

/// The exact dot product, products included, rounded once. Throws `error` where the sizes differ.
/// Complex: neither side is conjugated (BLAS's dotu), unless it is a conjugated view.
///
///     double d = isobit::dot(x, y);
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, driver_ref const& on = {}) {
  using T = detail::element_of<X>;
  static_assert(std::same_as<T, detail::element_of<Y>>, "isobit::dot: both sides must have the same element type");
  if constexpr (complex_number<T>)
    return detail::complex_dot<detail::result_of<Result, typename T::value_type>>(on, detail::input_of(x),
                                                                                  detail::input_of(y));
  else
    return detail::dot<detail::result_of<Result, T>>(on, detail::input_of(x), detail::input_of(y));
}

/// The dot product of any two input ranges of the same element type; throws `error` where one ends first.
template <class Result = void, std::ranges::input_range X, std::ranges::input_range Y>
  requires(!detail::viewable<X> || !detail::viewable<Y>)
[[nodiscard]] auto dot(X&& x, Y&& y) {
  using T = std::remove_cvref_t<std::ranges::range_reference_t<X>>;
  static_assert(real<T> && std::same_as<T, std::remove_cvref_t<std::ranges::range_reference_t<Y>>>,
                "isobit::dot: both ranges must have the same real element type");
  using value = detail::buffered_real<T>;
  detail::product_state<T> state;
  std::vector<value> left, right;
  auto const flush = [&] {
    state.add_products(std::span<value const>(left), std::span<value const>(right));
    left.clear();
    right.clear();
  };
  auto i = std::ranges::begin(x);
  auto j = std::ranges::begin(y);
  for (; i != std::ranges::end(x) && j != std::ranges::end(y); ++i, ++j) {
    left.push_back(detail::widened(*i));
    right.push_back(detail::widened(*j));
    if (left.size() == 1024) flush();
  }
  if (i != std::ranges::end(x) || j != std::ranges::end(y))
    throw error(status::invalid_argument, "isobit::dot: the two ranges differ in length");
  flush();
  return state.template round<detail::result_of<Result, T>>();
}

/// Complex dot product with the first side conjugated (BLAS's dotc).
template <class Result = void, detail::viewable X, detail::viewable Y>
  requires complex_number<detail::element_of<X>>
[[nodiscard]] auto conjugated_dot(X const& x, Y const& y, driver_ref const& on = {}) {
  return dot<Result>(conjugated(detail::input_of(x)), y, on);
}

/// The exact dot product itself, not rounded.
template <detail::viewable X, detail::viewable Y>
[[nodiscard]] auto exact_dot(X const& x, Y const& y, driver_ref const& on = {}) {
  static_assert(real<detail::element_of<X>>, "isobit::exact_dot: that of complex numbers is two exact sums");
  return detail::exact_dot<detail::product_state<detail::element_of<X>>>(on, detail::input_of(x), detail::input_of(y));
}

ISOBIT_NAMESPACE_END
