#pragma once

#include <cstddef>

#include <isobit/cuda/device_state.hpp>

namespace isobit::test {

/// A kernel of a user: x by atomics to a sum in global memory and to one of each block, and the products x y.
void add_in_kernels(double const* x, double const* y, std::size_t size, cuda::device_state<exact>* by_atomics,
                    cuda::device_state<exact>* by_blocks, cuda::device_state<exact_product>* products);

/// A kernel that fails, after which the process can do nothing more with the GPU. Does not wait.
void fail_in_a_kernel();

}  // namespace isobit::test
