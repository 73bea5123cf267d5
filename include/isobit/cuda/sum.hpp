#pragma once

#include <isobit/cuda/stream.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class Result, class T> Result sum(on_stream const& on, vector_view<T const> const& values);
}  // namespace detail

/// `isobit::sum` of values in device memory: the exact sum rounded once, the bits of the CPU. Waits for the stream and
/// returns the result to the host. Throws `error` where there is no GPU, or the values are not in device memory.
///
///     double s = isobit::cuda::sum(isobit::vector_view<double const>(device_pointer, count), stream);
template <class Result = void, isobit::detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, on_stream const& on = {}) {
  using T = isobit::detail::element_of<Values>;
  return detail::sum<isobit::detail::result_of<Result, T>>(on, isobit::detail::input_of(values));
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
