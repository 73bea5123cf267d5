#include "sparse/kernel/contributions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

extern contribution_table const kernels_of_contributions;
contribution_table const kernels_of_contributions = {.add_f64_narrow = add_numbered<double, std::int32_t>,
                                                     .add_f64_wide = add_numbered<double, std::int64_t>,
                                                     .add_f32_narrow = add_numbered<float, std::int32_t>,
                                                     .add_f32_wide = add_numbered<float, std::int64_t>,
                                                     .look_at_f64 = look_at<double>,
                                                     .look_at_f32 = look_at<float>};

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
