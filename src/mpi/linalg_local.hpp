#pragma once

#include <cstring>

#include <isobit/linalg/gemm.hpp>

#include "linalg/check.hpp"
#include "linalg/number.hpp"
#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

using isobit::linalg::element;
using isobit::linalg::index;
using isobit::linalg::is_zero;
using isobit::linalg::matrix_view;
using isobit::linalg::scalar;
using mpi::detail::agree;
using mpi::detail::bits_as_parameter;
using mpi::detail::communicator;
using mpi::detail::problem_of;

/// An operation's name behind "isobit::mpi::". Not a string: to fail for memory before the ranks have met would leave
/// the others waiting.
struct operation_name {
  explicit operation_name(char const* operation) noexcept {
    std::strncat(text, operation, sizeof(text) - std::strlen(text) - 1);
  }
  char text[40] = "linalg::";
};

/// Throws `error` where this rank's parts of a product do not fit together.
template <scalar T>
void require_product(char const* operation, matrix_view<T const> const& a, matrix_view<T const> const& b) {
  isobit::linalg::require_equal(operation, a.columns, "columns of a", b.rows, "rows of b");
}

/// Throws `error` where c cannot take the product.
template <scalar T>
void require_result(char const* operation, matrix_view<T const> const& a, matrix_view<T const> const& b,
                    matrix_view<T> const& c) {
  isobit::linalg::require_equal(operation, c.rows, "rows of c", a.rows, "rows of a");
  isobit::linalg::require_equal(operation, c.columns, "columns of c", b.columns, "columns of b");
  isobit::linalg::require_output(operation, "c", c);
  isobit::linalg::require_disjoint(operation, "c", c, "a", a);
  isobit::linalg::require_disjoint(operation, "c", c, "b", b);
}

/// c = beta*c, rounded: what a product is that has no addends.
template <scalar T> void scale(driver_ref const& driver, T beta, matrix_view<T> const& c) {
  matrix_view<T const> a, b;
  a.rows = c.rows, b.columns = c.columns;
  isobit::linalg::detail::gemm<T>(driver, T(0), a, b, beta, c, isobit::linalg::detail::part::all);
}

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
