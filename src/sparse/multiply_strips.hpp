#pragma once

#include <string>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "sparse/check.hpp"
#include "sparse/strip_product.hpp"

/// What multiplications of sparse matrices in any layout have in common.
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Refuses sizes that do not fit, and results that cannot be written or that share memory with x.
template <class T>
void check_multiplication(index rows, index columns, matrix_view<T const> const& x, matrix_view<T> const& y) {
  if (columns != x.rows)
    refuse("a matrix of " + std::to_string(columns) + " columns times a matrix of " + std::to_string(x.rows) + " rows");
  if (rows != y.rows || x.columns != y.columns)
    refuse("a product of " + std::to_string(rows) + " rows and " + std::to_string(x.columns) +
           " columns into a matrix of " + std::to_string(y.rows) + " and " + std::to_string(y.columns));
  linalg::require_output("multiply", "y", y);
  linalg::require_disjoint("multiply", "y", y, "x", x);
}
template <class T>
void check_multiplication(index rows, index columns, vector_view<T const> const& x, vector_view<T> const& y) {
  if (columns != x.size)
    refuse("a matrix of " + std::to_string(columns) + " columns times a vector of " + std::to_string(x.size));
  if (rows != y.size)
    refuse("a product of " + std::to_string(rows) + " rows into a vector of " + std::to_string(y.size));
  linalg::require_output("multiply", "y", y);
  linalg::require_disjoint("multiply", "y", y, "x", x);
}
/// The same for y and the stored numbers.
template <class T, class View> void check_apart(View const& y, T const* values, index count) {
  if (count != 0) linalg::require_disjoint("multiply", "y", y, "a", vector_view<T const>(values, count));
}

/// y = beta*y, where there is no product.
template <class T> void scale_only(T beta, matrix_view<T> const& y) {
  if (linalg::is_unity(beta)) return;
  in_standard_rounding([&] {
    for (index j = 0; j < y.columns; ++j)
      for (index i = 0; i < y.rows; ++i)
        y.at(i, j) = linalg::is_zero(beta) ? T{} : linalg::exact_entry<T>().round(T{1}, beta, y.at(i, j));
  });
}

/// The columns of x one after another, copied unless they lie so.
template <class T> class contiguous_columns {
public:
  explicit contiguous_columns(matrix_view<T const> const& x) {
    for (index j = 0; j < x.columns; ++j) {
      auto const column = x.column(j);
      if ((column.stride == 1 || column.size <= 1) && !column.conjugate) {
        at_.push_back(column.data);
        continue;
      }
      auto& copy = copies_.emplace_back(static_cast<std::size_t>(column.size));
      for (index i = 0; i < column.size; ++i) copy[static_cast<std::size_t>(i)] = linalg::element(column, i);
      at_.push_back(copy.data());
    }
  }
  [[nodiscard]] T const* operator[](index j) const noexcept { return at_[static_cast<std::size_t>(j)]; }

private:
  std::vector<std::vector<T>> copies_;
  std::vector<T const*> at_;
};

/// How this thread cut rows last: the next ones are often alike, as in an iteration.
inline row_scale& last_scale() noexcept {
  thread_local row_scale scale;
  return scale;
}

/// y = alpha*a*x + beta*y, of which `first` says where the rows of each part begin. Every strip is multiplied by all
/// columns before the next one. strips(first row, end, memory) gives one; memory is what it needs of a thread's own.
template <class T, class Index, class Offset, class Strips>
void multiply_strips(driver_ref const& driver, T alpha, Strips const& strips, std::vector<index> const& first,
                     matrix_view<T const> const& x, T beta, matrix_view<T> const& y) {
  contiguous_columns<T> const columns(x);
  isobit::detail::run_parts(driver, first.size() - 1, [&](std::size_t part) {
    in_standard_rounding([&] {
      struct scales_of_parts {
        row_scale at[2];
      };
      row_scale const usual = last_scale().for_next();
      std::vector<scales_of_parts> scales(static_cast<std::size_t>(y.columns), {{usual, usual}});
      strip_product<T, Index, Offset> product(alpha, beta);
      typename Strips::memory memory;
      for (index i = first[part]; i < first[part + 1];) {
        row_strip<T, Index, Offset> const strip = strips(i, first[part + 1], memory);
        product.load(strip);
        for (index j = 0; j < y.columns; ++j)
          product.multiply(columns[j], y.column(j).part(i, strip.count), scales[static_cast<std::size_t>(j)].at);
        i += strip.count;
      }
      last_scale() = scales.front().at[0];
    });
  });
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
