#pragma once

#include <isobit/version.hpp>

/// What cudaStream_t points to; CUDA's own headers are not needed here.
struct CUstream_st;

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A cudaStream_t.
using stream_handle = CUstream_st*;

/// Where a call runs: on the stream, in the order of the stream's other work; the default is CUDA's default stream.
///
///     double s = isobit::cuda::sum(values, isobit::cuda::on_stream(stream));
struct on_stream {
  stream_handle stream = nullptr;

  constexpr on_stream() noexcept = default;
  constexpr on_stream(stream_handle stream_) noexcept : stream(stream_) {}
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
