#pragma once

#include <optional>

#include "linalg/exact_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// alpha*start - sum of products, rounded once, with integers: what is left open ends here. Exact zeros are never
/// certain before, and structured matrices have many, so products with zeros are left out.
template <class T> class exact_remainder {
public:
  /// Subtracts the products of two views of the same size.
  void subtract(vector_view<T const> a, vector_view<T const> b) {
    constexpr index most = 256;
    T left[most], right[most];
    index count = 0;
    auto const flush = [&] {
      if (count == 0) return;
      if (!sum_) sum_.emplace();
      vector_view<T> l(left, count), r(right, count);
      l.conjugate = a.conjugate, r.conjugate = b.conjugate;
      sum_->add_products(l, r);
      count = 0;
    };
    for (index k = 0; k < a.size; ++k) {
      T const x = a.data[k * a.stride], y = b.data[k * b.stride];
      if ((x == T{} && is_finite(y)) || (y == T{} && is_finite(x))) continue;
      left[count] = x, right[count] = y;
      if (++count == most) flush();
    }
    flush();
  }

  [[nodiscard]] T round(T alpha, T start) const {
    if (!sum_ && alpha == T(1) && is_finite(start)) return start + T{};  // -0 becomes +0
    return (sum_ ? *sum_ : exact_entry<T>()).round(T(-1), alpha, start);
  }

private:
  [[nodiscard]] static bool is_finite(T const& x) noexcept {
    if constexpr (is_complex<T>)
      return !is_nonfinite(x.real()) && !is_nonfinite(x.imag());
    else
      return !is_nonfinite(x);
  }

  std::optional<exact_entry<T>> sum_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
