#include "arithmetic/dispatch.hpp"
#include "sparse/contribution_table.hpp"
#include "sparse/row_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace kernel {
#define ISOBIT_TABLE_TYPE row_table
#define ISOBIT_KERNELS kernels_of_rows
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE_TYPE contribution_table
#define ISOBIT_KERNELS kernels_of_contributions
#include "arithmetic/kernels_of_sets.hpp"
#if defined(ISOBIT_HAS_avx512_halves)
namespace avx512_halves {
extern row_table const kernels_of_rows;
}  // namespace avx512_halves
#endif
}  // namespace kernel

namespace {

row_table const* choose() {
  auto const& sets = arithmetic::sets_in_use();
#if defined(ISOBIT_HAS_avx512_halves)
  if (sets.gathers_slowly) return &kernel::avx512_halves::kernels_of_rows;
#endif
  return arithmetic::find_kernels(kernel::kernels_of_rows_of_sets, sets.widest);
}

}  // namespace

row_table const& row_kernels_in_use() {
  static row_table const& chosen = *choose();
  return chosen;
}
contribution_table const& contribution_kernels_in_use() {
  static contribution_table const& chosen =
      *arithmetic::find_kernels(kernel::kernels_of_contributions_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
