#pragma once

#ifndef __CUDACC__
#error "isobit/cuda/math.cuh is for CUDA sources; others include isobit/math.hpp or isobit/cuda/functions.hpp"
#endif
#ifndef ISOBIT_CUDA_DEVICE_FUNCTIONS
#error "isobit/cuda/math.cuh needs --fmad=false, else results are wrong: link the CMake target isobit::cuda_device"
#endif

#include <isobit/math.hpp>

#include "math/device.hpp"
#include "math/function_list.hpp"

#include "math/acos/acos.hpp"
#include "math/acos/acos_definition.hpp"
#include "math/acosh/acosh.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/acospi/acospi.hpp"
#include "math/acospi/acospi_definition.hpp"
#include "math/asin/asin.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/asinh/asinh.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/asinpi/asinpi.hpp"
#include "math/asinpi/asinpi_definition.hpp"
#include "math/atan/atan.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atan2/atan2.hpp"
#include "math/atan2/atan2_definition.hpp"
#include "math/atan2pi/atan2pi.hpp"
#include "math/atan2pi/atan2pi_definition.hpp"
#include "math/atanh/atanh.hpp"
#include "math/atanh/atanh_definition.hpp"
#include "math/atanpi/atanpi.hpp"
#include "math/atanpi/atanpi_definition.hpp"
#include "math/cbrt/cbrt.hpp"
#include "math/cbrt/cbrt_definition.hpp"
#include "math/cos/cos.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cos/cos_fixed.hpp"
#include "math/cosh/cosh.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/cospi/cospi.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/erf/erf.hpp"
#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc.hpp"
#include "math/erfc/erfc_definition.hpp"
#include "math/exp/exp.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp/exp_fixed.hpp"
#include "math/exp10/exp10.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp10m1/exp10m1.hpp"
#include "math/exp10m1/exp10m1_definition.hpp"
#include "math/exp2/exp2.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/exp2m1/exp2m1.hpp"
#include "math/exp2m1/exp2m1_definition.hpp"
#include "math/expm1/expm1.hpp"
#include "math/expm1/expm1_definition.hpp"
#include "math/hypot/hypot.hpp"
#include "math/hypot/hypot_definition.hpp"
#include "math/lgamma/lgamma.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/log/log.hpp"
#include "math/log/log_definition.hpp"
#include "math/log/log_fixed.hpp"
#include "math/log10/log10.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log10p1/log10p1.hpp"
#include "math/log10p1/log10p1_definition.hpp"
#include "math/log1p/log1p.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/log2p1/log2p1.hpp"
#include "math/log2p1/log2p1_definition.hpp"
#include "math/pow/pow.hpp"
#include "math/pow/pow_definition.hpp"
#include "math/pow/pow_fixed.hpp"
#include "math/powr/powr.hpp"
#include "math/powr/powr_definition.hpp"
#include "math/rsqrt/rsqrt.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"
#include "math/sin/sin.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sin/sin_fixed.hpp"
#include "math/sinh/sinh.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/sinpi/sinpi.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tan/tan.hpp"
#include "math/tan/tan_definition.hpp"
#include "math/tanh/tanh.hpp"
#include "math/tanh/tanh_definition.hpp"
#include "math/tanpi/tanpi.hpp"
#include "math/tanpi/tanpi_definition.hpp"
#include "math/tgamma/tgamma.hpp"
#include "math/tgamma/tgamma_definition.hpp"

/// `isobit::cr`'s functions of single numbers for kernels of your own: the same bits as on the CPU, since every result
/// is the exact value rounded once. On the host they are `isobit::cr`'s.
///
///     __global__ void decay(double* x, double rate) { x[threadIdx.x] *= isobit::cuda::device::exp(-rate); }
///
/// Link the CMake target `isobit::cuda_device`, which has the compiler's options that the proofs rest on: no
/// contraction, above all. It is for projects with isobit in their build tree (`add_subdirectory`); this header is not
/// installed. Do without `-use_fast_math`, which no header can see. A kernel that calls one of these has a stack of up
/// to seven kilobytes, which the driver reserves for every thread that the GPU can hold; arrays go through
/// `isobit/cuda/functions.hpp` with less, and faster.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::device {

#ifdef __CUDA_ARCH__
#define ISOBIT_RESULT(f, ...) \
  math::ISOBIT_TARGET::correctly_rounded<math::ISOBIT_TARGET::f##_fast, math::f##_definition>(__VA_ARGS__)
#else
#define ISOBIT_RESULT(f, ...) ::isobit::cr::f(__VA_ARGS__)
#endif
#define ISOBIT_OF_ONE(f, T) \
  [[nodiscard]] __host__ __device__ inline T f(T x) noexcept { return ISOBIT_RESULT(f, x); }
#define ISOBIT_OF_TWO(f, T) \
  [[nodiscard]] __host__ __device__ inline T f(T x, T y) noexcept { return ISOBIT_RESULT(f, x, y); }
#define ISOBIT_OF_ONE_NUMBER(f) ISOBIT_OF_ONE(f, double) ISOBIT_OF_ONE(f, float)
#define ISOBIT_OF_TWO_NUMBERS(f) ISOBIT_OF_TWO(f, double) ISOBIT_OF_TWO(f, float)
ISOBIT_MATH_UNARY(ISOBIT_OF_ONE_NUMBER)
ISOBIT_MATH_BINARY(ISOBIT_OF_TWO_NUMBERS)
#undef ISOBIT_OF_TWO_NUMBERS
#undef ISOBIT_OF_ONE_NUMBER
#undef ISOBIT_OF_TWO
#undef ISOBIT_OF_ONE
#undef ISOBIT_RESULT

}  // namespace cuda::device
ISOBIT_NAMESPACE_END
