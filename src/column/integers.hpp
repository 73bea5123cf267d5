#pragma once

#include "column/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// The numbers of one column, `stride` bytes apart.
struct column {
  std::byte const* first;
  std::size_t stride;
  int ranks;
};

/// The correctly rounded sum and product, in integers: no floating-point environment has any influence, or is touched.
/// Slow and always right. docs/maths/columns.md#columns, docs/maths/columns.md#products
template <number_format Format> [[nodiscard]] uint128 sum_in_integers(column const& numbers) noexcept;
template <number_format Format> [[nodiscard]] uint128 product_in_integers(column const& numbers);

}  // namespace columns
ISOBIT_NAMESPACE_END
