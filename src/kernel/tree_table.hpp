#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

/// The kernels of the binary tree of additions: the tree over n elements, n >= 1. NaN comes with any sign and payload.
/// docs/maths/tree.md#kernel
struct tree_table {
  double (*sum_f64)(double const* x, std::size_t n);
  float (*sum_f32)(float const* x, std::size_t n);
};

}  // namespace kernel
ISOBIT_NAMESPACE_END
