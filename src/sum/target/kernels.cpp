// The kernels of one instruction set: compiled once for each, with ISOBIT_TARGET naming it.

#include "sum/blocks.hpp"
#include "sum/kernel/extract.hpp"
#include "sum/kernel/few.hpp"
#include "sum/kernel/largest.hpp"
#include "sum/kernel/leading.hpp"
#include "sum/kernel/products.hpp"
#include "sum/kernel/quick.hpp"
#include "sum/kernel/rough.hpp"
#include "sum/kernel/scan.hpp"
#include "sum/kernel/short_scan.hpp"
#include "sum/kernel/sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

extern table const kernels;
table const kernels = {
    .set = instruction_set::ISOBIT_TARGET,
    .lanes = lanes,
    .few_f64 = [](double const* x, std::size_t n) { return few_values<few_f64_format>(x, n); },
    .few_f32 = [](float const* x, std::size_t n) { return few_values<few_f32_format>(x, n); },
    .silent = is_silent,
    .short_enclosed_f64 = [](double const* x, std::size_t n) { return enclose_in_doubles(quick_values{x}, n); },
    .short_f64 = [](double const* x, std::size_t n) { return round_quickly(quick_values{x}, n); },
    .short_magnitudes_f64 = [](double const* x, std::size_t n) { return round_quickly(quick_magnitudes{x}, n); },
    .short_products_f64 =
        [](double const* x, double const* y, std::size_t n) {
          return round_quickly(quick_products{x, y}, n);
        },
    .short_mean_f64 = [](double const* x,
                         std::size_t n) { return finish_quickly(quick_values{x}, n, divided{static_cast<double>(n)}); },
    .short_root_f64 =
        [](double const* x, double const* y, std::size_t n) {
          return finish_quickly(quick_products{x, y}, n, rooted());
        },
    .short_variance_f64 = [](double const* x, std::size_t n,
                             std::size_t removed) { return variance_quickly(x, n, removed); },
    .short_pairs_f64 =
        [](double const* x, double const* y, std::size_t n, pair_signs signs) {
          return round_quickly(quick_pairs<false>{{x, y}, signs}, n);
        },
    .short_crossed_pairs_f64 =
        [](double const* x, double const* y, std::size_t n, pair_signs signs) {
          return round_quickly(quick_pairs<true>{{x, y}, signs}, n);
        },
    .short_f32 = [](float const* x, std::size_t n) { return round_quickly(short_values_f32{x}, n); },
    .short_magnitudes_f32 = [](float const* x, std::size_t n) { return round_quickly(short_magnitudes_f32{x}, n); },
    .short_products_f32 =
        [](float const* x, float const* y, std::size_t n) {
          return round_quickly(short_products_f32{x, y}, n);
        },
    .sum_f64 = [](double const* x, block const& b) { return split_sum(values_f64{x}, b); },
    .sum_f32 = [](float const* x, block const& b) { return whole_sum(values_f32{x}, b); },
    .magnitudes_f64 = [](double const* x, block const& b) { return split_sum(magnitudes_f64{x}, b); },
    .magnitudes_f32 = [](float const* x, block const& b) { return whole_sum(magnitudes_f32{x}, b); },
    .sum_in_one_f32 = [](float const* x, std::size_t n) { return sum_in_one(values_f32{x}, n); },
    .magnitudes_in_one_f32 = [](float const* x, std::size_t n) { return sum_in_one(magnitudes_f32{x}, n); },
    .products_f32 =
        [](float const* x, float const* y, block const& b) {
          return split_sum(products_f32{x, y}, b);
        },
    .block_f64 = [](double const* x, std::size_t n) { return in_doubles(enclose_block(quick_values{x}, n)); },
    .block_magnitudes_f64 = [](double const* x,
                               std::size_t n) { return in_doubles(enclose_block(quick_magnitudes{x}, n)); },
    .block_products_f64 =
        [](double const* x, double const* y, std::size_t n) {
          return in_doubles(enclose_block(quick_products{x, y}, n));
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
    .leading_pairs_f64 =
        [](double const* x, double const* y, block const& b, double extractor, pair_signs signs) {
          return leading(leading_pairs<false>{x, y, signs}, b, extractor);
        },
    .leading_crossed_pairs_f64 =
        [](double const* x, double const* y, block const& b, double extractor, pair_signs signs) {
          return leading(leading_pairs<true>{x, y, signs}, b, extractor);
        },
    .largest_f64 = largest_bits<double>,
    .largest_f32 = largest_bits<float>,
    .smallest_f64 = smallest_bits,
    .largest_exponent_f64 = largest_exponent,
    .rough_magnitudes_f32 = rough_magnitudes,
    .sum_roughly_f32 = [](float const* x, std::size_t n) { return sum_roughly(values_f32{x}, n); },
    .magnitudes_roughly_f32 = [](float const* x, std::size_t n) { return sum_roughly(magnitudes_f32{x}, n); },
    .extract_f64 = [](double const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units) { return extract(values_f64{x}, rest, n, levels, extractors, units); },
    .extract_f32 = [](float const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units) { return extract(values_f32{x}, rest, n, levels, extractors, units); },
    .range_f32 = range_of_floats,
    .sum_levels_f32 = sum_floats_by_levels,
    .multiply = multiplies_quietly ? nullptr : multiply,
    .sum_products = has_fma ? sum_products : nullptr,
    .short_inclusive_scan = short_scan<true>,
    .short_exclusive_scan = short_scan<false>,
    .inclusive_scan = scan_streams<true>,
    .exclusive_scan = scan_streams<false>,
    .inclusive_scan_on_grid = is_silent ? scan_on_grid<true> : nullptr,
    .exclusive_scan_on_grid = is_silent ? scan_on_grid<false> : nullptr,
    .two_products = two_products,
};

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
