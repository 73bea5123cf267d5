#pragma once

#include <algorithm>
#include <cmath>

#include "linalg/gemv_bounds.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/number.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A vector as the kernels want it: doubles, with zeros up to whole blocks.
class gemv_operand {
public:
  gemv_operand(index length, index block)
      : block_(block), size_((length + block - 1) / block * block), values_(static_cast<std::size_t>(size_)) {
    std::fill_n(values_.data(), size_, 0.0);
  }

  [[nodiscard]] double& operator[](index i) noexcept { return values_.data()[i]; }
  [[nodiscard]] double const* data() const noexcept { return values_.data(); }
  [[nodiscard]] index blocks() const noexcept { return size_ / block_; }

  [[nodiscard]] double largest_magnitude() const noexcept {
    double largest = 0;
    for (index i = 0; i < size_; ++i) largest = std::max(largest, std::fabs(data()[i]));
    return largest;
  }
  void scale(double first, double second) noexcept {
    for (index i = 0; i < size_; ++i) values_.data()[i] *= first, values_.data()[i] *= second;
  }

private:
  index block_, size_;
  workspace values_;
};

/// What a matrix of real numbers is multiplied with: x itself, or two vectors for complex numbers, of which at(set, i)
/// is element i. Of a matrix along columns the rows of parts take re(x) and im(x), along rows the pairs of parts take
/// those of either part of the result. docs/maths/gemv.md#complex
template <class T, class At> void set_operands(vector_view<T const> x, bool conjugate, bool by_columns, At at) {
  double const sign = conjugate ? -1 : 1;
  for (index i = 0; i < x.size; ++i) {
    T const value = element(x, i);
    if constexpr (is_complex<T>) {
      double const re = value.real(), im = value.imag();
      if (by_columns) {
        at(0, i) = re, at(1, i) = im;
      } else {
        at(0, 2 * i) = re, at(0, 2 * i + 1) = -sign * im;
        at(1, 2 * i) = im, at(1, 2 * i + 1) = sign * re;
      }
    } else {
      at(0, i) = value;
    }
  }
}

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
