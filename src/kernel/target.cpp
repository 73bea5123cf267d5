// The kernels of one instruction set: compiled once for each, with ISOBIT_TARGET naming it.

#include "kernel/target.hpp"

#include "kernel/binned.hpp"
#include "kernel/compensated.hpp"
#include "kernel/extract.hpp"
#include "kernel/few.hpp"
#include "kernel/largest.hpp"
#include "kernel/leading.hpp"
#include "kernel/prerounded.hpp"
#include "kernel/sum.hpp"
#include "kernel/tree.hpp"
#include "math/table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {
extern table const functions;
}  // namespace math::ISOBIT_TARGET
namespace kernel::ISOBIT_TARGET {

extern linalg::gemm_table const gemm_kernels;
extern linalg::gemv_table const gemv_kernels;
extern linalg::vector_table const vector_kernels;
extern table const kernels;
table const kernels = {
    .set = instruction_set::ISOBIT_TARGET,
    .lanes = lanes,
    .few_f64 = [](double const* x, std::size_t n) { return few_values<few_f64_format>(x, n); },
    .few_f32 = [](float const* x, std::size_t n) { return few_values<few_f32_format>(x, n); },
    .few_products_f64 = few_products_f64,
    .sum_f64 = [](double const* x, block const& b) { return split_sum(values_f64{x}, b); },
    .sum_f32 = [](float const* x, block const& b) { return whole_sum(values_f32{x}, b); },
    .magnitudes_f64 = [](double const* x, block const& b) { return split_sum(magnitudes_f64{x}, b); },
    .magnitudes_f32 = [](float const* x, block const& b) { return whole_sum(magnitudes_f32{x}, b); },
    .products_f32 =
        [](float const* x, float const* y, block const& b) {
          return split_sum(products_f32{x, y}, b);
        },
    .leading_f64 = [](double const* x, block const& b,
                      double extractor) { return leading(leading_values{{x}}, b, extractor); },
    .leading_magnitudes_f64 = [](double const* x, block const& b,
                                 double extractor) { return leading(leading_magnitudes{{x}}, b, extractor); },
    .leading_products_f64 =
        [](double const* x, double const* y, block const& b, double extractor) {
          return leading(leading_products{x, y}, b, extractor);
        },
    .largest_f64 = largest_bits<double>,
    .largest_f32 = largest_bits<float>,
    .extract = extract,
    .two_products = two_products,
    .binned = binned_kernels,
    .prerounded = prerounded_kernels,
    .compensated = compensated_kernels,
    .tree = tree_kernels,
    .functions = &math::ISOBIT_TARGET::functions,
    .gemm = &gemm_kernels,
    .gemv = &gemv_kernels,
    .vectors = &vector_kernels,
};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
