// The kernels of one instruction set: compiled once for each, with ISOBIT_TARGET naming it.

#include "method/kernels.hpp"

#include "method/kernel/binned.hpp"
#include "method/kernel/compensated.hpp"
#include "method/kernel/prerounded.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace method::ISOBIT_TARGET {

extern table const kernels;
table const kernels = {.binned = binned_kernels, .prerounded = prerounded_kernels, .compensated = compensated_kernels};

}  // namespace method::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
