#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>

#include <algorithm>
#include <string>

#include <isobit/driver/parts.hpp>
#include <isobit/driver/serial.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/packed_product.hpp"
#include "linalg/product_block.hpp"
#include "linalg/share.hpp"
#include "linalg/sliced_product.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

namespace {

/// RN(beta*x), an exact zero being +0. In the standard environment, where a multiplication is just that.
template <std::floating_point R> R scaled(R beta, R x) {
  R const product = canonical(beta * x);
  return is_zero(x) && !is_nan(product) ? R(0) : product;
}

/// c = RN(beta*c).
template <class T> void scale(T beta, matrix_view<T> c, part written) {
  if (is_unity(beta)) return;
  in_standard_rounding([&] {
    for (index j = 0; j < c.columns; ++j)
      for (index i = 0; i < c.rows; ++i) {
        if (!is_written(written, i, j)) continue;
        T& x = c.at(i, j);
        if (is_zero(beta))
          x = T(0);
        else if constexpr (!is_complex<T>)
          x = scaled(beta, x);
        else if (is_zero(beta.imag()))
          x = {scaled(beta.real(), x.real()), scaled(beta.real(), x.imag())};
        else
          x = exact_entry<T>().round(T(1), beta, x);
      }
  });
}

/// Entry by entry, for factors too long to be packed.
template <class T>
void multiply_entries(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                      matrix_view<T> c, part written) {
  share(driver, products_in(c, a), c.rows * c.columns, [&](auto next) {
    for (index number = next(); number >= 0; number = next()) {
      index const i = number % c.rows, j = number / c.rows;
      if (!is_written(written, i, j)) continue;
      exact_entry<T> entry;
      entry.add_products(a.row(i), b.column(j));
      c.at(i, j) = entry.round(alpha, beta, is_zero(beta) ? T(0) : c.at(i, j));
    }
  });
}

/// In pieces whose panels need a bounded amount of memory.
template <class T>
void multiply(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
              matrix_view<T> c, part written) {
  constexpr index most_numbers = index{1} << 27;  // 1 GiB
  constexpr index numbers_per_element = is_complex<T> ? 4 : 1;
  index const depth = std::max<index>(a.columns, 1) * numbers_per_element;
  if (depth > most_numbers / 128) return multiply_entries(driver, alpha, a, b, beta, c, written);
  if (c.rows + c.columns <= std::max<index>(most_numbers / depth, 64))
    return multiply_packed(driver, alpha, a, b, beta, c, written, product_choice_in_use());
  if (written != part::all) {
    index const half = c.rows / 2, rest = c.rows - half;
    auto const upper_a = a.block(0, 0, half, a.columns), lower_a = a.block(half, 0, rest, a.columns);
    auto const left_b = b.block(0, 0, b.rows, half), right_b = b.block(0, half, b.rows, rest);
    multiply(driver, alpha, upper_a, left_b, beta, c.block(0, 0, half, half), written);
    multiply(driver, alpha, lower_a, right_b, beta, c.block(half, half, rest, rest), written);
    if (written == part::lower)
      return multiply(driver, alpha, lower_a, left_b, beta, c.block(half, 0, rest, half), part::all);
    return multiply(driver, alpha, upper_a, right_b, beta, c.block(0, half, half, rest), part::all);
  }
  if (c.rows > c.columns) {
    index const half = c.rows / 2;
    multiply(driver, alpha, a.block(0, 0, half, a.columns), b, beta, c.block(0, 0, half, c.columns), written);
    multiply(driver, alpha, a.block(half, 0, c.rows - half, a.columns), b, beta,
             c.block(half, 0, c.rows - half, c.columns), written);
  } else {
    index const half = c.columns / 2;
    multiply(driver, alpha, a, b.block(0, 0, b.rows, half), beta, c.block(0, 0, c.rows, half), written);
    multiply(driver, alpha, a, b.block(0, half, b.rows, c.columns - half), beta,
             c.block(0, half, c.rows, c.columns - half), written);
  }
}

template <class T>
void check(char const* operation, matrix_view<T const> const& a, matrix_view<T const> const& b, matrix_view<T> const& c,
           part written) {
  // As nearly always, and then at once: small products take no longer than what follows.
  if (a.columns == b.rows && c.rows == a.rows && c.columns == b.columns && written == part::all && !c.conjugate &&
      is_usual(a) && is_usual(b) && is_usual(c) && lie_apart(c, a) && lie_apart(c, b))
    return;
  require_equal(operation, a.columns, "columns of a", b.rows, "rows of b");
  require_equal(operation, c.rows, "rows of c", a.rows, "rows of a");
  require_equal(operation, c.columns, "columns of c", b.columns, "columns of b");
  if (written != part::all)
    require_equal(operation, c.rows, "rows of c, of which one half is wanted", c.columns, "columns");
  require_output(operation, "c", c);
  require_disjoint(operation, "c", c, "a", a);
  require_disjoint(operation, "c", c, "b", b);
}

/// The columns from `first` on, of which there may be none.
template <class T> matrix_view<T> columns_from(matrix_view<T> const& m, index first) {
  return m.block(0, first, m.rows, m.columns - first);
}

/// Short sums as long as they can be multiplied without panels, by what has room for them; the others as ever.
template <class T>
void multiply_any(driver_ref const& driver, sliced_product<T>& product, T alpha, matrix_view<T const> const& a,
                  matrix_view<T const> const& b, T beta, matrix_view<T> const& c, part written) {
  bool const is_short = written == part::all && product.fits(c.rows, a.columns) && product.takes(alpha, beta) &&
                        threads_for(driver, products_in(c, a), 2) == 1;
  index const done = is_short ? in_standard_rounding([&] { return product.multiply(alpha, a, b, beta, c); }) : 0;
  if (done < c.columns) multiply(driver, alpha, a, columns_from(b, done), beta, columns_from(c, done), written);
}

template <class T>
void gemm_checked(driver_ref const& driver, sliced_product<T>& product, T alpha, matrix_view<T const> const& a,
                  matrix_view<T const> const& b, T beta, matrix_view<T> const& c, part written) {
  if (c.rows == 0 || c.columns == 0) return;
  if (is_zero(alpha) || a.columns == 0) return scale(beta, c, written);
  if (c.columns == 1) return gemv<T>(driver, alpha, a, b.column(0), beta, c.column(0));
  if (c.rows == 1) return gemv<T>(driver, alpha, transposed(b), a.row(0), beta, c.row(0));
  // The kernels write columns; a result stored by rows is the transposed product.
  auto const magnitude_of = [](index stride) { return stride < 0 ? -stride : stride; };
  if (magnitude_of(c.column_stride) < magnitude_of(c.row_stride)) {
    part const mirrored = written == part::all ? part::all : written == part::lower ? part::upper : part::lower;
    return multiply_any(driver, product, alpha, transposed(b), transposed(a), beta, transposed(c), mirrored);
  }
  multiply_any(driver, product, alpha, a, b, beta, c, written);
}
template <class T>
void gemm_checked(driver_ref const& driver, T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b,
                  T beta, matrix_view<T> const& c, part written) {
  sliced_product<T> product(gemm_kernels());
  gemm_checked(driver, product, alpha, a, b, beta, c, written);
}

}  // namespace

template <class T>
void gemm(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c,
          part written) {
  check("gemm", a, b, c, written);
  gemm_checked(driver, alpha, a, b, beta, c, written);
}

template <class T>
void herk(driver_ref const& driver, real_of<T> alpha, matrix_view<T const> a, real_of<T> beta, matrix_view<T> c,
          part written) {
  matrix_view<T const> const b = adjoint(a);
  check("herk", a, b, c, written);
  if ((is_zero(alpha) || a.columns == 0) && is_unity(beta)) return;
  auto const make_diagonal_real = [&] {
    if constexpr (is_complex<T>)
      for (index i = 0; i < c.rows; ++i) c.at(i, i) = c.at(i, i).real();
  };
  if (!is_zero(beta)) make_diagonal_real();
  gemm_checked(driver, T(alpha), a, b, T(beta), c, written);
  make_diagonal_real();
}

template <class T>
void gemm_batch(driver_ref const& driver, T alpha, std::span<matrix_view<T const> const> a,
                std::span<matrix_view<T const> const> b, T beta, std::span<matrix_view<T> const> c) {
  if (a.size() != b.size() || a.size() != c.size())
    refuse("gemm_batch", std::to_string(a.size()) + ", " + std::to_string(b.size()) + " and " +
                             std::to_string(c.size()) + " matrices a, b and c; pass the same number of each");
  std::size_t products = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    check("gemm_batch", a[i], b[i], c[i], part::all);
    products += std::min(products_in(c[i], a[i]), std::size_t{1} << 32);
  }
  serial const one_thread;
  share(driver, products, static_cast<index>(c.size()), [&](auto next) {
    sliced_product<T> product(gemm_kernels());
    for (index i = next(); i >= 0; i = next()) {
      auto const at = static_cast<std::size_t>(i);
      gemm_checked(driver_ref(one_thread), product, alpha, a[at], b[at], beta, c[at], part::all);
    }
  });
}

#define ISOBIT_INSTANTIATE(T)                                                                                    \
  template void gemm(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, part); \
  template void herk(driver_ref const&, real_of<T>, matrix_view<T const>, real_of<T>, matrix_view<T>, part);     \
  template void gemm_batch(driver_ref const&, T, std::span<matrix_view<T const> const>,                          \
                           std::span<matrix_view<T const> const>, T, std::span<matrix_view<T> const>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
