#pragma once

#include "arithmetic/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// The numbers of one column, `stride` bytes apart.
struct column {
  std::byte const* first;
  std::size_t stride;
  int ranks;
};

/// The correctly rounded sum and product, in integers: no floating-point environment has any influence, or is touched.
/// Slow and always right. docs/maths/interposer.md#columns, docs/maths/interposer.md#products
template <number_format Format> [[nodiscard]] uint128 sum_in_integers(column const& numbers) noexcept;
template <number_format Format> [[nodiscard]] uint128 product_in_integers(column const& numbers);

}  // namespace interpose
ISOBIT_NAMESPACE_END
