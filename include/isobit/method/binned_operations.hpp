#pragma once

#include <string>

#include <isobit/method/binned.hpp>
#include <isobit/method/reduce.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

template <class A> inline constexpr bool is_binned = false;
template <class T, int K, int W> inline constexpr bool is_binned<binned<T, K, W>> = true;

template <class A>
concept binned_accumulator = is_binned<A>;

/// Adds the products of elements [first, first + count) of two views.
template <binned_accumulator A, class T>
void add_products_of(A& state, vector_view<T const> const& x, vector_view<T const> const& y, std::size_t first,
                     std::size_t count) {
  if constexpr (std::same_as<T, typename A::value_type>)
    if (is_contiguous(x) && is_contiguous(y))
      return state.add_products(std::span(x.data + first, count), std::span(y.data + first, count));
  for (std::size_t done = 0; done < count; done += gather_size) {
    std::size_t const n = std::min(gather_size, count - done);
    for_each_block(x, first + done, n, [&](auto left) {
      for_each_block(y, first + done, n, [&](auto right) { state.add_products(left, right); });
    });
  }
}

/// The bins of all products of two views; throws `error` where the sizes differ.
template <binned_accumulator A, class Values> A products_of(driver_ref const& on, Values const& x, Values const& y) {
  if (x.size != y.size)
    throw error(status::invalid_argument, "isobit::dot: " + std::to_string(x.size) + " and " + std::to_string(y.size) +
                                              " elements; both sides need as many");
  return merge_parts(A(), on, x.count(),
                     [&](A& state, auto first, auto count) { add_products_of(state, x, y, first, count); });
}

template <binned_accumulator A, class T> A magnitudes_of(driver_ref const& on, vector_view<T const> const& values) {
  return merge_parts(A(), on, values.count(), [&](A& state, std::size_t first, std::size_t count) {
    for_each_block(values, first, count, [&](auto block) { state.add_magnitudes(block); });
  });
}

template <binned_accumulator A, class T>
A squares_of(driver_ref const& on, vector_view<T const> const& values, int scale) {
  return merge_parts(A(), on, values.count(), [&](A& state, std::size_t first, std::size_t count) {
    for_each_block(values, first, count, [&](auto block) { state.add_squares(block, scale); });
  });
}

}  // namespace detail

/// The dot product by bins: every product enters as its rounded value and what the rounding lost.
/// Throws `error` where the sizes differ.
///
///     double d = isobit::dot<isobit::binned<double, 3>>(x, y, isobit::threads(4));
template <detail::binned_accumulator A, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, driver_ref const& on = {}) {
  auto const left = detail::numbers_for<A>(x);
  auto const right = detail::numbers_for<A>(y);
  static_assert(std::same_as<decltype(left), decltype(right)>,
                "isobit::dot: both sides must have the same element type");
  return detail::products_of<A>(on, left, right).round();
}

/// The sum of magnitudes by bins.
template <detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] auto asum(Values const& values, driver_ref const& on = {}) {
  return detail::magnitudes_of<A>(on, detail::numbers_for<A>(values)).round();
}

/// The Euclidean norm by bins: the square root of the bins' value, rounded once. The elements are scaled by a power of
/// two that the largest magnitude decides, so nothing overflows or vanishes; they are read twice.
template <detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] auto nrm2(Values const& values, driver_ref const& on = {}) {
  auto const view = detail::numbers_for<A>(values);
  auto const scale = detail::scale_for_squares(detail::largest_magnitude<typename A::value_type>(on, view));
  return detail::squares_of<A>(on, view, scale).root(scale);
}

ISOBIT_NAMESPACE_END
