#pragma once

// How wide the vectors of ISOBIT_TARGET are.
#define ISOBIT_BYTES_scalar 8
#define ISOBIT_BYTES_sse2 16
#define ISOBIT_BYTES_neon 16
#define ISOBIT_BYTES_avx2 32
#define ISOBIT_BYTES_avx512 64
#define ISOBIT_BYTES_avx512_halves 32
#define ISOBIT_BYTES_OF(target) ISOBIT_BYTES_##target
#define ISOBIT_BYTES(target) ISOBIT_BYTES_OF(target)
#define ISOBIT_VECTOR_BYTES ISOBIT_BYTES(ISOBIT_TARGET)
