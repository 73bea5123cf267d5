#pragma once

#include <cstdint>
#include <span>

#include <isobit/cuda/stream.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class T, class Offset>
void segmented_sum(std::span<T const> values, std::span<Offset const> offsets, std::span<T> sums, on_stream const& on);
}  // namespace detail

/// `isobit::segmented_sum` of arrays in device memory: sums[s] = the sum of values[offsets[s]] up to
/// values[offsets[s+1]-1], rounded once, the bits of the CPU. Segments may be of any lengths, and empty. A call returns
/// when its work is on the stream. Throws `error` where there are not as many sums as segments, the sums would
/// overwrite values, or an array is not in memory that the GPU reads. Offsets must ascend and end within the values;
/// the host does not read them, so that the sum of a segment that ends before it begins, or outside, becomes NaN
/// instead. While it runs, memory is allocated in the order of the stream, in proportion to the number of long
/// segments.
///
///     // ten segments, so eleven offsets
///     isobit::cuda::segmented_sum({device_pointer, 1000}, {device_offsets, 11}, {device_result, 10}, stream);
inline void segmented_sum(std::span<double const> values, std::span<std::int32_t const> offsets, std::span<double> sums,
                          on_stream const& on = {}) {
  detail::segmented_sum(values, offsets, sums, on);
}
inline void segmented_sum(std::span<double const> values, std::span<std::int64_t const> offsets, std::span<double> sums,
                          on_stream const& on = {}) {
  detail::segmented_sum(values, offsets, sums, on);
}
inline void segmented_sum(std::span<float const> values, std::span<std::int32_t const> offsets, std::span<float> sums,
                          on_stream const& on = {}) {
  detail::segmented_sum(values, offsets, sums, on);
}
inline void segmented_sum(std::span<float const> values, std::span<std::int64_t const> offsets, std::span<float> sums,
                          on_stream const& on = {}) {
  detail::segmented_sum(values, offsets, sums, on);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
