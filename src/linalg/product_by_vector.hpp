#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "linalg/exact_entry.hpp"
#include "linalg/fine_sums.hpp"
#include "linalg/gemv_operand.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Room for the sums of some rows, in whole vectors.
class sums_buffer {
public:
  sums_buffer(index rows, index lanes)
      : size_((rows + lanes - 1) / lanes * lanes + lanes), values_(static_cast<std::size_t>(3 * size_)) {}
  [[nodiscard]] gemv_sums at(index i = 0) noexcept {
    double* const first = values_.data() + i;
    return {first, first + size_, first + 2 * size_};
  }
  void clear() noexcept { std::fill(values_.begin(), values_.end(), 0.0); }

private:
  index size_;
  std::vector<double> values_;
};

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

/// What all sums with the elements of a vector have in common: their scale. docs/maths/gemv.md#scaling
template <class T> struct vector_scale {
  gemv_scale scale;
  bool zeros_are_exact = true;  ///< a bound of 0 means products of 0

  explicit vector_scale(vector_view<T const> x) {
    if constexpr (sizeof(real_of<T>) == sizeof(double)) {
      double largest = 0;
      for_each_part(x, [&](double part) { largest = std::max(largest, std::fabs(part)); });
      scale = gemv_scale::for_magnitude(largest);
      for_each_part(x, [&](double part) {
        double const scaled = part * scale.first * scale.second;
        zeros_are_exact &= scaled == 0 || !(std::fabs(scaled) < 1);
      });
    }
  }

private:
  template <class Body> static void for_each_part(vector_view<T const> x, Body body) {
    for (index i = 0; i < x.size; ++i)
      for (index part = 0; part < parts_of<T>; ++part) body(part_of(x.data[i * x.stride], part));
  }
};

/// A matrix times a vector, not rounded yet. Complex numbers are pairs of real ones: docs/maths/gemv.md#complex
template <class T> class sums_by_vector {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  sums_by_vector(matrix_view<T const> a, vector_view<T const> x, gemv_scale const& scale)
      : table_(gemv_kernels()), a_(a), by_columns_(a.row_stride == 1 && !(a.column_stride == 1 && a.columns > a.rows)) {
    index const length = by_columns_ ? x.size : parts * x.size;
    index const block = by_columns_ ? gemv_width : gemv_width * table_.lanes;
    double const sign = a.conjugate ? -1 : 1;
    for (index set = 0; set < parts; ++set) operands_.emplace_back(length, block);
    for (index i = 0; i < x.size; ++i) {
      T const value = element(x, i);
      if constexpr (is_complex<T>) {
        double const re = value.real(), im = value.imag();
        if (by_columns_) {
          operands_[0][i] = re, operands_[1][i] = im;
        } else {
          operands_[0][2 * i] = re, operands_[0][2 * i + 1] = -sign * im;
          operands_[1][2 * i] = im, operands_[1][2 * i + 1] = sign * re;
        }
      } else {
        operands_[0][i] = value;
      }
    }
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

/// y = alpha*sums + beta*y: the last step of a matrix times a vector.
template <class T> class rounding_of_sums {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  /// Sums of at most so many products each.
  rounding_of_sums(T alpha, vector_scale<T> const& scale, index products, T beta, vector_view<T> y)
      : table_(gemv_kernels()), alpha_(alpha), beta_(beta), y_(y), scale_(scale.scale),
        zeros_are_exact_(scale.zeros_are_exact), tiny_(parts * tiny_of_products(products)) {}

  /// finely(rows) gives fine sums of these rows, of each part, or nothing; exactly(i) is the sum of row i by its
  /// definition.
  template <class Finely, class Exactly>
  void rows(index first, index count, std::vector<sums_buffer>& sums, Finely finely, Exactly exactly) const {
    auto const padded = static_cast<std::size_t>((count + table_.lanes - 1) / table_.lanes * table_.lanes);
    for (auto& one : sums) find_radii(static_cast<index>(padded), one.at());
    gemv_sums of_parts[parts] = {};
    for (std::size_t part = 0; part < sums.size(); ++part) of_parts[part] = sums[part].at();
    auto const row_at = [&](std::size_t i) {
      return static_cast<index>(i) < count ? first + static_cast<index>(i) : -1;
    };
    auto open = finish(padded, row_at, of_parts);
    if (!open.empty()) open = finish(finely(open), open);
    for (index const row : open) {
      T& y = y_.data[row * y_.stride];
      y = exactly(row).round(alpha_, beta_, is_zero(beta_) ? T{} : y);
    }
  }

private:
  /// Writes the results that are certain, and gives the rows of the others. row_at(p): the row of the sums at p, or -1.
  template <class RowAt>
  [[nodiscard]] std::vector<index> finish(std::size_t size, RowAt row_at, gemv_sums const (&sums)[parts]) const {
    bool const adds = beta_ != T{};
    std::vector<double> old(adds ? size * parts : 0), results(size * parts);
    std::unique_ptr<bool[]> const certain(new bool[size * parts]);
    for (std::size_t p = 0; adds && p < size; ++p) {
      if (row_at(p) < 0) continue;
      T const value = y_.data[row_at(p) * y_.stride];
      for (index part = 0; part < parts; ++part) old[static_cast<std::size_t>(part) * size + p] = part_of(value, part);
    }
    auto const both_parts = [](T z) { return std::array<double, 2>{part_of(z, 0), part_of(z, 1)}; };
    auto const alpha = both_parts(alpha_), beta = both_parts(beta_);
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      gemv_results r = {};
      r.count = static_cast<index>(size);
      r.values = parts;
      r.addends = adds ? parts : 0;
      r.result = results.data() + part * size;
      r.certain = certain.get() + part * size;
      for (std::size_t k = 0; k < static_cast<std::size_t>(parts); ++k) {
        // re = re*re - im*im, im = re*im + im*re
        double const sign = k == 1 && part == 0 ? -1 : 1;
        std::size_t const other = k == 0 ? part : 1 - part;
        gemv_sums const s = sums[other];
        r.value[k] = {sign * alpha[k], s.high, s.low, s.bound};
        r.addend[k] = {sign * beta[k], adds ? old.data() + other * size : nullptr};
      }
      if constexpr (sizeof(real) == sizeof(double))
        table_.finish_f64(r);
      else
        table_.finish_f32(r);
    }
    std::vector<index> open;
    for (std::size_t p = 0; p < size; ++p) {
      if (row_at(p) < 0) continue;
      if (!certain[p] || (is_complex<T> && !certain[p + size * (parts - 1)])) {
        open.push_back(row_at(p));
        continue;
      }
      T& y = y_.data[row_at(p) * y_.stride];
      if constexpr (is_complex<T>)
        y = {static_cast<real>(results[p]), static_cast<real>(results[p + size])};
      else
        y = static_cast<real>(results[p]);
    }
    return open;
  }

  /// The same for fine sums, where there are any.
  [[nodiscard]] std::vector<index> finish(std::vector<fine_sums<real>> sums, std::vector<index> const& open) const {
    if (sums.empty()) return open;
    gemv_sums values[parts] = {};
    for (std::size_t part = 0; part < sums.size(); ++part) {
      gemv_fine_sums const s = sums[part].at();
      for (std::size_t p = 0; p < sums[part].row.size(); ++p) {
        auto const known = sums[part].enclosure_at(p, scale_, tiny_);
        s.high[p] = known.high, s.low[p] = known.low, s.bound[p] = known.radius;
      }
      values[part] = {s.high, s.low, s.bound};
    }
    return finish(
        sums[0].row.size(), [&](std::size_t p) { return sums[0].row[p]; }, values);
  }

  /// From bounds to radii, and from scaled sums to sums.
  void find_radii(index count, gemv_sums sums) const {
    for (index i = 0; i < count; ++i) {
      sums.high[i] = sums.high[i] * scale_.back_first * scale_.back_second;
      sums.low[i] = sums.low[i] * scale_.back_first * scale_.back_second;
      double const radius = (sums.bound[i] * gemv_radius<real> + tiny_) * scale_.back_first * scale_.back_second;
      sums.bound[i] = sums.bound[i] == 0 && zeros_are_exact_ ? 0 : radius + gemv_tiny;
    }
  }

  gemv_table const& table_;
  T alpha_, beta_;
  vector_view<T> y_;
  gemv_scale scale_;
  bool zeros_are_exact_;
  double tiny_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
