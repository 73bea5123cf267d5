#pragma once

/// On aarch64 vector functions keep more registers than others do.
#if defined(__aarch64__)
#define ISOBIT_VECTOR_PCS __attribute__((aarch64_vector_pcs))
#else
#define ISOBIT_VECTOR_PCS
#endif
