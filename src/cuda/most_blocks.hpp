#pragma once

#include <atomic>
#include <limits>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The most blocks that a reduction is started with; the GPU's room for them is the other limit. Tests set it, so that
/// a warp has many batches without an array of gigabytes; nothing else does.
inline std::atomic<long long> most_blocks = std::numeric_limits<long long>::max();

}  // namespace cuda
ISOBIT_NAMESPACE_END
