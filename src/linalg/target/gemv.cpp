#include "kernel/target.hpp"

#include "linalg/gemv_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::ISOBIT_TARGET {

extern gemv_table const gemv_kernels;
gemv_table const gemv_kernels = {};

}  // namespace linalg::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
