#include "linalg/kernel/gemv_fine.hpp"
#include "linalg/kernel/gemv_finish.hpp"
#include "linalg/kernel/gemv_level.hpp"
#include "linalg/kernel/gemv_two_levels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

extern gemv_table const gemv_kernels;
gemv_table const gemv_kernels = {
    .lanes = row_lanes,
    .columns_f64 = add_columns<double>,
    .columns_f32 = add_columns<float>,
    .rows_f64 = add_rows<double>,
    .rows_f32 = add_rows<float>,
    .renormalise_f64 = renormalise_sums<double>,
    .renormalise_f32 = renormalise_sums<float>,
    .fine_columns_f64 = add_columns_finely<double>,
    .fine_columns_f32 = add_columns_finely<float>,
    .fine_rows_f64 = add_rows_finely<double>,
    .fine_rows_f32 = add_rows_finely<float>,
    .largest = largest_in_lines,
    .scale = scale_vectors,
    .level_f64 = {{level_columns<1, double>, level_rows<1, double>}, {level_columns<2, double>, level_rows<2, double>}},
    .level_f32 = {{level_columns<1, float>, level_rows<1, float>}, {level_columns<2, float>, level_rows<2, float>}},
    .two_levels = {two_level_columns, two_level_rows},
    .level_half = {level_half<true, false>, level_half<false, true>, level_half<true, true>},
    .finish_f64 = finish_results<double>,
    .finish_f32 = finish_results<float>,
    .fused_f64 = has_fma ? fused_values<double> : nullptr,
    .fused_f32 = has_fma ? fused_values<float> : nullptr,
    .update_f64 = update_values<double>,
    .update_f32 = update_values<float>,
    .rows_in_turn_f64 = add_rows<double, 1>,
    .rows_in_turn_f32 = add_rows<float, 1>,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
