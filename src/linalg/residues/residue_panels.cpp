#include "linalg/residues/residue_panels.hpp"

#include <algorithm>

#include "arithmetic/power_of_two.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

index divided_up(index n, index by) { return (n + by - 1) / by; }

/// The whole number nearest to x, as the kernels round.
double nearest_whole(double x) {
  double const size = magnitude(x);
  if (!(size < 0x1p52)) return x;
  double const whole = (size + 0x1p52) - 0x1p52;
  return x < 0 ? -whole : whole;
}

}  // namespace

residue_panels::residue_panels(residue_table const& kernels, residue_system const& system, panels const& lines,
                               side which, int bits)
    : kernels_(kernels), system_(system), lines_(lines), side_(which),
      groups_(divided_up(lines.real_lines(), residue_lines)), pieces_(divided_up(lines.depth(), residue_depth)),
      // Not a multiple of a page: equal places of all moduli are written together.
      stride_(groups_ * group_size() + residue_piece),
      memory_(static_cast<std::size_t>(divided_up(stride_ * system.count, sizeof(double)))),
      bytes_(reinterpret_cast<std::uint8_t*>(memory_.data())),
      units_(static_cast<std::size_t>(groups_ * residue_lines), 1.0), lost_(units_.size()) {
  for (index l = 0; l < lines.real_lines(); ++l) {
    double const norm = lines.lines(l / lines.width())[l % lines.width()].norm;
    if (is_line(l) && norm > 0)
      units_[static_cast<std::size_t>(l)] = power_of_two<double>(exponent_above(bits_of(norm)) - bits);
  }
}

/// One of numbers that the kernels take.
bool residue_panels::is_line(index line) const noexcept {
  return line < lines_.real_lines() && lines_.lines(line / lines_.width())[line % lines_.width()].usable;
}

double residue_panels::element(index line, index place) const noexcept {
  return lines_.data(line / lines_.width(), 0)[place * lines_.width() + line % lines_.width()];
}
double residue_panels::rounded(index line, index place) const noexcept {
  double const unit = this->unit(line);
  return nearest_whole(element(line, place) / unit) * unit;
}

void residue_panels::convert(index group) {
  index const first = group * residue_lines, width = lines_.width();
  double factors[residue_lines], lost[residue_lines] = {};
  double const* from[residue_lines];
  for (index q = 0; q < residue_lines; ++q) {
    factors[q] = 1 / unit(first + q);
    from[q] = is_line(first + q) ? lines_.data((first + q) / width, 0) + (first + q) % width : nullptr;
  }
  auto const kernel = side_ == side::left ? kernels_.left : kernels_.right;
  double piece[residue_piece];
  for (index number = 0; number < pieces_; ++number) {
    for (index q = 0; q < residue_lines; ++q)
      for (index p = 0; p < residue_depth; ++p)
        piece[p * residue_lines + q] = from[q] == nullptr ? 0 : from[q][(number * residue_depth + p) * width];
    kernels_.round(piece, factors, lost);
    kernel(system_, piece, bytes_ + group * group_size() + number * residue_piece, stride_);
  }
  // Rounded sums of up to 2^32 numbers, and what packing took as zero. docs/maths/residues.md#truncation
  for (index q = 0; q < residue_lines && first + q < lines_.real_lines(); ++q) {
    line const& one = lines_.lines((first + q) / width)[(first + q) % width];
    double& all = lost_[static_cast<std::size_t>(first + q)];
    all = lost[q] * unit(first + q) * (1 + 0x1p-20);
    if (one.lowest_bit < negligible) all += static_cast<double>(lines_.depth()) * 0x1p-440;
  }
}

std::vector<remainder> residue_panels::remainders(index line) const {
  auto const most = static_cast<std::size_t>(lines_.depth() / 8 + 1);
  std::vector<remainder> found;
  for (index p = 0; p < lines_.depth() && found.size() <= most; ++p)
    if (double const left = element(line, p) - rounded(line, p); left != 0) found.push_back({p, left});
  if (found.size() > most) found.clear();
  return found;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
