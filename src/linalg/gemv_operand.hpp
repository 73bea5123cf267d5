#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/gemv_bounds.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A vector as the kernels want it: doubles, zeros up to whole blocks, and for each block what its products are cut
/// with. Doubles are scaled by a power of two, so that neither an underflow nor a zero can be overlooked.
/// docs/maths/gemv.md#scaling
class gemv_operand {
public:
  gemv_operand(index length, index block)
      : block_(block), values_(static_cast<std::size_t>((length + block - 1) / block * block)) {}

  [[nodiscard]] double& operator[](index i) noexcept { return values_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double const* data() const noexcept { return values_.data(); }
  [[nodiscard]] double const* largest() const noexcept { return largest_.data(); }
  [[nodiscard]] index blocks() const noexcept { return static_cast<index>(values_.size()) / block_; }

  [[nodiscard]] double largest_magnitude() const noexcept {
    double m = 0;
    for (double x : values_) m = std::fabs(x) > m ? std::fabs(x) : m;
    return m;
  }
  void scale(double first, double second) noexcept {
    for (double& x : values_) x = x * first * second;
  }
  /// To be called when all values are there.
  void find_largest() {
    largest_.resize(static_cast<std::size_t>(blocks()));
    for (index b = 0; b < blocks(); ++b) {
      double m = 0;
      for (index i = b * block_; i < (b + 1) * block_; ++i) {
        double const size = std::fabs(values_[static_cast<std::size_t>(i)]);
        m = size > m ? size : m;
      }
      largest_[static_cast<std::size_t>(b)] = m == 0 ? 0 : std::max(17 * m, 1.0);
    }
  }

private:
  index block_;
  std::vector<double> values_;
  std::vector<double> largest_;
};

/// The power of two that operands are multiplied with, as factors: by first and second, back by the others.
struct gemv_scale {
  double first = 1, second = 1, back_first = 1, back_second = 1;

  /// Takes numbers of this size to about 2^500; larger ones stay.
  static gemv_scale for_magnitude(double largest) noexcept {
    if (!(largest > 0) || !(largest < 0x1p500)) return {};
    int const shift = 500 - std::ilogb(largest), half = shift / 2;
    return {std::ldexp(1.0, half), std::ldexp(1.0, shift - half), std::ldexp(1.0, -half),
            std::ldexp(1.0, half - shift)};
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
