#pragma once

#include <isobit/version.hpp>

/// What cudaStream_t points to; CUDA's own headers are not needed here.
struct CUstream_st;

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

class workspace;

/// A cudaStream_t.
using stream_handle = CUstream_st*;

/// What a reduction computes with. The bits do not depend on it.
enum class arithmetic {
  fastest,   ///< floating point where it can, integers for the rest
  integers,  ///< integers, but for the exact products of floats: for chips with little double precision
};

/// Where a call runs: on a stream, after all that the stream was given before. Reductions with a workspace use its
/// memory, and allocate nothing; without, and calls with many results (functions of arrays, segments, scans) always,
/// they take memory in the order of the stream, which isobit keeps for the next call.
///
///     double s = isobit::cuda::sum(values, stream);
///     double t = isobit::cuda::sum(values, {stream, memory});
struct on_stream {
  stream_handle stream = nullptr;  ///< null: CUDA's default stream
  workspace* memory = nullptr;
  arithmetic with = arithmetic::fastest;

  constexpr on_stream() noexcept = default;
  constexpr on_stream(stream_handle stream_) noexcept : stream(stream_) {}
  constexpr on_stream(stream_handle stream_, workspace& memory_, arithmetic with_ = arithmetic::fastest) noexcept
      : stream(stream_), memory(&memory_), with(with_) {}
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
