#pragma once

/// Marks a function that CUDA compiles for the processor and for the device.
#ifdef __CUDACC__
#define ISOBIT_HOST_DEVICE __host__ __device__
#else
#define ISOBIT_HOST_DEVICE
#endif
