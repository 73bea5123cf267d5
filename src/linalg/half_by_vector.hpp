#pragma once

#include <algorithm>

#include "linalg/expand.hpp"
#include "linalg/product_by_vector.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A matrix of which one half is stored, times a vector: alpha*a*x + beta*y. Some rows of it are a block on the
/// diagonal, which is expanded, what is stored beside that, and what the other half says; only their sums are added.
template <class T> class half_by_vector {
public:
  /// Precondition: strided, and all of one half is stored. What is not finite in x, and meets a gap, has no result.
  half_by_vector(T alpha, structured_view<T> const& a, vector_view<T const> x, T beta, vector_view<T> y)
      : a_(a), x_(x), scale_(x), rounding_(alpha, scale_, x.size + 3 * gemv_width, beta, y) {}

  void rows(index first, index count) const {
    index const last = first + count, n = a_.rows;
    std::vector<T> memory;
    expanded_rows<T> const diagonal(block_on_diagonal(first, count), 0, count, memory);
    sums total(diagonal.matrix, part_of_x(first, count), scale_.scale, count);
    bool const lower = a_.above == 0;
    index const before = lower ? 0 : last, stored = lower ? first : n - last;
    if (stored > 0) total.add(stored_block(first, before, count, stored), part_of_x(before, stored), scale_.scale);
    index const after = lower ? last : 0, mirrored = lower ? n - last : first;
    if (a_.rest != elsewhere::zero && mirrored > 0) {
      auto other = transposed(stored_block(after, first, mirrored, count));
      if (a_.rest == elsewhere::conjugated) other.conjugate = !other.conjugate;
      total.add(other, part_of_x(after, mirrored), scale_.scale);
    }
    rounding_.rows(
        first, count, total.values(), [](auto const&) { return std::vector<fine_sums<real_of<T>>>(); },
        [&](index row) {
          expanded_rows<T> const line(a_, row, row + 1, memory);
          exact_entry<T> entry;
          entry.add_products(line.matrix.row(0), part_of_x(line.first_column, line.matrix.columns));
          return entry;
        });
  }

private:
  /// The sums of `count` rows, from several matrices.
  class sums {
  public:
    sums(matrix_view<T const> a, vector_view<T const> x, gemv_scale const& scale, index count)
        : first_(a, x, scale), workspace_(first_, count), values_(first_.rows(0, count, workspace_)), count_(count) {}
    void add(matrix_view<T const> a, vector_view<T const> x, gemv_scale const& scale) {
      sums_by_vector<T> const more(a, x, scale);
      typename sums_by_vector<T>::workspace workspace(more, count_);
      auto& addends = more.rows(0, count_, workspace);
      for (std::size_t part = 0; part < values_.size(); ++part)
        for (index i = 0; i < count_; ++i)
          add_sums<real_of<T>>(values_[part].at(), i, values_[part].at(), i, addends[part].at(), i, 1);
    }
    [[nodiscard]] std::vector<sums_buffer>& values() noexcept { return values_; }

  private:
    sums_by_vector<T> first_;
    typename sums_by_vector<T>::workspace workspace_;
    std::vector<sums_buffer>& values_;
    index count_;
  };

  [[nodiscard]] matrix_view<T const> stored_block(index i, index j, index rows, index columns) const noexcept {
    matrix_view<T const> m;
    m.data = a_.data + a_.place(i, j), m.rows = rows, m.columns = columns;
    m.row_stride = a_.row_stride, m.column_stride = a_.column_stride, m.conjugate = a_.conjugate;
    return m;
  }
  [[nodiscard]] structured_view<T> block_on_diagonal(index first, index count) const noexcept {
    structured_view<T> block = a_;
    block.data += a_.place(first, first), block.rows = block.columns = count;
    block.below = std::min(block.below, count - 1), block.above = std::min(block.above, count - 1);
    return block;
  }
  [[nodiscard]] vector_view<T const> part_of_x(index first, index count) const noexcept {
    vector_view<T const> part = x_;
    part.data += first * x_.stride, part.size = count;
    return part;
  }

  structured_view<T> a_;
  vector_view<T const> x_;
  vector_scale<T> scale_;
  rounding_of_sums<T> rounding_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
