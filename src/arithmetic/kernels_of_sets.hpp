// The kernels of a family, one table for each instruction set of this build. In the family's namespace, with
//
//     #define ISOBIT_TABLE_TYPE the type of a table
//     #define ISOBIT_KERNELS the name of the object, in the namespace of every instruction set
//
// declares these objects and lists them as <name>_of_sets, for arithmetic::find_kernels. No include guard; both macros
// are gone afterwards.

#define ISOBIT_SET(name, has)                    \
  namespace name {                               \
  extern ISOBIT_TABLE_TYPE const ISOBIT_KERNELS; \
  }
#include "arithmetic/for_each_set.hpp"

#define ISOBIT_LIST_(kernels) kernels##_of_sets
#define ISOBIT_LIST(kernels) ISOBIT_LIST_(kernels)
inline constexpr arithmetic::kernels_of_set<ISOBIT_TABLE_TYPE> ISOBIT_LIST(ISOBIT_KERNELS)[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &name::ISOBIT_KERNELS},
#include "arithmetic/for_each_set.hpp"
};

#undef ISOBIT_LIST
#undef ISOBIT_LIST_
#undef ISOBIT_KERNELS
#undef ISOBIT_TABLE_TYPE
