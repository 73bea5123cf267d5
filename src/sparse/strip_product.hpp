#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "linalg/exact_entry.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "sparse/row_table.hpp"
#include "sparse/strip.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

using linalg::is_complex, linalg::part_of, linalg::parts_at, linalg::parts_of, linalg::real_of;

/// The parts of complex rows times a vector as real rows: of (a + bi)(c + di) one has a c - b d, the other b c + a d,
/// so that both have the same columns, namely those of the vector's parts.
/// docs/maths/sparse.md#combinations
template <class T, class Index> class rows_of_parts {
public:
  template <class Offset> void load(row_strip<T, Index, Offset> const& strip) {
    auto const* const offsets = strip.matrix.offsets + strip.first;
    auto const entries = static_cast<std::size_t>(offsets[strip.count] - offsets[0]);
    if (indices_.size() < 2 * entries) {
      indices_.resize(2 * entries);
      for (auto& values : values_) values.resize(2 * entries);
    }
    for (std::size_t k = 0; k < entries; ++k) {
      Index const column = strip.matrix.indices[offsets[0] + static_cast<index>(k)];
      T const value = strip.matrix.values[offsets[0] + static_cast<index>(k)];
      indices_[2 * k] = 2 * column, indices_[2 * k + 1] = 2 * column + 1;
      values_[0][2 * k] = value.real(), values_[0][2 * k + 1] = negated(value.imag());
      values_[1][2 * k] = value.imag(), values_[1][2 * k + 1] = value.real();
    }
    offsets_.resize(static_cast<std::size_t>(strip.count) + 1);
    for (index row = 0; row <= strip.count; ++row)
      offsets_[static_cast<std::size_t>(row)] = 2 * (static_cast<std::int64_t>(offsets[row]) - offsets[0]);
    columns_ = 2 * strip.matrix.columns;
  }
  [[nodiscard]] csr_view<real_of<T>, Index, std::int64_t> part(int which) const noexcept {
    return {unchecked, std::ssize(offsets_) - 1, columns_, offsets_.data(), indices_.data(), values_[which].data()};
  }

private:
  index columns_ = 0;
  std::vector<std::int64_t> offsets_;
  std::vector<Index> indices_;
  std::vector<real_of<T>> values_[2];
};

/// Strips of a matrix times vectors: every result is alpha*sum + beta*y, rounded once. A thread keeps one. In the
/// standard environment.
template <class T, class Index, class Offset> class strip_product {
public:
  strip_product(T alpha, T beta) : alpha_(alpha), beta_(beta) {}

  /// Whether results are written to their places at once, with nothing in between.
  [[nodiscard]] static bool is_direct(T alpha, T beta, vector_view<T> const& y) {
    return !is_complex<T> && y.stride == 1 && linalg::is_unity(alpha) && linalg::is_zero(beta);
  }

  void load(row_strip<T, Index, Offset> const& strip) {
    strip_ = strip;
    size_ = std::max(size_, static_cast<std::size_t>(strip.count) + 8);  // in whole vectors
    open_.resize(size_);
    if constexpr (is_complex<T>) {
      is_narrow_ = strip.matrix.columns <= std::numeric_limits<Index>::max() / 2;
      if (is_narrow_) rows_of_parts_.load(strip);
    }
  }

  /// y = alpha*strip*x + beta*y. What the scales of the parts are changes the time only.
  void multiply(T const* x, vector_view<T> y, row_scale (&scales)[2]) {
    x_ = x, y_ = y;
    if (!is_narrow_)
      for (index row = 0; row < strip_.count; ++row) settle(row);
    else if (linalg::is_unity(alpha_) && linalg::is_zero(beta_))
      round(scales);
    else
      combine(scales);
  }

private:
  static constexpr int parts = static_cast<int>(parts_of<T>), numbers_of_a_part = 5;

  /// visit(kernels, matrix, its first row) with the real rows that one part of the results comes from.
  template <class Visit> void with_part([[maybe_unused]] int part, Visit visit) const {
    row_table const& kernels = row_kernels_in_use();
    if constexpr (is_complex<T>)
      visit(kernels.find<real_of<T>, Index, std::int64_t>(), rows_of_parts_.part(part), index{0});
    else
      visit(kernels.find<T, Index, Offset>(), strip_.matrix, strip_.first);
  }
  /// Room for the numbers of a strip, which results that are written at once do not need.
  void make_room() {
    std::size_t const needed = static_cast<std::size_t>(numbers_of_a_part * parts) * size_;
    if (numbers_.size() >= needed) return;
    numbers_.resize(needed);
    certain_.reset(new bool[static_cast<std::size_t>(parts) * size_]);
  }
  [[nodiscard]] double* numbers(int part, int which) noexcept {
    return numbers_.data() + static_cast<std::size_t>(numbers_of_a_part * part + which) * size_;
  }

  void round(row_scale (&scales)[2]) {
    bool const direct = !is_complex<T> && y_.stride == 1;
    if (!direct) make_room();
    for (int part = 0; part < parts; ++part) {
      auto* const to = direct ? parts_at(y_.data) : reinterpret_cast<real_of<T>*>(numbers(part, 0));
      with_part(part, [&](auto const& kernels, auto const& matrix, index first) {
        index const open = kernels.round(matrix, first, strip_.count, parts_at(x_), to, open_.data(), scales[part]);
        open_rows_.insert(open_rows_.end(), open_.begin(), open_.begin() + open);
      });
      for (index i = 0; !direct && i < strip_.count; ++i) parts_at(&y_[i])[part] = to[i];
    }
    for (index const row : std::exchange(open_rows_, {})) settle(row);
  }

  void combine(row_scale (&scales)[2]) {
    make_room();
    for (int part = 0; part < parts; ++part)
      with_part(part, [&](auto const& kernels, auto const& matrix, index first) {
        kernels.sum(matrix, first, strip_.count, parts_at(x_), {numbers(part, 0), numbers(part, 1), numbers(part, 2)},
                    scales[part]);
      });
    bool const adds = !linalg::is_zero(beta_);
    for (index i = 0; adds && i < strip_.count; ++i)
      for (int part = 0; part < parts; ++part) numbers(part, 3)[i] = part_of(y_[i], part);
    for (int part = 0; part < parts; ++part) finish(part, adds);
    for (index i = 0; i < strip_.count; ++i) {
      bool certain = true;
      for (int part = 0; part < parts; ++part) certain &= certain_[static_cast<std::size_t>(part) * size_ + i];
      for (int part = 0; certain && part < parts; ++part)
        parts_at(&y_[i])[part] = static_cast<real_of<T>>(numbers(part, 4)[i]);
      if (!certain) settle(i);
    }
  }
  /// One part of alpha*sum + beta*y: re*re - im*im, or re*im + im*re.
  void finish(int part, bool adds) {
    auto const& kernels = linalg::gemv_kernels();
    linalg::gemv_results r = {};
    r.count = (strip_.count + kernels.lanes - 1) / kernels.lanes * kernels.lanes;
    r.values = parts;
    r.addends = adds ? parts : 0;
    for (int k = 0; k < parts; ++k) {
      double const sign = k == 1 && part == 0 ? -1 : 1;
      int const other = k == 0 ? part : 1 - part;
      r.value[k] = {sign * part_of(alpha_, k), numbers(other, 0), numbers(other, 1), numbers(other, 2)};
      r.addend[k] = {sign * part_of(beta_, k), numbers(other, 3)};
    }
    r.result = numbers(part, 4);
    r.certain = certain_.get() + static_cast<std::size_t>(part) * size_;
    if constexpr (sizeof(real_of<T>) == sizeof(double))
      kernels.finish_f64(r);
    else
      kernels.finish_f32(r);
  }

  /// By the definition.
  void settle(index row) {
    linalg::exact_entry<T> entry;
    auto const& a = strip_.matrix;
    index const at = strip_.first + row;
    for (Offset k = a.offsets[at]; k < a.offsets[at + 1]; ++k) entry.add_product(a.values[k], x_[a.indices[k]]);
    y_[row] = entry.round(alpha_, beta_, linalg::is_zero(beta_) ? T{} : y_[row]);
  }

  T alpha_, beta_;
  row_strip<T, Index, Offset> strip_ = {};
  bool is_narrow_ = true;  ///< indices can count the parts of x
  rows_of_parts<T, Index> rows_of_parts_;
  T const* x_ = nullptr;
  vector_view<T> y_;
  std::size_t size_ = 0;
  std::vector<double> numbers_;  ///< of each part: high, low and radius of the sums, old and new results
  std::vector<index> open_, open_rows_;
  std::unique_ptr<bool[]> certain_;
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
