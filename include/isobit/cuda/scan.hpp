#pragma once

#include <span>

#include <isobit/cuda/stream.hpp>
#include <isobit/sum/scan.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
using isobit::detail::scan_kind;
template <class T> void scan(std::span<T const> in, std::span<T> out, scan_kind kind, on_stream const& on);
}  // namespace detail

/// `isobit::inclusive_scan` of arrays in device memory: out[i] = the exact sum of in[0..i], rounded once, the bits of
/// the CPU. `out` is `in` or does not overlap it; else, where the sizes differ, and where the arrays are not in memory
/// that the GPU reads, `error` is thrown and nothing written. A call returns when its work is on the stream. While it
/// runs, some hundred kilobytes are allocated in the order of the stream.
///
///     isobit::cuda::inclusive_scan({device_pointer, 1000}, {device_result, 1000}, stream);
inline void inclusive_scan(std::span<double const> in, std::span<double> out, on_stream const& on = {}) {
  detail::scan(in, out, detail::scan_kind::inclusive, on);
}
inline void inclusive_scan(std::span<float const> in, std::span<float> out, on_stream const& on = {}) {
  detail::scan(in, out, detail::scan_kind::inclusive, on);
}

/// `isobit::exclusive_scan` likewise: out[i] = the exact sum of in[0..i-1], rounded once; out[0] = +0.
///
///     isobit::cuda::exclusive_scan({device_pointer, 1000}, {device_result, 1000}, stream);
inline void exclusive_scan(std::span<double const> in, std::span<double> out, on_stream const& on = {}) {
  detail::scan(in, out, detail::scan_kind::exclusive, on);
}
inline void exclusive_scan(std::span<float const> in, std::span<float> out, on_stream const& on = {}) {
  detail::scan(in, out, detail::scan_kind::exclusive, on);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
