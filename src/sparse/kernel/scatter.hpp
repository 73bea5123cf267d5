#pragma once

#include "arithmetic/error_free.hpp"
#include "sparse/row_table.hpp"

/// Numbers times a factor, each added to a sum of its own. docs/maths/sparse.md#combinations
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

template <class T>
void add_products(double factor, T const* values, index stride, index const* places, index count, double start,
                  scattered_sum* sums) {
  for (index k = 0; k < count; ++k) {
    arithmetic::product<double> const p{factor, static_cast<double>(values[k * stride])};
    double const upper = p.onto(start) - start;
    scattered_sum& sum = sums[places[k]];
    sum.high += upper;
    sum.low += p.less(upper);
  }
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
