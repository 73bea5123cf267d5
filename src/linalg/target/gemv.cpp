#include "kernel/target.hpp"

#include "linalg/gemv_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

extern linalg::gemv_table const gemv_kernels;
linalg::gemv_table const gemv_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
