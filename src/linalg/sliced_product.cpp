#include "linalg/sliced_product.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/power_of_two.hpp"
#include "linalg/bounds.hpp"
#include "linalg/exact_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// The e for which 2^e is above the root of x, but not above twice that. By integers: what is sliced waits for it.
/// Precondition: x is a normal number.
int exponent_above_root(double x) {
  int const above = exponent_above(bits_of(x));
  return (above + (above & 1)) / 2;
}

/// So many real columns that what is read and written of them stays in the nearest cache, with all else. Without slices
/// there is a third of it.
template <class Real> index columns_at_once(index depth, bool cuts_products) {
  if (depth <= 24 || cuts_products) return most_sliced_columns;
  return std::same_as<Real, double> && depth > 36 ? most_sliced_columns / 4 : most_sliced_columns / 2;
}

/// Where an entry has no product that is not zero, it is zero: of sparse factors, most.
template <class T>
bool has_product(matrix_view<T const> const& a, matrix_view<T const> const& b, index row, index column,
                 [[maybe_unused]] index part) {
  for (index p = 0; p < a.columns; ++p) {
    T const x = a.at(row, p), y = b.at(p, column);
    if constexpr (is_complex<T>) {
      auto const with_real = part_of(y, part), with_imaginary = part_of(y, 1 - part);
      if (!is_zero(x.real()) && !is_zero(with_real)) return true;
      if (!is_zero(x.imag()) && !is_zero(with_imaginary)) return true;
    } else {
      if (!is_zero(x) && !is_zero(y)) return true;
    }
  }
  return false;
}

template <class T> sliced_table<real_of<T>> const& table_of(gemm_table const& kernels) {
  if constexpr (std::same_as<real_of<T>, float>)
    return kernels.sliced_f32;
  else
    return kernels.sliced_f64;
}

}  // namespace

template <scalar T>
sliced_product<T>::sliced_product(gemm_table const& kernels) noexcept : kernels_(table_of<T>(kernels)) {}

template <scalar T> void sliced_product<T>::make_room(task const& t) {
  index const columns_size = t.columns * sliced_column_size;
  index const slices = 2 * t.stride * t.depth, sums = t.columns * t.stride;
  index const gathered = t.stride * t.depth + t.columns * most_sliced_depth;
  index const needed = slices + columns_size + 5 * sums + gathered;
  if (needed > room_) {
    memory_.reset();
    memory_.emplace(static_cast<std::size_t>(needed));
    room_ = needed;
  }
  right_slices_ = memory_->data();
  left_slices_ = right_slices_ + columns_size;
  high_ = left_slices_ + slices;
  low_ = high_ + sums;
  c_ = low_ + sums;
  result_ = reinterpret_cast<real*>(c_ + sums);
  open_ = reinterpret_cast<index*>(c_ + 2 * sums);
  gathered_rows_ = reinterpret_cast<real*>(c_ + 3 * sums);
  gathered_columns_ = gathered_rows_ + t.stride * t.depth;
}

template <scalar T>
index sliced_product<T>::multiply(T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b, T beta,
                                  matrix_view<T> const& c) {
  index const stride = (c.rows + kernels_.lanes - 1) / kernels_.lanes * kernels_.lanes;
  index const depth = a.columns * parts;
  task const t = {
      alpha,  a,
      b,      beta,
      c,      depth,
      stride, std::min(columns_at_once<real>(depth, kernels_.cuts_products), (c.columns * parts + 7) / 8 * 8)};
  make_room(t);
  source const rows = rows_of(t);
  double const row_squares = kernels_.row_squares(rows.data, rows.stride, c.rows, depth, left_slices_) * (1 + 0x1p-20);
  // What slices wait for is computed before the work that comes first, so that they need not.
  double squares = squares_of_columns(t, 0);
  if (!slice_rows(t, rows, row_squares)) return 0;
  for (index first = 0; first < c.columns;) {
    if (!slice_columns(t, first, squares)) return first;
    index const count = t.count_at(first), after = first + count;
    if (has_slices()) squares = squares_of_columns(t, after);
    if (!multiply_columns(t, first, count)) return first;
    if (!has_slices()) squares = squares_of_columns(t, after);  // which takes the place of those before
    first = after;
  }
  return c.columns;
}

/// Of numbers whose products are far from the ends of the range.
template <scalar T> bool sliced_product<T>::is_ordinary(double squares) noexcept {
  return squares >= 0x1p-400 && squares <= 0x1p400;
}

/// Finds the columns from `first` on, where there are any, and what is at least their squares.
template <scalar T> double sliced_product<T>::squares_of_columns(task const& t, index first) {
  index const count = t.count_at(first);
  if (count == 0) return 0;
  columns_ = columns_of(t, first, count);
  return kernels_.column_squares(columns_.data, columns_.stride, count * parts, t.depth, right_slices_) * (1 + 0x1p-20);
}

template <scalar T> bool sliced_product<T>::slice_rows(task const& t, source const& rows, double squares) {
  if (!is_ordinary(squares)) return false;
  left_ = {squares, std::sqrt(squares), exponent_above_root(squares) - 27, -1};
  if (has_slices())
    kernels_.slice_rows(rows.data, rows.stride, t.c.rows, t.depth, three_halves<double>(left_.unit + 52), left_slices_);
  return true;
}

template <scalar T> bool sliced_product<T>::slice_columns(task const& t, index first, double squares) {
  if (!is_ordinary(squares)) return false;
  // So that sums of products of upper slices fit into the 53 bits of a double.
  int const above_sums = exponent_above_root(left_.squares * squares);
  right_ = {squares, std::sqrt(squares), above_sums - 53 - left_.unit, -1};
  if (kernels_.cuts_products) start_ = three_halves<double>(above_sums + 1);
  if (has_slices())
    kernels_.slice_columns(columns_.data, columns_.stride, t.count_at(first) * parts, t.depth,
                           three_halves<double>(right_.unit + 52), right_slices_);
  return true;
}

template <scalar T> bool sliced_product<T>::multiply_columns(task const& t, index first, index count) {
  index const real_count = count * parts;
  kernels_.multiply(t.c.rows, real_count, t.depth, left_slices_, right_slices_, start_, high_, low_, t.stride);
  read_c(t, first, count);
  double const off = radius(t), room = room_for_test(off, rest_bound(t));
  short_sums sums = {t.c.rows,           real_count, high_, low_, t.stride, off, room, part_of(t.alpha, 0),
                     part_of(t.beta, 0), c_};
  bool const direct = !is_complex<T> && t.c.row_stride == 1 && is_zero(t.beta);
  real* const out = direct ? parts_at(&t.c.at(0, first)) : result_;
  index const out_stride = direct ? t.c.column_stride : t.stride;
  index const open = kernels_.finish(sums, out, out_stride, open_);
  if (open != 0 && !settle(t, first, sums, open, out, out_stride)) return false;
  if (!direct) write_c(t, first, count);
  return true;
}

template <scalar T> double sliced_product<T>::rest_bound(task const& t) const noexcept {
  if (kernels_.cuts_products) return cut_rest(t.depth, start_);
  return sliced_rest(t.depth, left_.norm, power_of_two<double>(left_.unit), right_.norm,
                     power_of_two<double>(right_.unit));
}

template <scalar T> double sliced_product<T>::radius(task const& t) const noexcept {
  if (std::same_as<real, float>) return short_chain_radius(t.depth) * largest_sum();
  return kernels_.cuts_products ? cut_radius(t.depth, start_) : sliced_radius(t.depth, rest_bound(t));
}

/// By Cauchy and Schwarz, for all parts of a sum, too.
template <scalar T> double sliced_product<T>::largest_sum() const noexcept { return left_.norm * right_.norm; }

/// The entries left open: without error after all, zero, with a finer rest, or one by one; false where they are too
/// many for that.
template <scalar T>
bool sliced_product<T>::settle(task const& t, index first, short_sums& sums, index open, real* out, index out_stride) {
  if (is_exact(t, sums.columns)) {
    sums.radius = sums.room = 0;
    open = kernels_.finish(sums, out, out_stride, open_);
  }
  index left = 0;
  for (index n = 0; n < open; ++n) {
    index const at = open_[n], i = at % t.stride, j = at / t.stride;
    bool const is_zero = sums.beta == 0 && high_[at] == 0 && !has_product(t.a, t.b, i, first + j / parts, j % parts);
    if (is_zero)
      out[j * out_stride + i] = 0;
    else
      open_[left++] = at;
  }
  if (left > 2 + sums.columns * sums.rows / 16) return false;
  left = refine(t, sums, left, out, out_stride);
  for (index n = 0; n < left; ++n) {
    index const i = open_[n] % t.stride, j = open_[n] / t.stride;
    out[j * out_stride + i] = part_of(exact_value(t, i, first + j / parts), j % parts);
  }
  return true;
}

/// Vectors with an open entry again; returns how many are left.
template <scalar T>
index sliced_product<T>::refine(task const& t, short_sums const& sums, index open, real* out, index out_stride) {
  if (!has_slices() || sums.radius == 0) return open;
  double high[most_lanes], low[most_lanes];
  real refined[most_lanes];
  index still_open[most_lanes];
  short_sums vector = sums;
  vector.columns = 1, vector.stride = kernels_.lanes, vector.high = high, vector.low = low;
  vector.radius = refined_radius(t.depth, rest_bound(t), largest_sum());
  vector.room = room_for_test(vector.radius, largest_sum() * 0x1.01p-53);
  index left = 0;
  for (index n = 0; n < open;) {
    index const i = open_[n] % t.stride / kernels_.lanes * kernels_.lanes, j = open_[n] / t.stride,
                at = j * t.stride + i;
    std::copy_n(high_ + at, kernels_.lanes, high);
    kernels_.refine(i, t.c.rows, t.depth, left_slices_, right_slices_ + j * sliced_column_size, high, low);
    vector.rows = std::min(kernels_.lanes, t.c.rows - i), vector.c = c_ + at;
    index const count = kernels_.finish(vector, refined, kernels_.lanes, still_open);
    // Of its lanes only those that were open: the others are settled, if not by this.
    for (; n < open && open_[n] >= at && open_[n] < at + kernels_.lanes; ++n) {
      index const lane = open_[n] - at;
      out[j * out_stride + i + lane] = refined[lane];
      if (std::find(still_open, still_open + count, lane) != still_open + count) open_[left++] = open_[n];
    }
  }
  return left;
}

/// Whether nothing was rounded, to judge by the lowest bits of the factors. docs/maths/gemm.md#sliced
template <scalar T> bool sliced_product<T>::is_exact(task const& t, index count) {
  double const unit = exact_unit(std::same_as<real, double> ? rest_bound(t) : largest_sum());
  index const left_size = (has_slices() ? 2 : 1) * t.stride * t.depth;
  // A few elements of a show nearly always that it is not so.
  double least = kernels_.lowest_bit(left_slices_, std::min(left_size, 4 * kernels_.lanes));
  if (least * right_.norm < unit) return false;
  double right = HUGE_VAL;
  for (index j = 0; j < count; ++j)
    for (index line = has_slices() ? 0 : 2; line < (has_slices() ? 2 : 3); ++line) {
      double const* const at = right_slices_ + j * sliced_column_size + line * sliced_line;
      right = std::min(right, kernels_.lowest_bit(at, t.depth));
      if (least * right < unit) return false;
    }
  if (left_.lowest < 0) left_.lowest = kernels_.lowest_bit(left_slices_, left_size);
  return left_.lowest * right >= unit;
}

/// The columns of a: where they lie in one piece, in place.
template <scalar T> auto sliced_product<T>::rows_of(task const& t) -> source {
  if constexpr (!is_complex<T>)
    if (t.a.row_stride == 1) return {t.a.data, t.a.column_stride};
  for (index p = 0; p < t.a.columns; ++p)
    for (index i = 0; i < t.a.rows; ++i) {
      T const x = element(t.a, i, p);
      for (index part = 0; part < parts; ++part) gathered_rows_[(p * parts + part) * t.a.rows + i] = part_of(x, part);
    }
  return {gathered_rows_, t.a.rows};
}

/// Those of b. With a = (re, im) and b likewise, re(a*b) is (re, im)·(re, -im) and im(a*b) is (re, im)·(im, re).
template <scalar T> auto sliced_product<T>::columns_of(task const& t, index first, index count) -> source {
  if constexpr (!is_complex<T>)
    if (t.b.row_stride == 1) return {&t.b.at(0, first), t.b.column_stride};
  for (index j = 0; j < count; ++j)
    for (index p = 0; p < t.b.rows; ++p) {
      T const x = element(t.b, p, first + j);
      real* const at = gathered_columns_ + j * parts * most_sliced_depth + p * parts;
      if constexpr (is_complex<T>) {
        at[0] = x.real(), at[1] = negated(x.imag());
        at[most_sliced_depth] = x.imag(), at[most_sliced_depth + 1] = x.real();
      } else {
        *at = x;
      }
    }
  return {gathered_columns_, most_sliced_depth};
}

template <scalar T> void sliced_product<T>::read_c(task const& t, index first, index count) {
  if (is_zero(t.beta)) return;
  for (index j = 0; j < count; ++j)
    for (index part = 0; part < parts; ++part) {
      double* const to = c_ + (j * parts + part) * t.stride;
      for (index i = 0; i < t.c.rows; ++i) to[i] = part_of(t.c.at(i, first + j), part);
      std::fill(to + t.c.rows, to + t.stride, 0.0);
    }
}

template <scalar T> void sliced_product<T>::write_c(task const& t, index first, index count) const {
  for (index j = 0; j < count; ++j) {
    real const* const from = result_ + j * parts * t.stride;
    for (index i = 0; i < t.c.rows; ++i)
      if constexpr (is_complex<T>)
        t.c.at(i, first + j) = {from[i], from[t.stride + i]};
      else
        t.c.at(i, first + j) = from[i];
  }
}

template <scalar T> T sliced_product<T>::exact_value(task const& t, index row, index column) const {
  exact_entry<T> entry;
  entry.add_products(t.a.row(row), t.b.column(column));
  return entry.round(t.alpha, t.beta, is_zero(t.beta) ? T(0) : t.c.at(row, column));
}

template class sliced_product<float>;
template class sliced_product<double>;
template class sliced_product<std::complex<float>>;
template class sliced_product<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
