#pragma once

#include <isobit/driver/parts.hpp>
#include <isobit/linalg/gemm.hpp>

#include "linalg/residues/plan.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// c = alpha*a*b + beta*c from packed factors, all of them in memory at once. Alpha is not zero, and no matrix is
/// empty.
template <scalar T>
void multiply_packed(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                     matrix_view<T> c, detail::part written, product_choice const& choice);

}  // namespace linalg
ISOBIT_NAMESPACE_END
