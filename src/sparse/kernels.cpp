#include "arithmetic/dispatch.hpp"
#include "sparse/contribution_table.hpp"
#include "sparse/row_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace kernel {
#define ISOBIT_TABLE row_table
#define ISOBIT_KERNELS kernels_of_rows
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE contribution_table
#define ISOBIT_KERNELS kernels_of_contributions
#include "arithmetic/kernels_of_sets.hpp"
}  // namespace kernel

row_table const& row_kernels_in_use() {
  static row_table const& chosen =
      *arithmetic::find_kernels(kernel::kernels_of_rows_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}
row_table const& row_kernels_in_use(index entries) {
  // Where wide vectors run in halves, single loads are faster than gathers in the cache, and slower from memory.
  static row_table const& in_cache =
      *arithmetic::find_kernels(kernel::kernels_of_rows_of_sets, arithmetic::sets_in_use().quick);
  return entries <= entries_in_cache ? in_cache : row_kernels_in_use();
}
contribution_table const& contribution_kernels_in_use() {
  static contribution_table const& chosen =
      *arithmetic::find_kernels(kernel::kernels_of_contributions_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
