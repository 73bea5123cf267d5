#pragma once

#include <isobit/cuda/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
/// What is rounded at the end.
enum class norm { magnitudes, squares, root_of_squares };
template <class Result, class T>
Result reduce_norm(on_stream const& on, norm which, vector_view<T const> const& values);
template <class Result, class T>
void reduce_norm_to(on_stream const& on, norm which, vector_view<T const> const& values, Result* result);
}  // namespace detail

/// `isobit::asum` of values in device memory; see `sum`.
///
///     double s = isobit::cuda::asum(values, stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto asum(Values const& values, on_stream const& on = {}) {
  using result = detail::result_of<Result, detail::real_of<Values>>;
  return detail::reduce_norm<result>(on, detail::norm::magnitudes, detail::input_of(values));
}
template <class Result, detail::viewable Values>
void asum_to(Result* result, Values const& values, on_stream const& on = {}) {
  detail::reduce_norm_to(on, detail::norm::magnitudes, detail::input_of(values), result);
}

/// `isobit::squared_norm` of values in device memory; see `sum`.
///
///     double s = isobit::cuda::squared_norm(values, stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto squared_norm(Values const& values, on_stream const& on = {}) {
  using result = detail::result_of<Result, detail::real_of<Values>>;
  return detail::reduce_norm<result>(on, detail::norm::squares, detail::input_of(values));
}
template <class Result, detail::viewable Values>
void squared_norm_to(Result* result, Values const& values, on_stream const& on = {}) {
  detail::reduce_norm_to(on, detail::norm::squares, detail::input_of(values), result);
}

/// `isobit::nrm2` of values in device memory; see `sum`.
///
///     double s = isobit::cuda::nrm2(values, stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto nrm2(Values const& values, on_stream const& on = {}) {
  using result = detail::result_of<Result, detail::real_of<Values>>;
  return detail::reduce_norm<result>(on, detail::norm::root_of_squares, detail::input_of(values));
}
template <class Result, detail::viewable Values>
void nrm2_to(Result* result, Values const& values, on_stream const& on = {}) {
  detail::reduce_norm_to(on, detail::norm::root_of_squares, detail::input_of(values), result);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
