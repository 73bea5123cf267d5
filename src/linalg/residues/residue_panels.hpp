#pragma once

#include <optional>
#include <span>
#include <vector>

#include "linalg/panels.hpp"
#include "linalg/residues/norm_limit.hpp"
#include "linalg/residues/residue_table.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Radii are zero or at least this, in the units of panels: the scales of lines, within 2^-900 .. 2^900, must not make
/// them vanish. docs/maths/residues.md#units
inline constexpr double least_radius = 0x1p-140;

/// A packed operand once more, each line multiplied by a power of two and rounded to whole numbers, as residues of
/// these. docs/maths/residues.md#scaling
class residue_panels {
public:
  /// Nothing is converted yet.
  residue_panels(residue_table const& kernels, residue_system const& system, panels const& lines, side which,
                 norm_limit const& limit);

  [[nodiscard]] index groups() const noexcept { return groups_; }  ///< of lines, the last one filled up with zeros
  [[nodiscard]] index pieces() const noexcept { return pieces_; }  ///< with elements of a group
  [[nodiscard]] index group_size() const noexcept { return chunks_ * chunk_bytes; }

  /// One group. Different groups may be converted on different threads.
  void convert(index group);

  [[nodiscard]] std::uint8_t const* data(int modulus, index group) const noexcept {
    return bytes_ + modulus * stride_ + group * group_size();
  }
  /// The power of two that a line was divided by.
  [[nodiscard]] double const& unit(index line) const noexcept { return units_[static_cast<std::size_t>(line)]; }
  /// At least the sum of the magnitudes that rounding took off the elements of a line, in the units of its panel; none
  /// where all were whole, infinity where the kernels cannot take the line.
  [[nodiscard]] double const& lost(index line) const noexcept { return lost_[static_cast<std::size_t>(line)]; }
  /// What it took off them, one by one; nothing where these are too many to be worth it.
  [[nodiscard]] std::optional<std::span<remainder const>> remainders(index line) const noexcept;
  /// A line as it was packed, and what its elements were rounded to.
  class elements_of_line {
  public:
    elements_of_line(panels const& lines, index line, double unit) noexcept
        : from_(lines.data(line / lines.width(), 0) + line % lines.width()), step_(lines.width()), unit_(unit) {}
    [[nodiscard]] double operator[](index place) const noexcept { return from_[place * step_]; }
    [[nodiscard]] double rounded(index place) const noexcept;

  private:
    double const* from_;
    index step_;
    double unit_;
  };
  [[nodiscard]] elements_of_line elements(index line) const noexcept { return {lines_, line, unit(line)}; }

private:
  [[nodiscard]] remainder* remainders_at(index line) const noexcept;
  [[nodiscard]] bool is_line(index line) const noexcept;
  [[nodiscard]] double lost_by_line(index line, double units) const noexcept;

  residue_table const& kernels_;
  residue_system const& system_;
  panels const& lines_;
  side side_;
  index groups_, pieces_, chunks_;
  index stride_;  // from one modulus to the next
  workspace memory_;
  std::uint8_t* bytes_;
  std::vector<double> units_, lost_;
  index most_remainders_;
  workspace remainders_;
  std::vector<index> remainder_counts_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
