#include <isobit/reduc.h>

#include <algorithm>
#include <limits>
#include <span>

#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>
#include <isobit/sum/sum.hpp>

#include "c/guard.hpp"
#include "integer/running_product.hpp"

namespace isobit::c_interface {
namespace {

/// What `compute()` gives; NaN where it fails.
template <class T, class Compute> T or_nan(Compute compute) noexcept {
  T result = from_bits<T>(format<T>::canonical_nan);
  guard([&] { result = compute(); });
  return result;
}

/// `sum()`, but +inf where NaN came together with an infinity.
template <class T, class Sum> T of_magnitudes(std::size_t n, T const* p, Sum sum) noexcept {
  return or_nan<T>([&] {
    require_array(p, n);
    std::span const values(p, n);
    T const result = sum(values);
    if (is_nan(result))
      for (T const x : values)
        if (is_nonfinite(x) && !is_nan(x)) return from_bits<T>(format<T>::infinity);
    return result;
  });
}

/// A factor of a product, x + y, without rounding.
template <class T> class exact_factor {
public:
  exact_factor(T x, T y) noexcept {
    if (is_nonfinite(x) || is_nonfinite(y)) {
      bool const opposite = is_nonfinite(x) && is_nonfinite(y) && is_negative(x) != is_negative(y);
      nan_ = is_nan(x) || is_nan(y) || opposite;
      infinite_ = !nan_;
      negative_ = is_negative(is_nonfinite(x) ? x : y);
      return;
    }
    decomposed const a = decompose(x), b = decompose(y);
    decomposed const& high = a.exponent > b.exponent ? a : b;
    decomposed const& low = a.exponent > b.exponent ? b : a;
    int const apart = high.exponent - low.exponent;
    exponent_ = low.exponent;
    size_ = apart / 64 + 2;
    limb_[0] = low.significand;
    std::fill(limb_ + 1, limb_ + size_, 0);
    bool const below_zero =
        integer::limbs::add(limb_, size_, high.negative != low.negative, &high.significand, 1, apart);
    if (below_zero) integer::limbs::negate(limb_, size_);
    size_ = integer::limbs::trimmed(limb_, size_);
    negative_ = size_ == 0 ? high.negative && low.negative : below_zero ? high.negative : low.negative;
  }

  [[nodiscard]] bool nan() const noexcept { return nan_; }
  [[nodiscard]] bool infinite() const noexcept { return infinite_; }
  [[nodiscard]] bool zero() const noexcept { return !nan_ && !infinite_ && size_ == 0; }
  [[nodiscard]] bool negative() const noexcept { return negative_; }
  void multiply_into(integer::running_product& product) const { product.multiply(limb_, size_, exponent_); }

private:
  static constexpr int most_limbs = (format<T>::max_exponent - format<T>::min_exponent) / 64 + 3;
  integer::limbs::limb limb_[most_limbs];
  int size_ = 0;
  int exponent_ = 0;
  bool negative_ = false;
  bool nan_ = false;
  bool infinite_ = false;
};

/// The same, for what sets a scale: 0 where it does not.
template <class T, class Compute> T or_unscaled_nan(long* scale, Compute compute) noexcept {
  return or_nan<T>([&] {
    require_pointers(scale);
    *scale = 0;
    return compute();
  });
}

/// The product of factor(i), i < n.
template <class T, class Factor> T scaled_product(std::size_t n, long* scale, Factor factor) {
  bool nan = false, zero = false, infinite = false, negative = false;
  for (std::size_t i = 0; i < n; ++i) {
    exact_factor<T> const one = factor(i);
    nan |= one.nan(), zero |= one.zero(), infinite |= one.infinite(), negative ^= one.negative();
  }
  auto const with_sign = [&](T value) { return negative ? negated(value) : value; };
  if (nan || (zero && infinite)) return from_bits<T>(format<T>::canonical_nan);
  if (infinite) return with_sign(from_bits<T>(format<T>::infinity));
  if (zero) return with_sign(T(0));

  // Twice as many limbs each time, until none is cut off or what was cannot matter. docs/maths/products.md
  for (int limbs = 2;; limbs *= 2) {
    integer::running_product product(limbs);
    for (std::size_t i = 0; i < n; ++i) factor(i).multiply_into(product);
    integer::scaled_value<T> result{};
    if (!product.round(result)) continue;
    if (result.scale < std::numeric_limits<long>::min() || result.scale > std::numeric_limits<long>::max())
      throw error(status::out_of_range, "isobit_scaled_prod: a scale that a long cannot hold");
    *scale = static_cast<long>(result.scale);
    return with_sign(result.value);
  }
}

template <class T> T product_of_all(std::size_t n, T const* p, long* scale) noexcept {
  return or_unscaled_nan<T>(scale, [&] {
    require_array(p, n);
    // Plus the zero that keeps the sign of a zero.
    return scaled_product<T>(
        n, scale, [&](std::size_t i) { return exact_factor<T>(p[i], is_negative(p[i]) ? negated(T(0)) : T(0)); });
  });
}

template <class T, class Second>
T product_of_pairs(std::size_t n, T const* p, T const* q, long* scale, Second second) noexcept {
  return or_unscaled_nan<T>(scale, [&] {
    require_array(p, n);
    require_array(q, n);
    return scaled_product<T>(n, scale, [&](std::size_t i) { return exact_factor<T>(p[i], second(q[i])); });
  });
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_ENTRY(suffix, T)                                                                     \
  T isobit_reduc_sum##suffix(size_t n, T const* p) {                                                \
    return or_nan<T>([&] {                                                                          \
      require_array(p, n);                                                                          \
      return sum(std::span(p, n));                                                                  \
    });                                                                                             \
  }                                                                                                 \
  T isobit_reduc_sumabs##suffix(size_t n, T const* p) {                                             \
    return of_magnitudes(n, p, [](std::span<T const> x) { return asum(x); });                       \
  }                                                                                                 \
  T isobit_reduc_sumsq##suffix(size_t n, T const* p) {                                              \
    return of_magnitudes(n, p, [](std::span<T const> x) { return squared_norm(x); });               \
  }                                                                                                 \
  T isobit_reduc_sumprod##suffix(size_t n, T const* p, T const* q) {                                \
    return or_nan<T>([&] {                                                                          \
      require_array(p, n);                                                                          \
      require_array(q, n);                                                                          \
      return dot(std::span(p, n), std::span(q, n));                                                 \
    });                                                                                             \
  }                                                                                                 \
  T isobit_scaled_prod##suffix(size_t n, T const* p, long* sf) { return product_of_all(n, p, sf); } \
  T isobit_scaled_prodsum##suffix(size_t n, T const* p, T const* q, long* sf) {                     \
    return product_of_pairs(n, p, q, sf, [](T y) { return y; });                                    \
  }                                                                                                 \
  T isobit_scaled_proddiff##suffix(size_t n, T const* p, T const* q, long* sf) {                    \
    return product_of_pairs(n, p, q, sf, [](T y) { return negated(y); });                           \
  }
ISOBIT_ENTRY(, double)
ISOBIT_ENTRY(f, float)
#undef ISOBIT_ENTRY

}  // extern "C"
