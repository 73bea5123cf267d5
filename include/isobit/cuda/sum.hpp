#pragma once

#include <complex>

#include <isobit/cuda/stream.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
using isobit::detail::element_of, isobit::detail::input_of, isobit::detail::real_of, isobit::detail::result_of,
    isobit::detail::viewable;

/// The type of a result: of complex elements, complex.
template <class Result, class T> struct result_like { using type = result_of<Result, T>; };
template <class Result, class T> struct result_like<Result, std::complex<T>> {
  using type = std::complex<result_of<Result, T>>;
};
template <class Result, class Values> using result_for = typename result_like<Result, element_of<Values>>::type;

template <class Result, class T> Result sum(on_stream const& on, vector_view<T const> const& values);
template <class Result, class T> void sum_to(on_stream const& on, vector_view<T const> const& values, Result* result);
}  // namespace detail

/// `isobit::sum` of values in device memory: the exact sum rounded once, the bits of the CPU. Waits for the stream, and
/// returns the result to the host. Throws `error` where there is no GPU, the values are not in memory that the current
/// GPU reads, or an earlier operation of the process has failed on it.
///
///     double s = isobit::cuda::sum(isobit::vector_view<double const>(device_pointer, count), stream);
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, on_stream const& on = {}) {
  return detail::sum<detail::result_for<Result, Values>>(on, detail::input_of(values));
}

/// The same to device memory, without waiting; in a CUDA graph, too, where the stream is captured. Nothing is written
/// where it throws.
///
///     isobit::cuda::sum_to(device_result, isobit::vector_view<double const>(device_pointer, count), stream);
template <class Result, detail::viewable Values>
void sum_to(Result* result, Values const& values, on_stream const& on = {}) {
  detail::sum_to(on, detail::input_of(values), result);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
