#pragma once

#include <isobit/cuda/functions.hpp>

#include "cuda/functions/apply.cuh"

/// The entries of a function, from its fast tier and its definition: ISOBIT_CUDA_UNARY(exp). Each file beside this has
/// those of a family, as in math/target/.

#define ISOBIT_CUDA_TYPED_UNARY(f, T)                                                                    \
  void f(std::span<T const> in, std::span<T> out, on_stream const& on) {                                 \
    functions::apply<math::ISOBIT_TARGET::f##_fast, math::f##_definition>("cuda::cr::" #f, on, out, in); \
  }
#define ISOBIT_CUDA_TYPED_BINARY(f, T)                                                                     \
  void f(std::span<T const> x, std::span<T const> y, std::span<T> out, on_stream const& on) {              \
    functions::apply<math::ISOBIT_TARGET::f##_fast, math::f##_definition>("cuda::cr::" #f, on, out, x, y); \
  }

#define ISOBIT_CUDA_UNARY(f) ISOBIT_CUDA_TYPED_UNARY(f, double) ISOBIT_CUDA_TYPED_UNARY(f, float)
#define ISOBIT_CUDA_BINARY(f) ISOBIT_CUDA_TYPED_BINARY(f, double) ISOBIT_CUDA_TYPED_BINARY(f, float)
