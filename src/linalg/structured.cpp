#include <isobit/linalg/structured.hpp>

#include <algorithm>
#include <optional>

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/triangular.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/divide.hpp"
#include "linalg/exact_remainder.hpp"
#include "linalg/expand.hpp"
#include "linalg/extent.hpp"
#include "linalg/half_by_vector.hpp"
#include "linalg/level_product.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

// Some rows at a time become a matrix like any other, with zeros where nothing is stored; then it is a product like any
// other. Zeros change no sum of finite numbers. Where the other factor is not finite, it is one row at a time, which
// has no zeros to be filled in.

void refuse_structure(char const* message) {
  throw error(status::invalid_argument, std::string("isobit::linalg: ") + message);
}

namespace {

template <class T> void require_triangular(char const* operation, structured_view<T> const& a) {
  if (a.rows != a.columns || a.rest != elsewhere::zero || (a.below > 0 && a.above > 0))
    refuse(operation, "a is not triangular");
}

template <class T> bool all_finite(matrix_view<T> m) noexcept {
  auto const is_finite = [](auto const& x) {
    for (index part = 0; part < parts_of<std::remove_const_t<T>>; ++part)
      if (is_nonfinite(part_of(x, part))) return false;
    return true;
  };
  for (index j = 0; j < m.columns; ++j)
    for (index i = 0; i < m.rows; ++i)
      if (!is_finite(m.at(i, j))) return false;
  return true;
}

/// How many rows are taken at a time.
template <class T> index height_for(structured_view<T> const& a, matrix_view<T const> b, index wanted) {
  return has_gaps(a) && !all_finite(b) ? 1 : wanted;
}

/// A product of nothing.
template <class T> void scale(driver_ref const& driver, T beta, matrix_view<T> c) {
  gemm<T>(driver, T{}, {nullptr, c.rows, 0, 1, 0}, {nullptr, 0, c.columns, 1, 0}, beta, c, part::all);
}

constexpr index height_of_products = 128, height_of_sums = 32;

/// All of one half, with strides.
template <class T> bool is_stored_half(structured_view<T> const& a) noexcept {
  return a.rows == a.columns && a.stored == structured_view<T>::order::strided &&
         ((a.below == a.rows - 1 && a.above == 0) || (a.above == a.rows - 1 && a.below == 0));
}

template <class T>
void multiply_half(driver_ref const& driver, T alpha, structured_view<T> const& a, vector_view<T const> x, T beta,
                   vector_view<T> y) {
  constexpr index height = 64;
  std::optional<half_by_vector<T>> work;
  std::size_t const threads = isobit::detail::part_count(driver, products_in(a.rows, a.columns, 1));
  if constexpr (std::same_as<T, double>)
    if (threads == 1 && level_product::takes(a))
      return in_standard_rounding([&] {
        level_product(alpha, x, beta, y).multiply(a, [&](index first, index count) {
          if (!work) work.emplace(alpha, a, x, beta, y);
          for (index i = 0; i < count; i += height) work->rows(first + i, std::min(height, count - i));
        });
      });
  in_standard_rounding([&] { work.emplace(alpha, a, x, beta, y); });
  numbers blocks((a.rows + height - 1) / height);
  isobit::detail::run_parts(driver, threads, [&](std::size_t) {
    in_standard_rounding([&] {
      for (index i = blocks.take(); i >= 0; i = blocks.take())
        work->rows(i * height, std::min(height, a.rows - i * height));
    });
  });
}

}  // namespace

template <class T>
void gemm(driver_ref const& driver, T alpha, structured_view<T> const& a, matrix_view<T const> b, T beta,
          matrix_view<T> c) {
  constexpr char const* name = "gemm";
  require_equal(name, a.columns, "columns of a", b.rows, "rows of b");
  require_equal(name, c.rows, "rows of c", a.rows, "rows of a");
  require_equal(name, c.columns, "columns of c", b.columns, "columns of b");
  require_output(name, "c", c);
  if (is_zero(alpha)) return scale(driver, beta, c);
  require_apart(name, "c", footprint_of(c), "a", extent_of(a));
  require_disjoint(name, "c", c, "b", b);
  index const height = height_for(a, b, height_of_products), count = rows_with_entries(a);
  std::vector<T> memory;
  for (index i = 0; i < count; i += height) {
    index const rows = std::min(height, count - i);
    expanded_rows<T> const block(a, i, i + rows, memory);
    gemm<T>(driver, alpha, block.matrix, b.block(block.first_column, 0, block.matrix.columns, b.columns), beta,
            c.block(i, 0, rows, c.columns), part::all);
  }
  scale(driver, beta, c.block(count, 0, a.rows - count, c.columns));
}

template <class T>
void gemv(driver_ref const& driver, T alpha, structured_view<T> const& a, vector_view<T const> x, T beta,
          vector_view<T> y) {
  constexpr char const* name = "gemv";
  require_equal(name, a.columns, "the number of columns of a", x.size, "the size of x");
  require_equal(name, a.rows, "the number of rows of a", y.size, "the size of y");
  require_output(name, "y", y);
  matrix_view<T> const result = as_column(y);
  if (is_zero(alpha)) return scale(driver, beta, result);
  require_apart(name, "y", footprint_of(y), "a", extent_of(a));
  require_disjoint(name, "y", y, "x", x);
  matrix_view<T const> const column = as_column(x);
  index const height = height_for(a, column, height_of_sums), size = rows_with_entries(a);
  if (height > 1 && is_stored_half(a)) return multiply_half(driver, alpha, a, x, beta, y);
  index const blocks = (size + height - 1) / height;
  serial const one_thread;
  share_lines(driver, blocks, height * a.columns, [&](index first, index count) {
    std::vector<T> memory;
    for (index i = first * height; i < std::min((first + count) * height, size); i += height) {
      index const rows = std::min(height, size - i);
      expanded_rows<T> const block(a, i, i + rows, memory);
      gemv<T>(driver_ref(one_thread), alpha, block.matrix,
              column.block(block.first_column, 0, block.matrix.columns, 1).column(0), beta,
              result.block(i, 0, rows, 1).column(0));
    }
  });
  scale(driver, beta, result.block(size, 0, a.rows - size, 1));
}

template <class T> void trmm(driver_ref const& driver, T alpha, structured_view<T> const& a, matrix_view<T> b) {
  constexpr char const* name = "trmm";
  require_triangular(name, a);
  require_equal(name, a.columns, "columns of a", b.rows, "rows of b");
  require_output(name, "b", b);
  require_apart(name, "b", footprint_of(b), "a", extent_of(a));
  if (b.rows == 0 || b.columns == 0) return;
  index const height = is_zero(alpha) ? b.rows : height_for<T>(a, b, height_of_products);
  index const blocks = (b.rows + height - 1) / height;
  std::vector<T> memory, results;
  for (index step = 0; step < blocks; ++step) {
    // What a block overwrites, no later one reads.
    index const first = (a.above == 0 ? blocks - 1 - step : step) * height, rows = std::min(height, b.rows - first);
    results.resize(static_cast<std::size_t>(rows * b.columns));
    matrix_view<T> const result(results.data(), rows, b.columns, 1, rows);
    std::fill(results.begin(), results.end(), T{});
    if (!is_zero(alpha)) {
      expanded_rows<T> const block(a, first, first + rows, memory);
      gemm<T>(driver, alpha, block.matrix, b.block(block.first_column, 0, block.matrix.columns, b.columns), T{}, result,
              part::all);
    }
    for (index j = 0; j < b.columns; ++j)
      for (index i = 0; i < rows; ++i) b.at(first + i, j) = result.at(i, j);
  }
}

template <class T> void trmv(driver_ref const& driver, structured_view<T> const& a, vector_view<T> x) {
  constexpr char const* name = "trmv";
  require_triangular(name, a);
  require_equal(name, a.columns, "the number of columns of a", x.size, "the size of x");
  require_output(name, "x", x);
  require_apart(name, "x", footprint_of(x), "a", extent_of(a));
  std::vector<T> copy(static_cast<std::size_t>(x.size));
  for (index i = 0; i < x.size; ++i) copy[static_cast<std::size_t>(i)] = x.data[i * x.stride];
  gemv<T>(driver, T(1), a, vector_view<T const>(copy.data(), x.size), T{}, x);
}

namespace {

/// The same entries, last row and last column first. Precondition: strided.
template <class T> structured_view<T> reversed(structured_view<T> a) noexcept {
  if (a.rows > 0) a.data += (a.rows - 1) * (a.row_stride + a.column_stride);
  a.row_stride = -a.row_stride, a.column_stride = -a.column_stride;
  std::swap(a.below, a.above);
  return a;
}
template <class T> vector_view<T> reversed(vector_view<T> v) noexcept {
  if (v.size > 0) v.data += (v.size - 1) * v.stride;
  v.stride = -v.stride;
  return v;
}

/// Solves for row i of a lower band from its definition.
template <class T> void solve_row(structured_view<T> const& a, vector_view<T> x, index i, std::vector<T>& memory) {
  expanded_rows<T> const block(a, i, i + 1, memory);
  vector_view<T const> const row = block.matrix.row(0);
  index const known = row.size - 1;
  auto const part = [](vector_view<T const> v, index first, index count) {
    v.data += first * v.stride, v.size = count;
    return v;
  };
  in_standard_rounding([&] {
    exact_remainder<T> sum;
    sum.subtract(part(row, 0, known), part(x, block.first_column, known));
    T& unknown = x.data[i * x.stride];
    T const remainder = sum.round(T(1), unknown);
    unknown = a.ones ? remainder : divide(remainder, element(row, known));
  });
}

/// Solves for the rows from first to last - 1 of a lower band, those before being known, as a triangular system whose
/// first unknowns have ones on the diagonal and are what they are. Zeros are filled in, which say nothing where they
/// meet what is not finite: false where they did.
template <class T>
[[nodiscard]] bool solved_rows(structured_view<T> const& a, vector_view<T> x, index first, index last,
                               std::vector<T>& memory) {
  expanded_rows<T> const block(a, first, last, memory);
  index const known = first - block.first_column, size = last - block.first_column;
  std::vector<T> matrix(static_cast<std::size_t>(size * size)), unknowns(static_cast<std::size_t>(size));
  matrix_view<T> const system(matrix.data(), size, size, 1, size), column(unknowns.data(), size, 1, 1, size);
  for (index j = 0; j < size; ++j) {
    if (j < known) system.at(j, j) = T(1);
    for (index i = known; i < size; ++i) system.at(i, j) = block.matrix.at(i - known, j);
    column.at(j, 0) = x.data[(block.first_column + j) * x.stride];
  }
  matrix_view<T const> factor = system;
  factor.conjugate = a.conjugate;
  serial const one_thread;
  trsm<T>(driver_ref(one_thread), triangle::lower, a.ones ? diagonal::ones : diagonal::stored, T(1), factor, column);
  if (!all_finite(column)) return false;
  for (index i = known; i < size; ++i) x.data[(block.first_column + i) * x.stride] = column.at(i, 0);
  return true;
}

}  // namespace

template <class T> void trsv(driver_ref const& driver, structured_view<T> const& a, vector_view<T> x) {
  constexpr char const* name = "trsv";
  require_triangular(name, a);
  require_equal(name, a.columns, "the number of columns of a", x.size, "the size of x");
  require_output(name, "x", x);
  require_apart(name, "x", footprint_of(x), "a", extent_of(a));
  if (x.size == 0) return;
  bool const lower = a.above == 0;
  index const diagonals = std::max(a.below, a.above);
  if (diagonals + 1 >= a.rows) {
    std::vector<T> memory;
    matrix_view<T const> const whole = expanded_rows<T>(a, 0, a.rows, memory).matrix;
    trsm<T>(driver, lower ? triangle::lower : triangle::upper, a.ones ? diagonal::ones : diagonal::stored, T(1), whole,
            as_column(x));
    return;
  }
  structured_view<T> const matrix = lower ? a : reversed(a);
  vector_view<T> const unknowns = lower ? x : reversed(x);
  index const height = std::max<index>(diagonals, height_of_sums);
  std::vector<T> memory;
  for (index first = 0; first < a.rows; first += height) {
    index const last = std::min(first + height, a.rows);
    if (solved_rows(matrix, unknowns, first, last, memory)) continue;
    for (index i = first; i < last; ++i) solve_row(matrix, unknowns, i, memory);
  }
}

#define ISOBIT_INSTANTIATE(T)                                                                                   \
  template void gemm(driver_ref const&, T, structured_view<T> const&, matrix_view<T const>, T, matrix_view<T>); \
  template void gemv(driver_ref const&, T, structured_view<T> const&, vector_view<T const>, T, vector_view<T>); \
  template void trmm(driver_ref const&, T, structured_view<T> const&, matrix_view<T>);                          \
  template void trmv(driver_ref const&, structured_view<T> const&, vector_view<T>);                             \
  template void trsv(driver_ref const&, structured_view<T> const&, vector_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
