#pragma once

#include "arithmetic/columns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// `reduce` of real numbers, at least two ranks.
template <number_format Format> void sum_columns(arithmetic const& how, rows const& in, std::byte* result);
template <number_format Format> void multiply_columns(arithmetic const& how, rows const& in, std::byte* result);
/// `reduce` of complex numbers, at least two ranks. Their sums are those of real ones.
template <number_format Format> void multiply_complex_columns(arithmetic const& how, rows const& in, std::byte* result);

}  // namespace interpose
ISOBIT_NAMESPACE_END
