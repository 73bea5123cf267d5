#include "linalg/kernel/finish.hpp"
#include "linalg/kernel/panel_kernels.hpp"
#include "linalg/kernel/quotients.hpp"
#include "linalg/kernel/sliced.hpp"
#include "linalg/kernel/tile.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

static_assert(tile_rows <= most_tile_rows && tile_columns <= most_tile_columns);
static_assert(tile_rows * tile_columns <= most_tile_entries && lanes * tile_columns <= most_strip_entries);
static_assert(panel_depth_multiple % lanes == 0 && block_depth % panel_depth_multiple == 0);

extern gemm_table const gemm_kernels;
gemm_table const gemm_kernels = {
    .tile_rows = tile_rows,
    .tile_columns = tile_columns,
    .strip_rows = lanes,
    .coarse = coarse_tile<>,
    .fine = fine_strip,
    .chain = chain_tiles<>,
    .scan =
        [](double const* panel, index width, index k, line_facts* facts, bool* blocks_in_use) {
          if (width == tile_rows)
            scan_panel<tile_rows>(panel, k, facts, blocks_in_use);
          else
            scan_panel<tile_columns>(panel, k, facts, blocks_in_use);
        },
    .scale =
        [](double* panel, index width, index k, double const* factors) {
          if (width == tile_rows)
            scale_panel<tile_rows>(panel, k, factors);
          else
            scale_panel<tile_columns>(panel, k, factors);
        },
    .finish_f64 = finish_tile<double>,
    .finish_f32 = finish_tile<float>,
    .divide_f64 = divide_sums<double>,
    .divide_f32 = divide_sums<float>,
    .sliced_f64 = sliced<double>::table,
    .sliced_f32 = sliced<float>::table,
    .cutting_f64 = sliced<double, some_add_apart>::table,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
