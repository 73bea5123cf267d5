#include "kernel/target.hpp"

#include "linalg/vector_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

extern linalg::vector_table const vector_kernels;
linalg::vector_table const vector_kernels = {};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
