#pragma once

#include <isobit/cuda/stream.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

struct scratch;

/// The memory that reductions need, a few kilobytes on the current GPU. For one call at a time: give each stream its
/// own. It must live until the stream has done what it was used for.
///
///     isobit::cuda::workspace memory;
///     for (auto const& step : steps) isobit::cuda::sum_to(step.total, step.values, {stream, memory});
class workspace {
public:
  /// Throws `error` where there is no GPU, or no memory.
  workspace();
  ~workspace();
  workspace(workspace&& other) noexcept : scratch_(other.scratch_), device_(other.device_) { other.scratch_ = nullptr; }
  workspace& operator=(workspace&& other) noexcept;

  [[nodiscard]] scratch* get() const noexcept { return scratch_; }
  /// The GPU that the memory is on.
  [[nodiscard]] int device() const noexcept { return device_; }

private:
  scratch* scratch_ = nullptr;
  int device_ = 0;
};

/// Gives back to the driver what isobit keeps of the current GPU's memory for its next calls, an eighth of it at most,
/// but for what streams use now. Throws `error` where there is no GPU.
///
///     isobit::cuda::gemm(1.0, isobit::column_major(a, m, k), isobit::column_major(b, k, n), 0.0,
///                        isobit::column_major(c, m, n));
///     isobit::cuda::release_kept_memory();  // what the product used is in use until the stream has done it
void release_kept_memory();

}  // namespace cuda
ISOBIT_NAMESPACE_END
