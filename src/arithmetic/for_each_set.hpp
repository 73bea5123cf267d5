// ISOBIT_SET(name, has) for every instruction set that this build has kernels for; `has` tells whether the processor
// can run them. No include guard: define ISOBIT_SET, include this, and ISOBIT_SET is gone again.

// Written when the build is configured, from arithmetic/instruction_sets.def.
#include "arithmetic/built_sets.def"

#undef ISOBIT_SET
