#include "method/kernels.hpp"

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace method {

#define ISOBIT_TABLE_TYPE table
#define ISOBIT_KERNELS kernels
#include "arithmetic/kernels_of_sets.hpp"

table const* kernels_for(instruction_set set) noexcept { return arithmetic::find_kernels(kernels_of_sets, set); }

table const& kernels() {
  static table const& chosen = *kernels_for(arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace method
ISOBIT_NAMESPACE_END
