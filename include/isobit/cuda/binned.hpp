#pragma once

#include <isobit/cuda/sum.hpp>
#include <isobit/method/binned_operations.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
using isobit::detail::binned_accumulator, isobit::detail::binned_words;
template <class T>
void add_to_bins(binned_words<T> const& state, vector_view<T const> const& values, on_stream const& on);
}  // namespace detail

/// `isobit::reduce<isobit::binned<T, K, W>>` of values in device memory: the state of the CPU, on the host, to be
/// merged with others or rounded. Waits for the stream.
///
///     auto state = isobit::cuda::reduce<isobit::binned<double, 3>>(values, stream);
template <detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] A reduce(Values const& values, on_stream const& on = {}) {
  static_assert(std::is_same_v<detail::element_of<Values>, typename A::value_type>,
                "isobit::cuda: the values are not of the accumulator's type; use one for their type, as binned<float>");
  A state;
  detail::add_to_bins(state.words(), detail::input_of(values), on);
  return state;
}

/// `isobit::sum<isobit::binned<T, K, W>>` of values in device memory.
///
///     double s = isobit::cuda::sum<isobit::binned<double, 3>>(values, stream);
template <detail::binned_accumulator A, detail::viewable Values>
[[nodiscard]] auto sum(Values const& values, on_stream const& on = {}) {
  return cuda::reduce<A>(values, on).round();
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
