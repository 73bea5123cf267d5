#include "sparse/kernel/rows.hpp"
#include "sparse/kernel/scatter.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

template <class T, class Index, class Offset, loads Loads>
constexpr row_kernels<T, Index, Offset> kernels_of_rows_by() {
  return {round_rows<Loads, T, Index, Offset>, enclose_rows<Loads, T, Index, Offset>};
}
template <class T, loads Loads = loads::together> constexpr row_table::of_type<T> kernels_of_type() {
  return {.narrow = kernels_of_rows_by<T, std::int32_t, std::int32_t, Loads>(),
          .mixed = kernels_of_rows_by<T, std::int32_t, std::int64_t, Loads>(),
          .wide = kernels_of_rows_by<T, std::int64_t, std::int64_t, Loads>()};
}

extern row_table const kernels_of_rows;
row_table const kernels_of_rows = {.f64 = kernels_of_type<double>(),
                                   .f32 = kernels_of_type<float>(),
                                   .add_products_f64 = add_products<double>,
                                   .add_products_f32 = add_products<float>};

#if ISOBIT_VECTOR_BYTES == 64
extern row_table::of_type<double> const kernels_by_single_loads;
row_table::of_type<double> const kernels_by_single_loads = kernels_of_type<double, loads::singly>();
#endif

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
