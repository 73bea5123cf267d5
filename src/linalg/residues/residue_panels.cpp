#include "linalg/residues/residue_panels.hpp"

#include <cmath>

#include "linalg/multiples.hpp"
#include "linalg/residues/nearest_whole.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

residue_panels::residue_panels(residue_table const& kernels, residue_system const& system, panels const& lines,
                               side which, norm_limit const& limit)
    : kernels_(kernels), system_(system), lines_(lines), side_(which),
      groups_(divided_up(lines.real_lines(), residue_lines)), pieces_(divided_up(lines.depth(), residue_depth)),
      // Of long lines some chunks of all groups are multiplied at a time: an odd number lets these use all of a cache.
      chunks_(divided_up(lines.depth(), residue_chunk) | (lines.depth() > 1024 ? 1 : 0)),
      // Not a multiple of a page: equal places of all moduli are written together.
      stride_(groups_ * group_size() + residue_piece),
      memory_(static_cast<std::size_t>(divided_up(stride_ * system.count, sizeof(double)))),
      bytes_(reinterpret_cast<std::uint8_t*>(memory_.data())),
      // A vector more than there are lines: kernels read whole ones.
      units_(static_cast<std::size_t>((groups_ + 1) * residue_lines), 1.0), lost_(units_.size()),
      // As many as are worth it; they take memory only where there are some.
      most_remainders_(lines.depth() / 8 + 1),
      remainders_(units_.size() * static_cast<std::size_t>(most_remainders_) * sizeof(remainder) / sizeof(double)),
      remainder_counts_(units_.size()) {
  for (index l = 0; l < lines.real_lines(); ++l) {
    double const norm = lines.lines(l / lines.width())[l % lines.width()].norm;
    if (is_line(l) && norm > 0) units_[static_cast<std::size_t>(l)] = limit.unit(norm);
  }
}

/// One of numbers that the kernels take.
bool residue_panels::is_line(index line) const noexcept {
  return line < lines_.real_lines() && lines_.lines(line / lines_.width())[line % lines_.width()].usable;
}

double residue_panels::elements_of_line::rounded(index place) const noexcept {
  return kernel::ISOBIT_TARGET::nearest_whole((*this)[place] / unit_) * unit_;
}

void residue_panels::convert(index group) {
  index const first = group * residue_lines, width = lines_.width();
  lines_to_convert lines = {.from = {},
                            .step = width,
                            .depth = lines_.depth(),
                            .factor = {},
                            .is_short = true,
                            .most_remainders = most_remainders_};
  converted_lines found = {};
  for (index q = 0; q < residue_lines; ++q) {
    double const factor = 1 / unit(first + q);
    lines.factor[q] = factor;
    found.remainders[q] = remainders_at(first + q);
    // Panels hold magnitudes below 1.
    lines.is_short = lines.is_short && factor <= 0x1p63;
    if (is_line(first + q)) lines.from[q] = lines_.data((first + q) / width, 0) + (first + q) % width;
  }
  auto const kernel = side_ == side::left ? kernels_.left : kernels_.right;
  kernel(system_, lines, found, bytes_ + group * group_size(), stride_);
  for (index q = 0; q < residue_lines && first + q < lines_.real_lines(); ++q) {
    lost_[static_cast<std::size_t>(first + q)] = lost_by_line(first + q, found.lost[q]);
    remainder_counts_[static_cast<std::size_t>(first + q)] = found.count[q];
  }
}

double residue_panels::lost_by_line(index line, double units) const noexcept {
  if (!is_line(line)) return HUGE_VAL;
  bool const some_zero = lines_.lines(line / lines_.width())[line % lines_.width()].lowest_bit < negligible;
  if (units == 0 && !some_zero) return 0;
  // Rounded sums of up to 2^32 numbers, and what packing took as zero. docs/maths/residues.md#truncation
  return units * unit(line) * (1 + 0x1p-20) + least_radius;
}

remainder* residue_panels::remainders_at(index line) const noexcept {
  return reinterpret_cast<remainder*>(remainders_.data()) + line * most_remainders_;
}

std::optional<std::span<remainder const>> residue_panels::remainders(index line) const noexcept {
  index const count = remainder_counts_[static_cast<std::size_t>(line)];
  if (count > most_remainders_) return {};
  return std::span<remainder const>(remainders_at(line), static_cast<std::size_t>(count));
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
