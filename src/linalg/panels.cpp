#include "linalg/panels.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/power_of_two.hpp"
#include "linalg/multiples.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

constexpr int lowest_exponent = -450, highest_exponent = 450;

/// How many real lines and columns a matrix becomes.
template <class T> constexpr index lines_of(side which) { return is_complex<T> && which == side::right ? 2 : 1; }
template <class T> constexpr index depth_of = is_complex<T> ? 2 : 1;

/// Lines that lie side by side.
template <int Width, class T> void copy_lines(T const* from, index stride, index columns, double* out) {
  constexpr index ahead = 16, cache_line = 64 / index{sizeof(T)};
  for (index p = 0; p < columns; ++p) {
    // Processors do not expect columns that lie pages apart.
    for (index q = 0; q < Width; q += cache_line)
      __builtin_prefetch(from + std::min(p + ahead, columns - 1) * stride + q);
    for (int q = 0; q < Width; ++q) out[p * Width + q] = from[p * stride + q];
  }
}

/// A few contiguous lines at once: a shape that compilers have instructions for.
template <int Width, class T> void interleave(T const* from, index stride, index columns, double* out) {
  for (index p = 0; p < columns; ++p)
    for (int q = 0; q < Width; ++q) out[p * Width + q] = from[q * stride + p];
}

/// Real numbers: out[p * width + q] = element (first + q, p).
template <class T> void gather(matrix_view<T const> lines, side, index first, index count, index width, double* out) {
  if (lines.row_stride == 1) {
    if (count == width) {
      T const* const from = lines.data + first;
      if (width == 8) return copy_lines<8>(from, lines.column_stride, lines.columns, out);
      if (width == 24) return copy_lines<24>(from, lines.column_stride, lines.columns, out);
    }
    for (index p = 0; p < lines.columns; ++p) {
      T const* const from = lines.data + first + p * lines.column_stride;
      for (index q = 0; q < count; ++q) out[p * width + q] = from[q];
    }
    return;
  }
  if (lines.column_stride == 1 && count == width) {
    T const* from = lines.data + first * lines.row_stride;
    if (width == 3) return interleave<3>(from, lines.row_stride, lines.columns, out);
    if (width == 4) return interleave<4>(from, lines.row_stride, lines.columns, out);
  }
  constexpr index piece = 128;  // of a line, so that the panel stays in the nearest cache
  for (index start = 0; start < lines.columns; start += piece) {
    index const end = std::min(start + piece, lines.columns);
    for (index q = 0; q < count; ++q) {
      T const* const from = &lines.at(first + q, 0);
      for (index p = start; p < end; ++p) out[p * width + q] = from[p * lines.column_stride];
    }
  }
}

/// Complex numbers: with a = (re, im) and b likewise, re(a*b) is (re, im)·(re, -im) and im(a*b) is (re, im)·(im, re).
template <class T>
void gather(matrix_view<std::complex<T> const> lines, side which, index first, index count, index width, double* out) {
  T const sign = lines.conjugate ? T(-1) : T(1);
  for (index q = 0; q < count; ++q) {
    index const l = which == side::left ? first + q : (first + q) / 2;
    bool const imaginary = which == side::right && (first + q) % 2 != 0;
    for (index p = 0; p < lines.columns; ++p) {
      auto const z = lines.at(l, p);
      T const re = z.real(), im = sign * z.imag();
      out[2 * p * width + q] = imaginary ? im : re;
      out[(2 * p + 1) * width + q] = which == side::left ? im : imaginary ? re : -im;
    }
  }
}

/// Describes a line by its facts; returns what it is to be multiplied by.
double describe(line& out, line_facts const& facts) {
  int const exponent = exponent_above(facts.largest);
  bool const is_zero = facts.largest == 0;
  out.usable = is_zero || (exponent >= lowest_exponent && exponent <= highest_exponent);
  if (is_zero || !out.usable) {
    out.scale = 1, out.norm = 0, out.lowest_bit = is_zero ? facts.lowest_bit : 0;
    return is_zero ? 1 : 0;
  }
  double const factor = power_of_two<double>(-exponent);
  out.scale = power_of_two<double>(exponent);
  out.lowest_bit = facts.lowest_bit * factor;
  // Rounded sums of up to 2^32 squares are off by less than 2^-20 of themselves.
  out.norm = std::sqrt(facts.square_sum) * factor * (1 + 0x1p-20);
  return factor;
}

}  // namespace

template <scalar T>
panels::panels(gemm_table const& kernels, side which, matrix_view<T const> lines)
    : kernels_(kernels), side_(which), lines_(lines.rows * lines_of<T>(which)), depth_(lines.columns * depth_of<T>),
      padded_depth_(up_to_multiple(depth_, panel_depth_multiple)),
      width_(which == side::left ? kernels.tile_rows : kernels.tile_columns),
      // An even number of right panels: `chain` takes two.
      count_(up_to_multiple((lines_ + width_ - 1) / width_, which == side::right ? 2 : 1)),
      data_(static_cast<std::size_t>(count_ * padded_depth_ * width_)),
      facts_(static_cast<std::size_t>(count_ * width_)), scales_(facts_.size()),
      summaries_(static_cast<std::size_t>(count_)), in_use_(static_cast<std::size_t>(count_ * blocks())) {}

template <scalar T> void panels::pack(matrix_view<T const> lines, index panel) {
  double* const out = data_.data() + panel * panel_size();
  index const first = panel * width_, count = std::clamp<index>(lines_ - first, 0, width_);
  if (count > 0) gather(lines, side_, first, count, width_, out);
  for (index p = 0; count < width_ && p < depth_; ++p)
    for (index q = count; q < width_; ++q) out[p * width_ + q] = 0;
  std::fill(out + depth_ * width_, out + panel_size(), 0.0);

  constexpr index most_lines = std::max(most_tile_rows, most_tile_columns), blocks_at_once = 64;
  line_facts found[most_lines], all[most_lines];
  double factors[most_lines];
  bool used[blocks_at_once];
  for (index q = 0; q < width_; ++q) all[q] = {0, HUGE_VAL, 0};
  for (index block = 0; block < blocks(); block += blocks_at_once) {
    index const start = block * block_depth, end = std::min(padded_depth_, start + blocks_at_once * block_depth);
    kernels_.scan(out + start * width_, width_, end - start, found, used);
    for (index q = 0; q < width_; ++q) {
      all[q].largest = std::max(all[q].largest, found[q].largest);
      all[q].lowest_bit = std::min(all[q].lowest_bit, found[q].lowest_bit);
      all[q].square_sum += found[q].square_sum;
    }
    for (index b = block; b < std::min(blocks(), block + blocks_at_once); ++b)
      in_use_[static_cast<std::size_t>(panel * blocks() + b)] = used[b - block];
  }

  summary total = {true, false, 0};
  for (index q = 0; q < width_; ++q) {
    line& one = facts_[static_cast<std::size_t>(first + q)];
    factors[q] = describe(one, all[q]);
    scales_[static_cast<std::size_t>(first + q)] = one.scale;
    if (q < count) {
      total.usable = total.usable && one.usable;
      total.lowest_bit = std::max(total.lowest_bit, one.lowest_bit);
    }
  }
  index const step = panel_size() / 256 | 1;  // odd, so that all lines are seen
  index seen = 0, nonzero = 0;
  for (index i = 0; i < panel_size(); i += step, ++seen) nonzero += out[i] != 0;
  total.is_sparse = nonzero < seen / 4;
  summaries_[static_cast<std::size_t>(panel)] = total;
  kernels_.scale(out, width_, padded_depth_, factors);
}

void find_products(panels const& left, index left_panel, panels const& right, index right_panel, bool* has_product) {
  index const rows = left.width(), columns = right.width();
  line const *const row = left.lines(left_panel), *const column = right.lines(right_panel);
  // Where scaling took an element as zero, its products are not seen here.
  for (index j = 0; j < columns; ++j)
    for (index i = 0; i < rows; ++i)
      has_product[j * rows + i] = row[i].lowest_bit < negligible || column[j].lowest_bit < negligible;
  double const *a = left.data(left_panel, 0), *b = right.data(right_panel, 0);
  for (index p = 0; p < left.depth(); ++p, a += rows, b += columns)
    for (index j = 0; j < columns; ++j)
      if (b[j] != 0)
        for (index i = 0; i < rows; ++i) has_product[j * rows + i] = has_product[j * rows + i] || a[i] != 0;
}

#define ISOBIT_INSTANTIATE(T)                                             \
  template panels::panels(gemm_table const&, side, matrix_view<T const>); \
  template void panels::pack(matrix_view<T const>, index);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg
ISOBIT_NAMESPACE_END
