#pragma once

// The functions compile for the host and, under nvcc, for the device as well.
#ifdef __CUDACC__
#define ISOBIT_HOST_DEVICE __host__ __device__
#else
#define ISOBIT_HOST_DEVICE
#endif

// The same for what is large and rarely run: nvcc inlines all it can, and would compile for hours.
#ifdef __CUDACC__
#define ISOBIT_HOST_DEVICE_CALL __host__ __device__ __noinline__
#else
#define ISOBIT_HOST_DEVICE_CALL
#endif

// What is small and everywhere, inlined whatever the compiler thinks of it: so no copy of it, compiled for the newest
// instruction set, can be left for others to call.
#ifdef __CUDACC__
#define ISOBIT_INLINE __forceinline__
#else
#define ISOBIT_INLINE inline __attribute__((always_inline))
#endif
#define ISOBIT_LANE ISOBIT_HOST_DEVICE ISOBIT_INLINE

// A table of constants that code of both kinds reads: `ISOBIT_TABLE double exp_table[128][2] = {...};`
#ifdef __CUDA_ARCH__
#define ISOBIT_TABLE static __device__ const
#else
#define ISOBIT_TABLE alignas(64) inline constexpr
#endif
