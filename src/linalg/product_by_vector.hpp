#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <isobit/arithmetic/two_sum.hpp>

#include "linalg/exact_entry.hpp"
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

private:
  void sum_columns(index first, index count, std::vector<sums_buffer>& sums) const {
    index const padded = (parts * count + table_.lanes - 1) / table_.lanes * table_.lanes;
    for (auto& one : sums) one.clear();
    for (index block = 0; block < operands_[0].blocks(); ++block) {
      real const* columns[gemv_width];
      for (index c = 0; c < gemv_width; ++c) {
        // The operand is zero beyond its end, so any column will do.
        index const j = block * gemv_width + c < a_.columns ? block * gemv_width + c : block * gemv_width;
        columns[c] = parts_at(a_.data + first + j * a_.column_stride);
      }
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
        zeros_are_exact_(scale.zeros_are_exact), tiny_(8 * static_cast<double>(parts * (products + 8)) * gemv_tiny) {}

  /// exactly(i) is the sum of row i by its definition.
  template <class Exactly> void rows(index first, index count, std::vector<sums_buffer>& sums, Exactly exactly) const {
    auto const padded = static_cast<std::size_t>((count + table_.lanes - 1) / table_.lanes * table_.lanes);
    for (auto& one : sums) find_radii(static_cast<index>(padded), one.at());
    bool const adds = beta_ != T{};
    std::vector<double> old(adds ? padded * parts : 0), results(padded * parts);
    std::unique_ptr<bool[]> const certain(new bool[padded * parts]);
    for (index i = 0; adds && i < count; ++i) {
      T const value = y_.data[(first + i) * y_.stride];
      for (index part = 0; part < parts; ++part)
        old[static_cast<std::size_t>(part) * padded + static_cast<std::size_t>(i)] = part_of(value, part);
    }
    auto const both_parts = [](T z) { return std::array<double, 2>{part_of(z, 0), part_of(z, 1)}; };
    auto const alpha = both_parts(alpha_), beta = both_parts(beta_);
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      gemv_results r = {};
      r.count = static_cast<index>(padded);
      r.values = parts;
      r.addends = adds ? parts : 0;
      r.result = results.data() + part * padded;
      r.certain = certain.get() + part * padded;
      for (std::size_t k = 0; k < static_cast<std::size_t>(parts); ++k) {
        // re = re*re - im*im, im = re*im + im*re
        double const sign = k == 1 && part == 0 ? -1 : 1;
        std::size_t const other = k == 0 ? part : 1 - part;
        gemv_sums const s = sums[other].at();
        r.value[k] = {sign * alpha[k], s.high, s.low, s.bound};
        r.addend[k] = {sign * beta[k], adds ? old.data() + other * padded : nullptr};
      }
      if constexpr (sizeof(real) == sizeof(double))
        table_.finish_f64(r);
      else
        table_.finish_f32(r);
    }
    for (index i = 0; i < count; ++i) {
      auto const at = static_cast<std::size_t>(i);
      T& y = y_.data[(first + i) * y_.stride];
      auto const part = [&](std::size_t place) {
        return linalg::certain<real>(static_cast<real>(results[place]), certain[place]);
      };
      y = tiers(
          [&] {
            if constexpr (is_complex<T>)
              return of_parts(part(at), part(at + padded));
            else
              return part(at);
          },
          [&] {
            exact_entry<T> const entry = exactly(first + i);
            return entry.round(alpha_, beta_, is_zero(beta_) ? T{} : y);
          });
    }
  }

private:
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
