#include "linalg/product_block.hpp"

#include <algorithm>

#include "certify/tiers.hpp"
#include "linalg/bounds.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

// Doubles of which there is room besides others.
constexpr index nearest_cache = 3200;

constexpr double unknown_radius = __builtin_inf();

std::size_t size(index n) { return static_cast<std::size_t>(n); }

}  // namespace

block_shape::block_shape(gemm_table const& kernels, index rows, index columns) noexcept
    : left_panels(std::max<index>(1, rows / kernels.tile_rows)),
      right_panels(columns / (2 * kernels.tile_columns) * 2) {}

template <scalar T>
product_block<T>::product_block(product_task<T> const& task, block_shape const& shape)
    : task_(task), kernels_(task.kernels), shape_(shape), rows_(kernels_.tile_rows), columns_(kernels_.tile_columns),
      size_(rows_ * columns_), left_stays_(rows_ * block_depth <= nearest_cache),
      left_count_(std::min(shape_.left_panels, task.left.count())),
      right_count_(std::min(shape_.right_panels, task.right.count())),
      tiles_at_once_(task.residues != nullptr ? residue_part_side / rows_ : left_count_ * right_count_),
      high_(size(tiles_at_once_ * size_)), low_(size(tiles_at_once_ * size_)), calls_(new index[size(tiles_at_once_)]),
      radius_(size((task.residues != nullptr ? tiles_at_once_ : 1) * size_)), c_tile_(size(size_)),
      result_(size(size_)), open_(new bool[size(size_)]) {
  if (task.residues != nullptr) residues_.emplace(*task.residues, left_count_ * rows_, right_count_ * columns_);
}

template <scalar T> void product_block<T>::compute(index left_panel, index right_panel) {
  first_left_ = left_panel;
  first_right_ = right_panel;
  left_count_ = std::min(shape_.left_panels, task_.left.count() - left_panel);
  right_count_ = std::min(shape_.right_panels, task_.right.count() - right_panel);
  if (residues_) return compute_by_residues();
  for (index block = 0; block < task_.left.blocks(); ++block)
    if (left_stays_)
      for (index i = 0; i < left_count_; ++i)
        for (index j = 0; j < right_count_; j += 2) take_pair(tile_at(i, j), tile_at(i, j + 1), block);
    else
      for (index j = 0; j < right_count_; j += 2)
        for (index i = 0; i < left_count_; ++i) take_pair(tile_at(i, j), tile_at(i, j + 1), block);
  if constexpr (is_complex<T>)
    if (mixes_parts()) finish_complex();
}

template <scalar T> auto product_block<T>::tile_at(index i, index j) const noexcept -> tile {
  // By residues some tiles are finished before the next ones begin, otherwise one after the other.
  index const left = first_left_ + i, right = first_right_ + j,
              number = residues_ ? i % tiles_at_once_ : j * left_count_ + i;
  return {left,
          right,
          left * rows_,
          right * columns_,
          std::clamp<index>(task_.left.real_lines() - left * rows_, 0, rows_),
          std::clamp<index>(task_.right.real_lines() - right * columns_, 0, columns_),
          high_.data() + number * size_,
          low_.data() + number * size_,
          radius_.data() + (residues_ ? number * size_ : 0),
          calls_.get() + number};
}

template <scalar T> index product_block<T>::strips_of(tile const& t) const noexcept {
  return (t.row_count + kernels_.strip_rows - 1) / kernels_.strip_rows;
}

template <scalar T>
bool product_block<T>::is_needed(index first_row, index rows, index first_column, index columns) const noexcept {
  if (rows == 0 || columns == 0) return false;
  index const last_row = first_row + rows - 1, last_column = (first_column + columns - 1) / parts;
  return is_written(task_.written, last_row, first_column / parts) || is_written(task_.written, first_row, last_column);
}

/// With the first block the sums of two neighbouring tiles start, after the last one they are finished.
template <scalar T> void product_block<T>::take_pair(tile const& first, tile const& second, index block) {
  bool const is_last = block + 1 == task_.left.blocks();
  if (block == 0)
    for (tile const& t : {first, second}) {
      std::fill_n(t.high, size_, 0.0);
      std::fill_n(t.low, size_, 0.0);
      *t.calls = 0;
    }
  sum_up_pair(first, second, block);
  if (!is_last || mixes_parts()) return;
  for (tile const& t : {first, second})
    if (is_needed(t)) finish_tile(t);
}

template <scalar T> bool product_block<T>::mixes_parts() const noexcept {
  if constexpr (is_complex<T>)
    return task_.alpha.imag() != 0 || task_.beta.imag() != 0;
  else
    return false;
}

/// One block of the products of two neighbouring tiles.
template <scalar T> void product_block<T>::sum_up_pair(tile const& first, tile const& second, index block) const {
  panels const &left = task_.left, &right = task_.right;
  if (!left.in_use(first.left, block)) return;
  index const depth = std::min(block_depth, left.depth() - block * block_depth);
  if constexpr (std::same_as<real, float>) {
    if (!is_needed(first) && !is_needed(second)) return;
    if (!right.in_use(first.right, block) && !right.in_use(second.right, block)) return;
    kernels_.chain(strips_of(first), depth, left.data(first.left, block), right.data(first.right, block),
                   right.data(second.right, block), first.high, second.high);
    ++*first.calls, ++*second.calls;
  } else {
    for (tile const& t : {first, second})
      if (is_needed(t) && right.in_use(t.right, block)) {
        kernels_.coarse(strips_of(t), depth, left.data(t.left, block), right.data(t.right, block), t.high, t.low);
        ++*t.calls;
      }
  }
}

template <scalar T> void product_block<T>::compute_by_residues() {
  index const first_row = first_left_ * rows_, first_column = first_right_ * columns_;
  residues_->multiply(first_row, std::min(left_count_ * rows_, task_.left.real_lines() - first_row), first_column,
                      std::min(right_count_ * columns_, task_.right.real_lines() - first_column),
                      [&](auto... place) { return is_needed(place...); });
  for (index j = 0; j < right_count_; ++j)
    for (index i = 0; i < left_count_; ++i) {
      tile const t = tile_at(i, j);
      bool const is_first = i % tiles_at_once_ == 0;
      if (is_first && is_needed(t.first_row, residue_part_side, t.first_column, t.column_count)) take_residues(t);
      if (is_needed(t)) finish_tile(t);
    }
}

/// The sums of a tile and some below it, and how far they may be off. docs/maths/residues.md#truncation
template <scalar T> void product_block<T>::take_residues(tile const& t) {
  if (t.column_count < columns_)
    for (double* const all : {t.high, t.low, t.radius}) std::fill_n(all, tiles_at_once_ * size_, 0.0);
  residues_->reconstruct(t.first_row, t.first_column, t.column_count, {rows_, size_, t.high, t.low, t.radius});
}

/// Entries left open get the few products that rounding the factors left out. docs/maths/residues.md#correction
template <scalar T> index product_block<T>::correct(tile const& t) {
  if (!residues_) return open_entries_;
  bool any = false;
  for (index j = 0; j < t.column_count; ++j)
    for (index i = 0; i < t.row_count; ++i) {
      index const at = j * rows_ + i, row = t.first_row + i, column = t.first_column + j;
      if (!open_[size(at)] || t.radius[at] == unknown_radius || !is_written(task_.written, row, column / parts))
        continue;
      auto const left_out = residues_->left_out(row, column);
      if (!left_out) continue;
      double const error = residues_->error(t.high - high_.data() + at);
      t.low[at] += left_out->sum;
      t.radius[at] = (error + left_out->radius + magnitude(t.low[at]) * 0x1p-52) * (1 + 0x1p-20);
      any = true;
    }
  return any ? finish(t) : open_entries_;
}

template <scalar T> void product_block<T>::set_radius(tile const& t) {
  line const *const left = task_.left.lines(t.left), *const right = task_.right.lines(t.right);
  index const depth = task_.left.depth(), calls = *t.calls;
  double const exact_unit = std::same_as<real, float> ? chain_exact_unit(depth) : coarse_exact_unit(depth, calls);
  bool const some_exact = task_.left.largest_lowest_bit(t.left) * task_.right.largest_lowest_bit(t.right) >= exact_unit;
  double const usual = calls == 0 ? 0 : std::same_as<real, float> ? chain_radius(calls) : coarse_radius(depth, calls);
  if (!some_exact && task_.left.all_usable(t.left) && task_.right.all_usable(t.right) && std::same_as<real, double>) {
    std::fill_n(t.radius, size_, usual);
    // What is no entry of c is never open.
    for (index j = 0; j < columns_; ++j)
      std::fill(t.radius + j * rows_ + (j < t.column_count ? t.row_count : 0), t.radius + (j + 1) * rows_, 0.0);
    return;
  }
  for (index j = 0; j < columns_; ++j)
    for (index i = 0; i < rows_; ++i) {
      double& radius = t.radius[j * rows_ + i];
      if (i >= t.row_count || j >= t.column_count)
        radius = 0;  // no entry of c: never open
      else if (!left[i].usable || !right[j].usable)
        radius = unknown_radius;
      else if (some_exact && left[i].lowest_bit * right[j].lowest_bit >= exact_unit)
        radius = 0;
      else if constexpr (std::same_as<real, float>)
        radius = usual * left[i].norm * right[j].norm;
      else
        radius = usual;
    }
}

template <scalar T> index product_block<T>::finish(tile const& t) {
  unfinished_tile const sums = {strips_of(t),
                                t.high,
                                t.low,
                                t.radius,
                                task_.left.scales(t.left),
                                task_.right.scales(t.right),
                                part_of(task_.alpha, 0),
                                part_of(task_.beta, 0),
                                c_tile_.data()};
  auto const kernel = std::same_as<real, float> ? kernels_.finish_f32 : kernels_.finish_f64;
  return open_entries_ = kernel(sums, result_.data(), open_.get());
}

template <scalar T> void product_block<T>::finish_tile(tile const& t) {
  if (!residues_)
    set_radius(t);
  else  // what is no entry of c is never open
    for (index j = 0; j < t.column_count; ++j)
      std::fill(t.radius + j * rows_ + t.row_count, t.radius + (j + 1) * rows_, 0.0);
  read_c(t);
  certify::tiers_while_open([&] { return finish(t); }, [&] { return without_products(t); }, [&] { return correct(t); },
                            [&] { return refine(t); }, [&] { exactly(t); });
  write_c(t);
}

/// Entries without a product that is not zero are zero: of sparse factors, most. docs/maths/gemm.md#zeros
template <scalar T> index product_block<T>::without_products(tile const& t) {
  if (!task_.left.is_sparse(t.left) && !task_.right.is_sparse(t.right)) return open_entries_;
  bool has_product[most_tile_entries];
  find_products(task_.left, t.left, task_.right, t.right, has_product);
  bool any = false;
  for (index at = 0; at < size_; ++at) {
    if (!open_[size(at)] || has_product[at]) continue;
    t.high[at] = t.low[at] = t.radius[at] = 0;
    any = true;
  }
  return any ? finish(t) : open_entries_;
}

/// The finer tier, where an entry of a strip is open: for a whole strip it takes about as long as the last for one
/// entry.
template <scalar T> index product_block<T>::refine(tile const& t) {
  index refined = 0;
  for (index row = 0; row < t.row_count; row += kernels_.strip_rows) {
    index open = 0;
    for (index j = 0; j < columns_; ++j)
      for (index i = row; i < row + kernels_.strip_rows; ++i)
        open += open_[size(j * rows_ + i)] && t.radius[j * rows_ + i] != unknown_radius;
    if (open == 0) continue;
    refine_strip(t, row);
    ++refined;
  }
  return refined != 0 ? finish(t) : open_entries_;
}

template <scalar T> void product_block<T>::refine_strip(tile const& t, index row) {
  double high[most_strip_entries] = {}, middle[most_strip_entries] = {}, low[most_strip_entries] = {};
  panels const &left = task_.left, &right = task_.right;
  index calls = 0;
  for (index block = 0; block < left.blocks(); ++block) {
    if (!left.in_use(t.left, block) || !right.in_use(t.right, block)) continue;
    kernels_.fine(std::min(block_depth, left.depth() - block * block_depth), left.data(t.left, block),
                  right.data(t.right, block), row, high, middle, low);
    ++calls;
  }
  double const radius = fine_radius(left.depth(), calls);
  for (index j = 0; j < columns_; ++j)
    for (index i = 0; i < kernels_.strip_rows; ++i) {
      index const from = j * kernels_.strip_rows + i, at = j * rows_ + row + i;
      if (t.radius[at] == unknown_radius || t.radius[at] == 0) continue;
      // docs/maths/gemm.md#fine
      auto const [sum, rest] = two_sum(high[from], middle[from]);
      t.high[at] = sum;
      t.low[at] = rest + low[from];
      t.radius[at] = radius + (t.low[at] < 0 ? -t.low[at] : t.low[at]) * 0x1p-52;
    }
}

/// The last tier.
template <scalar T> void product_block<T>::exactly(tile const& t) {
  for (index j = 0; j < t.column_count; ++j)
    for (index i = 0; i < t.row_count; ++i) {
      index const row = t.first_row + i, column = t.first_column + j;
      if (open_[size(j * rows_ + i)] && is_written(task_.written, row, column / parts))
        result_.data()[j * rows_ + i] = part_of(exact_value(row, column / parts), column % parts);
    }
}

template <scalar T> auto product_block<T>::real_entry(index row, index column) const noexcept -> real& {
  return reinterpret_cast<real*>(&task_.c.at(row, column / parts))[column % parts];
}

template <scalar T> void product_block<T>::read_c(tile const& t) {
  if (task_.beta == T(0)) return;
  for (index j = 0; j < columns_; ++j)
    for (index i = 0; i < rows_; ++i) {
      bool const inside = i < t.row_count && j < t.column_count &&
                          is_written(task_.written, t.first_row + i, (t.first_column + j) / parts);
      c_tile_.data()[j * rows_ + i] = inside ? real_entry(t.first_row + i, t.first_column + j) : 0;
    }
}

template <scalar T> void product_block<T>::write_c(tile const& t) const {
  if (std::same_as<T, real> && task_.c.row_stride == 1 && task_.written == detail::part::all) {
    for (index j = 0; j < t.column_count; ++j) {
      double const* const from = result_.data() + j * rows_;
      real* const to = &real_entry(t.first_row, t.first_column + j);
      for (index i = 0; i < t.row_count; ++i) to[i] = static_cast<real>(from[i]);
    }
    return;
  }
  for (index j = 0; j < t.column_count; ++j)
    for (index i = 0; i < t.row_count; ++i)
      if (is_written(task_.written, t.first_row + i, (t.first_column + j) / parts))
        real_entry(t.first_row + i, t.first_column + j) = static_cast<real>(result_.data()[j * rows_ + i]);
}

template <scalar T> T product_block<T>::exact_value(index row, index column) const {
  exact_entry<T> entry;
  entry.add_products(task_.a.row(row), task_.b.column(column));
  return entry.round(task_.alpha, task_.beta, task_.beta == T(0) ? T(0) : task_.c.at(row, column));
}

/// With an imaginary part in alpha or beta both parts of a sum enter both parts of the result.
template <scalar T> void product_block<T>::finish_complex() {
  if constexpr (is_complex<T>) {
    // Where a real column's sum lies: tiles cut columns where they like.
    index const depth = task_.left.depth();
    auto const sum_at = [&](index i, index row, index column) -> enclosure<double> {
      tile const t = tile_at(i, column / columns_ - first_right_);
      line const &left = task_.left.lines(t.left)[row - t.first_row],
                 &right = task_.right.lines(t.right)[column - t.first_column];
      if (!left.usable || !right.usable) return unknown();
      if (*t.calls == 0) return {};
      double const radius =
          std::same_as<real, float> ? chain_radius(*t.calls) * left.norm * right.norm : coarse_radius(depth, *t.calls);
      index const at = (column - t.first_column) * rows_ + row - t.first_row;
      double const scale = left.scale * right.scale;
      return {t.high[at] * scale, t.low[at] * scale, radius * scale + 0x1p-1000};  // or they underflow
    };
    T const alpha = task_.alpha, beta = task_.beta;
    index const first_column = first_right_ * columns_;
    index const end_column = std::min(task_.right.real_lines(), (first_right_ + right_count_) * columns_);
    for (index i = 0; i < left_count_; ++i) {
      index const first_row = (first_left_ + i) * rows_, end_row = std::min(task_.c.rows, first_row + rows_);
      for (index column = first_column; column < end_column; column += 2)
        for (index row = first_row; row < end_row; ++row) {
          if (!is_written(task_.written, row, column / 2)) continue;
          T& entry = task_.c.at(row, column / 2);
          T const c = beta == T(0) ? T(0) : entry;
          enclosure<double> re = sum_at(i, row, column), im = sum_at(i, row, column + 1);
          multiply_parts(alpha, re, im);
          re = re + sum_of_products(beta.real(), c.real(), -beta.imag(), c.imag());
          im = im + sum_of_products(beta.real(), c.imag(), beta.imag(), c.real());
          entry = tiers([&] { return of_parts(round_entry<real>(re), round_entry<real>(im)); },
                        [&] { return exact_value(row, column / 2); });
        }
    }
  }
}

template class product_block<float>;
template class product_block<double>;
template class product_block<std::complex<float>>;
template class product_block<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
