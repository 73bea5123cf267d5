// The kernels of one instruction set: compiled once for each, with ISOBIT_TARGET naming it.

#include "sum/kernel/extract.hpp"
#include "sum/kernel/few.hpp"
#include "sum/kernel/largest.hpp"
#include "sum/kernel/leading.hpp"
#include "sum/kernel/products.hpp"
#include "sum/kernel/rough.hpp"
#include "sum/kernel/sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

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
                      double extractor) { return leading(leading_numbers{values_f64{x}}, b, extractor); },
    .leading_magnitudes_f64 =
        [](double const* x, block const& b, double extractor) {
          return leading(leading_numbers{magnitudes_f64{x}}, b, extractor);
        },
    .leading_products_f64 =
        [](double const* x, double const* y, block const& b, double extractor) {
          return leading(leading_products{x, y}, b, extractor);
        },
    .leading_f32 = [](float const* x, block const& b,
                      double extractor) { return leading(leading_numbers{values_f32{x}}, b, extractor); },
    .leading_magnitudes_f32 =
        [](float const* x, block const& b, double extractor) {
          return leading(leading_numbers{magnitudes_f32{x}}, b, extractor);
        },
    .leading_products_f32 =
        [](float const* x, float const* y, block const& b, double extractor) {
          return leading(leading_numbers{products_f32{x, y}}, b, extractor);
        },
    .largest_f64 = largest_bits<double>,
    .largest_f32 = largest_bits<float>,
    .largest_exponent_f64 = largest_exponent,
    .rough_magnitudes_f32 = rough_magnitudes,
    .extract_f64 = [](double const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units) { return extract(values_f64{x}, rest, n, levels, extractors, units); },
    .extract_f32 = [](float const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units) { return extract(values_f32{x}, rest, n, levels, extractors, units); },
    .multiply = multiplies_quietly ? nullptr : multiply,
    .sum_products = has_fma ? sum_products : nullptr,
    .two_products = two_products,
};

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
