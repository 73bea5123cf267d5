#pragma once

#include <isobit/cuda/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class Result, class T>
Result dot(on_stream const& on, vector_view<T const> const& x, vector_view<T const> const& y);
template <class Result, class T>
void dot_to(on_stream const& on, vector_view<T const> const& x, vector_view<T const> const& y, Result* result);
}  // namespace detail

/// `isobit::dot` of vectors in device memory; see `sum`.
///
///     double d = isobit::cuda::dot(x, y, stream);
template <class Result = void, detail::viewable X, detail::viewable Y>
[[nodiscard]] auto dot(X const& x, Y const& y, on_stream const& on = {}) {
  static_assert(std::same_as<detail::element_of<X>, detail::element_of<Y>>,
                "isobit::cuda::dot: both sides must have the same element type");
  return detail::dot<detail::result_for<Result, X>>(on, detail::input_of(x), detail::input_of(y));
}

/// The same to device memory; see `sum_to`.
///
///     isobit::cuda::dot_to(device_result, x, y, stream);
template <class Result, detail::viewable X, detail::viewable Y>
void dot_to(Result* result, X const& x, Y const& y, on_stream const& on = {}) {
  static_assert(std::same_as<detail::element_of<X>, detail::element_of<Y>>,
                "isobit::cuda::dot: both sides must have the same element type");
  detail::dot_to(on, detail::input_of(x), detail::input_of(y), result);
}

/// Complex dot product with the first side conjugated (BLAS's dotc).
template <class Result = void, detail::viewable X, detail::viewable Y>
  requires complex_number<detail::element_of<X>>
[[nodiscard]] auto conjugated_dot(X const& x, Y const& y, on_stream const& on = {}) {
  return dot<Result>(conjugated(detail::input_of(x)), y, on);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
