#include "sparse/kernel/rows.hpp"
#include "sparse/kernel/scatter.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

template <class T, class Index, class Offset> constexpr row_kernels<T, Index, Offset> kernels_of_indices() {
  return {round_rows<T, Index, Offset>, enclose_rows<T, Index, Offset>};
}
template <class T> constexpr row_table::of_type<T> kernels_of_type() {
  return {.narrow = kernels_of_indices<T, std::int32_t, std::int32_t>(),
          .mixed = kernels_of_indices<T, std::int32_t, std::int64_t>(),
          .wide = kernels_of_indices<T, std::int64_t, std::int64_t>()};
}

extern row_table const kernels_of_rows;
row_table const kernels_of_rows = {.f64 = kernels_of_type<double>(),
                                   .f32 = kernels_of_type<float>(),
                                   .add_products_f64 = add_products<double>,
                                   .add_products_f32 = add_products<float>};

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
