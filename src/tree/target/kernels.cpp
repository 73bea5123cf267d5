// The kernels of one instruction set: compiled once for each, with ISOBIT_TARGET naming it.

#include "tree/kernels.hpp"

#include "tree/kernel/tree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace trees::ISOBIT_TARGET {

extern table const kernels;
table const kernels = {
    .needs_no_environment = [] { return is_silent && keeps_subnormals(); },
    .sum_f64 = tree<double>::sum,
    .sum_f32 = tree<float>::sum,
};

}  // namespace trees::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
