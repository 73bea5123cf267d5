#pragma once

#include <cstddef>

#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN

/// How the elements of a block become a certified result: which kernel is tried, how it is checked, what follows
/// when the check fails. The kernels (sum/kernel) only compute.
namespace summation {

/// Adds n values, or products, to the state. Throws `error` for a null pointer with n > 0.
void accumulate(exact& state, double const* x, std::size_t n);
void accumulate(exact& state, float const* x, std::size_t n);
void accumulate(exact_product& state, double const* x, std::size_t n);
void accumulate(exact_product& state, float const* x, std::size_t n);
void accumulate_products(exact& state, float const* x, float const* y, std::size_t n);
void accumulate_products(exact_product& state, float const* x, float const* y, std::size_t n);
void accumulate_products(exact_product& state, double const* x, double const* y, std::size_t n);

}  // namespace summation

ISOBIT_NAMESPACE_END
