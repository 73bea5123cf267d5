#pragma once

#include <isobit/cuda/device_state.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// What the blocks of a reduction have in common, in global memory: all zero before a reduction and after it.
template <class State> struct reduction_memory {
  device_state<State> total;
  std::uint64_t finished;  ///< blocks
};

/// What a call needs on the GPU; all zero between calls, but for the results.
struct scratch {
  reduction_memory<exact> narrow;
  reduction_memory<exact_product> wide;
  device_state<exact> sum[2];  ///< of the parts of complex numbers
  device_state<exact_product> products[2];
  double result[2];

  /// Those for a kind of state.
  template <class State> auto& memory() noexcept {
    if constexpr (State::holds_products)
      return wide;
    else
      return narrow;
  }
  template <class State> auto& states() noexcept {
    if constexpr (State::holds_products)
      return products;
    else
      return sum;
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
