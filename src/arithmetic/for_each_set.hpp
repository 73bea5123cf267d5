// ISOBIT_SET(name, has) for every instruction set that this build has kernels for; `has` tells whether the processor
// can run them. No include guard: define ISOBIT_SET, include this, and ISOBIT_SET is gone again.

#define ISOBIT_ON_any(...) __VA_ARGS__
#if defined(__x86_64__)
#define ISOBIT_ON_x86_64(...) __VA_ARGS__
#else
#define ISOBIT_ON_x86_64(...)
#endif
#if defined(__aarch64__)
#define ISOBIT_ON_aarch64(...) __VA_ARGS__
#else
#define ISOBIT_ON_aarch64(...)
#endif
#define ISOBIT_INSTRUCTION_SET(name, machine, bytes, has, flags) ISOBIT_ON_##machine(ISOBIT_SET(name, has))
#define ISOBIT_VARIANT(name, machine, bytes, flags)

#include "arithmetic/instruction_sets.def"

#undef ISOBIT_VARIANT
#undef ISOBIT_INSTRUCTION_SET
#undef ISOBIT_ON_aarch64
#undef ISOBIT_ON_x86_64
#undef ISOBIT_ON_any
#undef ISOBIT_SET
