#pragma once

#include "linalg/unrounded.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The negatives of columns of a lower triangular matrix below its diagonal, in units of the rows, as the left factor
/// of the kernels: for every tile of rows one column after another, zero on and above the diagonal. A complex column
/// is two real ones.
class left_panel {
public:
  /// Room for columns first, ..., first + columns - 1, in rows from first_row on. Nothing is packed yet.
  left_panel(unrounded const& sums, index first, index columns, index first_row)
      : sums_(sums), first_tile_(sums.tile_of(first_row)), first_(first), steps_(columns * sums.parts()),
        data_(static_cast<std::size_t>((sums.row_tiles() - first_tile_) * steps_ * sums.tile_rows())) {}

  left_panel(unrounded const& sums, index first, index columns) : left_panel(sums, first, columns, first) {}

  /// Where the steps of a tile from the given column on are.
  [[nodiscard]] double const* steps(index tile, index column) const noexcept {
    return data_.data() + ((tile - first_tile_) * steps_ + (column - first_) * sums_.parts()) * sums_.tile_rows();
  }

  /// Packs one column; element(i) is that of row i.
  template <class Element> void pack(index column, index rows, Element element) {
    using T = decltype(element(column));
    index const height = sums_.tile_rows(), steps_size = steps_ * height;
    double* const first = data_.data() + (column - first_) * sums_.parts() * height;
    // Whole tiles, so that nothing is left unset.
    index const end = sums_.row_tiles() * height, begin = first_tile_ * height;
    for (index tile = begin; tile < end; tile += height) {
      double* const to = first + (tile - begin) / height * steps_size;
      index const zeros = std::clamp<index>(column + 1 - tile, 0, height), stop = std::min(height, rows - tile);
      for (index part = 0; part < parts_of<T>; ++part) {
        for (index r = 0; r < zeros; ++r) to[part * height + r] = 0;
        for (index r = stop; r < height; ++r) to[part * height + r] = 0;
      }
      for (index r = zeros; r < stop; ++r) {
        T const x = element(tile + r);
        for (index part = 0; part < parts_of<T>; ++part)
          to[part * height + r] = in_units(-static_cast<double>(part_of(x, part)), sums_.row_power(tile + r));
      }
    }
  }

private:
  unrounded const& sums_;
  index first_tile_, first_, steps_;
  workspace data_;
};

/// Rows of what is multiplied from the right, for one group of columns, in units of the columns: a panel for the real
/// parts of the results and, for complex numbers, one for the imaginary parts.
class right_panel {
public:
  right_panel(unrounded& sums, double* data, index group, index first, index rows)
      : sums_(sums), data_(data), group_(group), first_(first), steps_(rows * sums.parts()) {}

  [[nodiscard]] static index size(unrounded const& sums, index rows) noexcept {
    return rows * sums.parts() * sums.parts() * sums.tile_columns();
  }
  [[nodiscard]] double const* row(index k) const noexcept { return data_ + (k - first_) * row_size(); }
  [[nodiscard]] index part_stride() const noexcept { return steps_ * sums_.tile_columns(); }

  /// Zeros for the whole of row k.
  void clear(index k) noexcept {
    for (index part = 0; part < sums_.parts(); ++part)
      for (index at = 0; at < row_size(); ++at) data_[part * part_stride() + (k - first_) * row_size() + at] = 0;
  }

  /// Sets element (k, j) of a matrix of real numbers, given in units of its column.
  void set_scaled(index k, index j, double x) noexcept { at(k, j, 0, 0) = x; }

  /// Sets element (k, j). Where it exceeds the unit of its column, the unit is raised, for the sums from row k on and
  /// for the rows before.
  template <class T> void pack(index k, index j, T const& x) {
    double const power = sums_.column_power(j);
    bool fits = true;
    for (index part = 0; part < parts_of<T>; ++part) {
      double const scaled = static_cast<double>(part_of(x, part)) * power;
      fits = fits && scaled <= 1 && scaled >= -1;
    }
    if (!fits)
      if (int const wanted = exponent_bound(x); wanted <= exponent_limit) raise(k, j, limited(wanted + headroom));
    set(k, j, x);
  }

  /// Sets element (k, j) where the units of the columns are fixed: NaN if it exceeds its own.
  template <class T> void set(index k, index j, T const& x) noexcept {
    double const power = sums_.column_power(j);
    double const re = in_units(static_cast<double>(part_of(x, 0)), power);
    at(k, j, 0, 0) = re;
    if constexpr (is_complex<T>) {
      double const im = in_units(static_cast<double>(x.imag()), power);
      at(k, j, 0, 1) = -im;
      at(k, j, 1, 0) = im;
      at(k, j, 1, 1) = re;
    }
  }

private:
  [[nodiscard]] index row_size() const noexcept { return sums_.parts() * sums_.tile_columns(); }
  [[nodiscard]] double& at(index k, index j, index part, index step) const noexcept {
    return data_[part * part_stride() + (k - first_) * row_size() + step * sums_.tile_columns() +
                 (j - group_ * sums_.tile_columns())];
  }
  void raise(index k, index j, int exponent) {
    double const factor = power_of_two<double>(sums_.column_exponent(j) - exponent);
    for (index row = first_; row < k; ++row)
      for (index part = 0; part < sums_.parts(); ++part)
        for (index step = 0; step < sums_.parts(); ++step) at(row, j, part, step) *= factor;
    sums_.change_unit(j, exponent, k);
  }

  unrounded& sums_;
  double* data_;
  index group_, first_, steps_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
