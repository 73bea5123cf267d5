#pragma once

#include <complex>
#include <ranges>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/accumulate.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class Result, real T>
ISOBIT_API Result dot(driver_ref const& driver, strided<T> const& x, strided<T> const& y);
template <real T>
ISOBIT_API product_state<T> exact_dot(driver_ref const& driver, strided<T> const& x, strided<T> const& y);

/// Both parts of the sum of xy, or of conj(x)y.
template <real T> struct complex_products {
  product_state<T> real;
  product_state<T> imaginary;
};
template <real T>
ISOBIT_API complex_products<T> exact_complex_dot(driver_ref const& driver, strided<std::complex<T>> const& x,
                                                 strided<std::complex<T>> const& y, bool conjugate);
/// Each rounded once.
template <class Result, real T>
ISOBIT_API std::complex<Result> complex_dot(driver_ref const& driver, strided<std::complex<T>> const& x,
                                            strided<std::complex<T>> const& y, bool conjugate);

template <class Values> using element_of = std::remove_cvref_t<decltype(*view_of(std::declval<Values const&>()).first)>;

}  // namespace detail

/// The exact dot product, products included, rounded once. Throws `error` where the sizes differ.
/// Complex: neither side is conjugated (BLAS's dotu).
///
///     double d = isobit::dot(x, y);
template <class Result = void, driver Driver, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(Driver const& driver, X const& x, Y const& y) {
  using T = detail::element_of<X>;
  static_assert(std::same_as<T, detail::element_of<Y>>, "isobit::dot: both sides must have the same element type");
  if constexpr (complex_number<T>)
    return detail::complex_dot<detail::result_of<Result, typename T::value_type>>(
        driver_ref(driver), detail::view_of(x), detail::view_of(y), false);
  else
    return detail::dot<detail::result_of<Result, T>>(driver_ref(driver), detail::view_of(x), detail::view_of(y));
}

template <class Result = void, detail::viewable X, detail::viewable Y> [[nodiscard]] auto dot(X const& x, Y const& y) {
  return dot<Result>(automatic(), x, y);
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
template <class Result = void, driver Driver, detail::viewable X, detail::viewable Y>
  requires complex_number<detail::element_of<X>>
[[nodiscard]] auto conjugated_dot(Driver const& driver, X const& x, Y const& y) {
  using T = typename detail::element_of<X>::value_type;
  return detail::complex_dot<detail::result_of<Result, T>>(driver_ref(driver), detail::view_of(x), detail::view_of(y),
                                                           true);
}
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto conjugated_dot(X const& x, Y const& y) {
  return conjugated_dot<Result>(automatic(), x, y);
}

/// The exact dot product itself, not rounded.
template <driver Driver, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto exact_dot(Driver const& driver, X const& x, Y const& y) {
  return detail::exact_dot(driver_ref(driver), detail::view_of(x), detail::view_of(y));
}
template <detail::viewable X, detail::viewable Y> [[nodiscard]] auto exact_dot(X const& x, Y const& y) {
  return exact_dot(automatic(), x, y);
}

ISOBIT_NAMESPACE_END
