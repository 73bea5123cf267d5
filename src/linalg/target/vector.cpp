#include "kernel/target.hpp"

#include "linalg/vector_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::ISOBIT_TARGET {

extern vector_table const vector_kernels;
vector_table const vector_kernels = {};

}  // namespace linalg::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
