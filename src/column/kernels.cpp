#include "column/kernels.hpp"

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

#define ISOBIT_TABLE_TYPE column_kernels
#define ISOBIT_KERNELS kernels
#include "arithmetic/kernels_of_sets.hpp"

column_kernels const& kernels() {
  static column_kernels const& chosen = *arithmetic::find_kernels(kernels_of_sets, arithmetic::sets_in_use().quick);
  return chosen;
}
column_kernels const& widest_kernels() {
  static column_kernels const& chosen = *arithmetic::find_kernels(kernels_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace columns
ISOBIT_NAMESPACE_END
