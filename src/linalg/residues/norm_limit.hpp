#pragma once

#include "arithmetic/power_of_two.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How long lines of a factor may be as whole numbers: their norms lie below size * 2^bits. Lines are multiplied by
/// powers of two, so one whose norm is just above size * 2^e loses nearly a bit: the size should be just above the
/// norms of most lines, between powers of two. docs/maths/residues.md#scaling
struct norm_limit {
  int bits = 0;
  double size = 1;  ///< from 1/2 to 1

  /// The least e for which a norm is below size * 2^e.
  [[nodiscard]] int exponent(double norm) const noexcept { return exponent_above(bits_of(norm / size)); }
  /// What a line of that norm is to be divided by: its norm becomes at least half of the limit.
  [[nodiscard]] double unit(double norm) const noexcept { return power_of_two<double>(exponent(norm) - bits); }
  [[nodiscard]] double value() const noexcept { return size * power_of_two<double>(bits); }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
