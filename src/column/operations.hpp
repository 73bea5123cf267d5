#pragma once

#include "column/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// `reduce` of real numbers, at least two ranks.
template <number_format Format> void sum_columns(recipe const& how, rows const& in, std::byte* result);
template <number_format Format> void multiply_columns(recipe const& how, rows const& in, std::byte* result);
/// `reduce` of complex numbers, at least two ranks. Their sums are those of real ones.
template <number_format Format> void multiply_complex_columns(recipe const& how, rows const& in, std::byte* result);

}  // namespace columns
ISOBIT_NAMESPACE_END
