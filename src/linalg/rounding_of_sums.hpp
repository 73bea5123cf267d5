#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "linalg/fine_sums.hpp"
#include "linalg/gemv_operand.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"

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

/// y = alpha*sums + beta*y: the last step of a matrix times a vector.
template <class T> class rounding_of_sums {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  /// Of sums with radii, for `settle` alone.
  rounding_of_sums(T alpha, T beta, vector_view<T> y) : table_(gemv_kernels()), alpha_(alpha), beta_(beta), y_(y) {}
  /// Sums of at most so many products each.
  rounding_of_sums(T alpha, vector_scale<T> const& scale, index products, T beta, vector_view<T> y)
      : table_(gemv_kernels()), alpha_(alpha), beta_(beta), y_(y), scale_(scale.scale),
        zeros_are_exact_(scale.zeros_are_exact), tiny_(parts * tiny_of_products(products)) {}

  /// finely(rows) gives fine sums of these rows, of each part, or nothing; exactly(i) is the sum of row i by its
  /// definition.
  template <class Finely, class Exactly>
  void rows(index first, index count, std::vector<sums_buffer>& sums, Finely finely, Exactly exactly) const {
    for (auto& one : sums) find_radii(padded(count), one.at());
    auto open = settle(count, sums, [&](index i) { return first + i; });
    if (!open.empty()) open = finish(finely(open), open);
    for (index const row : open) {
      T& y = y_.data[row * y_.stride];
      y = exactly(row).round(alpha_, beta_, is_zero(beta_) ? T{} : y);
    }
  }

  /// Writes the results of sums up to a radius, which is their bound, where they are certain, and gives the rows of the
  /// others. row_at(i): the row of the sums at i, or -1.
  template <class RowAt>
  [[nodiscard]] std::vector<index> settle(index count, std::vector<sums_buffer>& sums, RowAt row_at) const {
    gemv_sums of_parts[parts] = {};
    for (std::size_t part = 0; part < sums.size(); ++part) of_parts[part] = sums[part].at();
    return finish(
        static_cast<std::size_t>(padded(count)),
        [&](std::size_t p) { return static_cast<index>(p) < count ? row_at(static_cast<index>(p)) : -1; }, of_parts);
  }

private:
  /// In whole vectors.
  [[nodiscard]] index padded(index count) const noexcept {
    return (count + table_.lanes - 1) / table_.lanes * table_.lanes;
  }

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
  bool zeros_are_exact_ = false;
  double tiny_ = 0;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
