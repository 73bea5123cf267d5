#pragma once

#include <cmath>
#include <vector>

#include "linalg/gemv_bounds.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A vector as the kernels want it: doubles, with zeros up to whole blocks.
class gemv_operand {
public:
  gemv_operand(index length, index block)
      : block_(block), values_(static_cast<std::size_t>((length + block - 1) / block * block)) {}

  [[nodiscard]] double& operator[](index i) noexcept { return values_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double const* data() const noexcept { return values_.data(); }
  [[nodiscard]] index blocks() const noexcept { return static_cast<index>(values_.size()) / block_; }

  [[nodiscard]] double largest_magnitude() const noexcept {
    double m = 0;
    for (double x : values_) m = std::fabs(x) > m ? std::fabs(x) : m;
    return m;
  }
  void scale(double first, double second) noexcept {
    for (double& x : values_) x = x * first * second;
  }
  /// Whether all values are zero or at least 1.
  [[nodiscard]] bool none_is_small() const noexcept {
    bool none = true;
    for (double x : values_) none &= x == 0 || !(std::fabs(x) < 1);
    return none;
  }

private:
  index block_;
  std::vector<double> values_;
};

/// The power of two that operands are multiplied with, as factors: by first and second, back by the others. So no
/// product of ordinary numbers underflows. docs/maths/gemv.md#scaling
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
