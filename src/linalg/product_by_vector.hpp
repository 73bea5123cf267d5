#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "linalg/exact_entry.hpp"
#include "linalg/rounding_of_sums.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// result[i] = x[at_x] + factor*y[at_y], factor being 1 or -1. docs/maths/gemv.md#sums
template <class Real>
void add_sums(gemv_sums result, index i, gemv_sums x, index at_x, gemv_sums y, index at_y, double factor) noexcept {
  auto const [high, error] = two_sum(x.high[at_x], factor * y.high[at_y]);
  double const low_a = x.low[at_x], low_b = factor * y.low[at_y];
  result.high[i] = high;
  result.low[i] = (low_a + low_b) + error;
  result.bound[i] = (x.bound[at_x] + y.bound[at_y]) +
                    (std::fabs(low_a) + std::fabs(low_b) + std::fabs(error)) * gemv_low_weight<Real>;
}

/// A matrix times a vector, not rounded yet. Complex numbers are pairs of real ones: docs/maths/gemv.md#complex
template <class T> class sums_by_vector {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  sums_by_vector(matrix_view<T const> a, vector_view<T const> x, gemv_scale const& scale)
      : table_(gemv_kernels()), a_(a), by_columns_(a.row_stride == 1 && !(a.column_stride == 1 && a.columns > a.rows)) {
    index const length = by_columns_ ? x.size : parts * x.size;
    index const block = by_columns_ ? gemv_width : gemv_width * table_.lanes;
    for (index set = 0; set < parts; ++set) operands_.emplace_back(length, block);
    set_operands(x, a.conjugate, by_columns_, [&](std::size_t set, index i) -> double& { return operands_[set][i]; });
    if constexpr (sizeof(real) == sizeof(double))
      for (auto& operand : operands_) operand.scale(scale.first, scale.second);
  }

  /// Memory for the sums of so many rows, one buffer for each part of the elements.
  class workspace {
  public:
    workspace(sums_by_vector const& of, index rows)
        : sums_(static_cast<std::size_t>(parts), sums_buffer(of.by_columns_ ? parts * rows : rows, of.table_.lanes)),
          copies_(!of.by_columns_ && of.a_.column_stride != 1
                      ? static_cast<std::size_t>(of.table_.lanes * of.a_.columns)
                      : 0) {
      if (is_complex<T> && of.by_columns_) combined_.assign(2, sums_buffer(rows, of.table_.lanes));
    }

  private:
    friend sums_by_vector;
    std::vector<sums_buffer> sums_, combined_;
    std::vector<T> copies_;
  };

  /// The sums of some rows.
  [[nodiscard]] std::vector<sums_buffer>& rows(index first, index count, workspace& w) const {
    if (!by_columns_) {
      sum_rows(first, count, w.sums_, w.copies_);
      return w.sums_;
    }
    sum_columns(first, count, w.sums_);
    if constexpr (is_complex<T>) {
      combine(count, w.sums_, w.combined_);
      return w.combined_;
    }
    return w.sums_;
  }

  /// The sums of rows in ascending order, cut at two places, of each part of the elements; start(row, part), in units
  /// of the scale, is added. Empty where there are too few rows. docs/maths/gemv.md#fine
  template <class Start>
  [[nodiscard]] std::vector<fine_sums<real>> finely(std::vector<index> const& rows, Start start) const {
    if (!by_columns_) return fine_sums_by_rows(rows, start);
    if (parts * a_.rows < table_.lanes) return {};
    if constexpr (is_complex<T>)
      return combined_finely(rows, start);
    else
      return fine_sums_by_columns(rows, [&](index row) { return start(row, 0); });
  }

private:
  /// Of rows of parts of elements, with each operand.
  template <class Start>
  [[nodiscard]] std::vector<fine_sums<real>> fine_sums_by_columns(std::vector<index> const& rows, Start start) const {
    index const lanes = table_.lanes;
    // Vectors of rows; the last one ends with the matrix.
    std::vector<index> starts;
    for (index const row : rows)
      if (starts.empty() || row >= starts.back() + lanes) starts.push_back(std::min(row, parts * a_.rows - lanes));
    fine_sums<real> first(starts.size() * static_cast<std::size_t>(lanes));
    auto next = rows.begin();
    for (std::size_t v = 0; v < starts.size(); ++v)
      for (; next != rows.end() && *next < starts[v] + lanes; ++next) {
        index const at = static_cast<index>(v) * lanes + *next - starts[v];
        first.row[static_cast<std::size_t>(at)] = *next;
        *first.at(at).high = start(*next);
      }
    std::vector<fine_sums<real>> sums(operands_.size(), first);
    for (index block = 0; block < operands_[0].blocks(); ++block) {
      real const* columns[gemv_width];
      for (index c = 0; c < gemv_width; ++c) columns[c] = column(block * gemv_width + c, block);
      for (std::size_t set = 0; set < sums.size(); ++set)
        table_.fine_columns<real>()(static_cast<index>(starts.size()), starts.data(), columns,
                                    operands_[set].data() + block * gemv_width, sums[set].at());
    }
    return sums;
  }

  /// From sums of (re, im) times re(x) and times im(x), as `combine`.
  template <class Start>
  [[nodiscard]] std::vector<fine_sums<real>> combined_finely(std::vector<index> const& rows, Start start) const {
    std::vector<index> rows_of_parts;
    for (index const row : rows) rows_of_parts.push_back(2 * row), rows_of_parts.push_back(2 * row + 1);
    auto by_operand = fine_sums_by_columns(rows_of_parts, [](index) { return 0.0; });
    auto &by_real = by_operand[0], &by_imaginary = by_operand[1];
    auto const lanes = static_cast<std::size_t>(table_.lanes);
    std::vector<fine_sums<real>> sums(2, fine_sums<real>((rows.size() + lanes - 1) / lanes * lanes));
    double const sign = a_.conjugate ? -1 : 1;
    std::size_t at = 0;
    auto const next = [&] {
      while (by_real.row[at] < 0) ++at;
      return static_cast<index>(at++);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto const p = static_cast<index>(i), real_part = next(), imaginary_part = next();
      for (index part = 0; part < 2; ++part) {
        auto& to = sums[static_cast<std::size_t>(part)];
        to.row[i] = rows[i];
        *to.at(p).high = start(rows[i], part);
      }
      sums[0].add(p, by_real.at(real_part), 1);
      sums[0].add(p, by_imaginary.at(imaginary_part), -sign);
      sums[1].add(p, by_imaginary.at(real_part), 1);
      sums[1].add(p, by_real.at(imaginary_part), sign);
    }
    return sums;
  }

  template <class Start>
  [[nodiscard]] std::vector<fine_sums<real>> fine_sums_by_rows(std::vector<index> const& rows, Start start) const {
    auto const lanes = static_cast<std::size_t>(table_.lanes), length = static_cast<std::size_t>(a_.columns);
    std::vector<fine_sums<real>> sums(static_cast<std::size_t>(parts),
                                      fine_sums<real>((rows.size() + lanes - 1) / lanes * lanes));
    std::vector<T> copies(a_.column_stride == 1 ? 0 : lanes * length);
    std::vector<real const*> at(lanes);
    for (std::size_t first = 0; first < rows.size(); first += lanes) {
      std::size_t const now = std::min(lanes, rows.size() - first);
      for (std::size_t r = 0; r < now; ++r) {
        index const row = rows[first + r];
        for (index part = 0; part < parts; ++part) {
          auto& to = sums[static_cast<std::size_t>(part)];
          to.row[first + r] = row;
          *to.at(static_cast<index>(first + r)).high = start(row, part);
        }
        T const* const from = a_.data + row * a_.row_stride;
        at[r] = parts_at(copies.empty() ? from : copies.data() + r * length);
        for (std::size_t j = 0; j < length && !copies.empty(); ++j)
          copies[r * length + j] = from[static_cast<index>(j) * a_.column_stride];
      }
      for (std::size_t part = 0; part < sums.size(); ++part)
        table_.fine_rows<real>()(static_cast<index>(now), at.data(), parts * a_.columns, operands_[part].data(),
                                 sums[part].at(static_cast<index>(first)));
    }
    return sums;
  }

  /// The operand is zero beyond its end, so any column will do there.
  [[nodiscard]] real const* column(index j, index block) const noexcept {
    return parts_at(a_.data + (j < a_.columns ? j : block * gemv_width) * a_.column_stride);
  }

  void sum_columns(index first, index count, std::vector<sums_buffer>& sums) const {
    index const padded = (parts * count + table_.lanes - 1) / table_.lanes * table_.lanes;
    for (auto& one : sums) one.clear();
    for (index block = 0; block < operands_[0].blocks(); ++block) {
      real const* columns[gemv_width];
      for (index c = 0; c < gemv_width; ++c) columns[c] = column(block * gemv_width + c, block) + parts * first;
      for (std::size_t set = 0; set < sums.size(); ++set) {
        double const* const x = operands_[set].data() + block * gemv_width;
        if constexpr (sizeof(real) == sizeof(double))
          table_.columns_f64(parts * count, columns, x, sums[set].at());
        else
          table_.columns_f32(parts * count, columns, x, sums[set].at());
        if (block % gemv_blocks_between == gemv_blocks_between - 1)
          (sizeof(real) == sizeof(double) ? table_.renormalise_f64 : table_.renormalise_f32)(padded, sums[set].at());
      }
    }
  }

  void sum_rows(index first, index count, std::vector<sums_buffer>& sums, std::vector<T>& copies) const {
    std::vector<real const*> at(static_cast<std::size_t>(table_.lanes));
    for (index i = 0; i < count; i += table_.lanes) {
      index const now = std::min(table_.lanes, count - i);
      T const* const start = a_.data + (first + i) * a_.row_stride;
      if (copies.empty()) {
        for (index r = 0; r < now; ++r) at[static_cast<std::size_t>(r)] = parts_at(start + r * a_.row_stride);
      } else {
        for (index j = 0; j < a_.columns; ++j)
          for (index r = 0; r < now; ++r)
            copies[static_cast<std::size_t>(r * a_.columns + j)] = start[r * a_.row_stride + j * a_.column_stride];
        for (index r = 0; r < now; ++r) at[static_cast<std::size_t>(r)] = parts_at(copies.data() + r * a_.columns);
      }
      for (std::size_t set = 0; set < sums.size(); ++set) {
        double const* const x = operands_[set].data();
        if constexpr (sizeof(real) == sizeof(double))
          table_.rows_f64(now, at.data(), parts * a_.columns, x, sums[set].at(i));
        else
          table_.rows_f32(now, at.data(), parts * a_.columns, x, sums[set].at(i));
      }
    }
  }

  /// From sums of (re, im) times re(x) and times im(x) to the parts of the product.
  void combine(index count, std::vector<sums_buffer>& sums, std::vector<sums_buffer>& combined) const {
    double const sign = a_.conjugate ? -1 : 1;
    gemv_sums const by_real = sums[0].at(), by_imaginary = sums[1].at();
    for (index i = 0; i < count; ++i) {
      add_sums<real>(combined[0].at(), i, by_real, 2 * i, by_imaginary, 2 * i + 1, -sign);
      add_sums<real>(combined[1].at(), i, by_imaginary, 2 * i, by_real, 2 * i + 1, sign);
    }
  }

  gemv_table const& table_;
  matrix_view<T const> a_;
  bool by_columns_;
  std::vector<gemv_operand> operands_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
