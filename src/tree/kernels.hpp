#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/instruction_set.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace trees {

/// The kernels of the binary tree of additions: the tree over n elements, n >= 1. NaN comes with any sign and payload.
/// docs/maths/tree.md#kernel
struct table {
  /// Whether sums come out right in the caller's environment, and leave no trace in it.
  bool (*needs_no_environment)();
  double (*sum_f64)(double const* x, std::size_t n);
  float (*sum_f32)(float const* x, std::size_t n);
};

/// The kernels of an instruction set, or null where this build or this machine lacks it.
[[nodiscard]] table const* kernels_for(instruction_set set) noexcept;
/// Those in use.
[[nodiscard]] table const& kernels();

}  // namespace trees
ISOBIT_NAMESPACE_END
