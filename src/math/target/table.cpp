#include "math/entries.hpp"

#include "arithmetic/target.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

extern table const functions;
table const functions = {
    .set = instruction_set::ISOBIT_TARGET,
#define ISOBIT_ENTRY(name) \
  .name = {scalar_##name, directed_##name, array_##name}, .name##f = {scalar_##name, directed_##name, array_##name},
    ISOBIT_MATH_UNARY(ISOBIT_ENTRY) ISOBIT_MATH_BINARY(ISOBIT_ENTRY) ISOBIT_MATH_INTEGER(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
        .sincos = {scalar_sincos, array_sincos},
    .sincosf = {scalar_sincos, array_sincos},
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
