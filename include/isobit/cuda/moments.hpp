#pragma once

#include <isobit/cuda/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class Result, class T> Result mean(on_stream const& on, vector_view<T const> const& values);
template <class Result, class T> void mean_to(on_stream const& on, vector_view<T const> const& values, Result* result);
template <class Result, class T>
Result variance(on_stream const& on, vector_view<T const> const& values, std::size_t removed);
template <class Result, class T>
void variance_to(on_stream const& on, vector_view<T const> const& values, std::size_t removed, Result* result);
}  // namespace detail

/// `isobit::mean` of values in device memory; see `sum`.
///
///     double m = isobit::cuda::mean(values, stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto mean(Values const& values, on_stream const& on = {}) {
  return detail::mean<detail::result_for<Result, Values>>(on, detail::input_of(values));
}
template <class Result, detail::viewable Values>
void mean_to(Result* result, Values const& values, on_stream const& on = {}) {
  detail::mean_to(on, detail::input_of(values), result);
}

/// `isobit::variance` of values in device memory, with `removed` degrees of freedom; see `sum`.
///
///     double v = isobit::cuda::variance(values, 1, stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto variance(Values const& values, std::size_t removed = 1, on_stream const& on = {}) {
  static_assert(real<detail::element_of<Values>>, "isobit::cuda::variance: the elements must be real numbers");
  return detail::variance<detail::result_for<Result, Values>>(on, detail::input_of(values), removed);
}
template <class Result, detail::viewable Values>
void variance_to(Result* result, Values const& values, std::size_t removed = 1, on_stream const& on = {}) {
  static_assert(real<detail::element_of<Values>>, "isobit::cuda::variance: the elements must be real numbers");
  detail::variance_to(on, detail::input_of(values), removed, result);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
