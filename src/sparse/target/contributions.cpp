#include "sparse/kernel/contributions.hpp"
#include "sparse/kernel/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

template <class T> constexpr contribution_table::of_rows<T> kernels_of_type() {
  return {.narrow = scatter_rows<T, std::int32_t, std::int32_t>,
          .mixed = scatter_rows<T, std::int32_t, std::int64_t>,
          .wide = scatter_rows<T, std::int64_t, std::int64_t>,
          .round_columns = round_columns<T>};
}

extern contribution_table const kernels_of_contributions;
contribution_table const kernels_of_contributions = {.rows_f64 = kernels_of_type<double>(),
                                                     .rows_f32 = kernels_of_type<float>(),
                                                     .add_f64_narrow = add_numbered<double, std::int32_t>,
                                                     .add_f64_wide = add_numbered<double, std::int64_t>,
                                                     .add_f32_narrow = add_numbered<float, std::int32_t>,
                                                     .add_f32_wide = add_numbered<float, std::int64_t>,
                                                     .look_at_f64 = look_at<double>,
                                                     .look_at_f32 = look_at<float>};

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
