#pragma once

#include <concepts>

#include <isobit/arithmetic/bits.hpp>

#include "integer/limbs.hpp"
#include "math/ball/bound.hpp"

/// Real numbers that are known to lie within midpoint - radius .. midpoint + radius. Every operation returns a ball
/// that contains the result for all numbers of the operands' balls: errors are tracked while they arise.
ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace limbs = integer::limbs;

/// The midpoint is +-0.limb[0] limb[1] ... * 2^exponent, where the top bit of limb[0] and the last limb are not zero.
/// A midpoint of zero has no limbs. Only the limbs in use are copied.
class ball {
public:
#ifdef __CUDACC__
  static constexpr int capacity = 10;  ///< limbs. docs/maths/last_tier.md#on-a-gpu
#else
  static constexpr int capacity = 64;  ///< limbs: 4096 bits
#endif
  using limb_type = limbs::limb;

  bound radius;

  /// Zero, exactly.
  ISOBIT_HOST_DEVICE ball() noexcept {}
  /// The number itself, exactly. Precondition: finite.
  ISOBIT_HOST_DEVICE explicit ball(double x) noexcept {
    auto const [negative, significand, exponent] = decompose(x);
    set_integer(negative, significand, exponent);
  }
  template <std::signed_integral Integer> ISOBIT_HOST_DEVICE explicit ball(Integer x) noexcept {
    auto const bits = static_cast<std::uint64_t>(x);
    set_integer(x < 0, x < 0 ? 0 - bits : bits, 0);
  }
  template <std::unsigned_integral Integer> ISOBIT_HOST_DEVICE explicit ball(Integer x) noexcept {
    set_integer(false, x, 0);
  }
  /// A zero with an error of at most `error`.
  ISOBIT_HOST_DEVICE explicit ball(bound error) noexcept : radius(error) {}

  ISOBIT_HOST_DEVICE ball(ball const& other) noexcept { copy(other); }
  // To itself, it copies every number onto itself. NOLINTNEXTLINE(bugprone-unhandled-self-assignment,cert-oop54-cpp)
  ISOBIT_HOST_DEVICE ball& operator=(ball const& other) noexcept {
    copy(other);
    return *this;
  }

  [[nodiscard]] ISOBIT_HOST_DEVICE bool is_negative() const noexcept { return negative_; }
  [[nodiscard]] ISOBIT_HOST_DEVICE int size() const noexcept { return size_; }
  /// Most significant first.
  [[nodiscard]] ISOBIT_HOST_DEVICE limb_type const* limb() const noexcept { return limb_; }
  /// The midpoint is below 2^exponent, and not below 2^(exponent - 1) unless it is zero.
  [[nodiscard]] ISOBIT_HOST_DEVICE std::int64_t exponent() const noexcept { return exponent_; }
  [[nodiscard]] ISOBIT_HOST_DEVICE bool midpoint_is_zero() const noexcept { return size_ == 0; }

  /// Makes the midpoint +-0.digits * 2^exponent, cut to `keep` limbs, and adds to the radius what was cut.
  ISOBIT_HOST_DEVICE void set(bool negative, limb_type const* digits, int size, std::int64_t exponent,
                              int keep) noexcept {
    while (size > 0 && digits[0] == 0) {
      ++digits;
      --size;
      exponent -= 64;
    }
    negative_ = negative;
    exponent_ = exponent;
    size_ = 0;
    if (size == 0) return;
    int const shift = integer::leading_zeros(digits[0]);
    exponent_ -= shift;
    size_ = size < keep ? size : keep;
    if (shift == 0) {
      for (int i = 0; i < size_; ++i) limb_[i] = digits[i];
    } else {
      for (int i = 0; i < size_ - 1; ++i) limb_[i] = digits[i] << shift | digits[i + 1] >> (64 - shift);
      limb_[size_ - 1] = digits[size_ - 1] << shift;
      if (size_ < size) limb_[size_ - 1] |= digits[size_] >> (64 - shift);
    }
    limb_type cut = size_ < size ? digits[size_] << shift : 0;
    for (int i = size_ + 1; i < size; ++i) cut |= digits[i];
    if (cut != 0) radius = add(radius, bound_power_of_two(exponent_ - 64 * size_));
    while (limb_[size_ - 1] == 0) --size_;
  }

  ISOBIT_HOST_DEVICE void negate() noexcept { negative_ = !negative_; }
  /// Multiplies by 2^k, exactly.
  ISOBIT_HOST_DEVICE void scale(std::int64_t k) noexcept {
    exponent_ += k;
    radius = math::scale(radius, k);
  }

private:
  ISOBIT_HOST_DEVICE void set_integer(bool negative, std::uint64_t x, std::int64_t exponent) noexcept {
    if (x == 0) return;
    int const shift = integer::leading_zeros(x);
    negative_ = negative;
    exponent_ = exponent + 64 - shift;
    size_ = 1;
    limb_[0] = x << shift;
  }
  ISOBIT_HOST_DEVICE void copy(ball const& other) noexcept {
    radius = other.radius;
    exponent_ = other.exponent_;
    size_ = other.size_;
    negative_ = other.negative_;
    for (int i = 0; i < size_; ++i) limb_[i] = other.limb_[i];
  }

  std::int64_t exponent_ = 0;
  int size_ = 0;
  bool negative_ = false;
  limb_type limb_[capacity];
};

/// The limbs that hold so many bits, at most the capacity.
ISOBIT_HOST_DEVICE inline int limbs_for(int precision) noexcept {
  int const wanted = (precision + 63) / 64;
  return wanted < ball::capacity ? wanted : ball::capacity;
}

/// A ball that excludes nothing: the result where a function is not defined on the whole of its argument's ball.
ISOBIT_HOST_DEVICE inline ball unknown() noexcept { return ball(no_bound()); }

/// At least |midpoint|.
ISOBIT_HOST_DEVICE inline bound midpoint_bound(ball const& x) noexcept {
  if (x.midpoint_is_zero()) return {};
  return {(x.limb()[0] >> 33) + 1, x.exponent() - 31};
}

/// At least |x| for every x of the ball.
ISOBIT_HOST_DEVICE inline bound upper_bound(ball const& x) noexcept { return add(midpoint_bound(x), x.radius); }

/// At most |x| for every x of the ball: zero if it cannot be told from zero.
ISOBIT_HOST_DEVICE inline bound lower_bound(ball const& x) noexcept {
  if (x.midpoint_is_zero()) return {};
  bound result{x.limb()[0] >> 33, x.exponent() - 31};
  if (x.radius.is_zero()) return result;
  std::int64_t const distance = result.exponent - x.radius.exponent;
  if (distance < -1) return {};
  std::uint64_t const error = distance < 0    ? x.radius.mantissa << -distance
                              : distance < 32 ? (x.radius.mantissa >> distance) + 1
                                              : 1;
  if (error >= result.mantissa) return {};
  result.mantissa -= error;
  int const shift = integer::leading_zeros(result.mantissa) - 33;
  return {result.mantissa << shift, result.exponent - shift};
}

ISOBIT_HOST_DEVICE_CALL inline ball midpoint(ball const& x) noexcept {
  ball result = x;
  result.radius = {};
  return result;
}

ISOBIT_HOST_DEVICE_CALL inline ball negate(ball const& x) noexcept {
  ball result = x;
  result.negate();
  return result;
}

using ::isobit::magnitude;  // that of numbers
ISOBIT_HOST_DEVICE_CALL inline ball magnitude(ball const& x) noexcept { return x.is_negative() ? negate(x) : x; }

ISOBIT_HOST_DEVICE_CALL inline ball scale(ball const& x, std::int64_t k) noexcept {
  ball result = x;
  result.scale(k);
  return result;
}

/// The same, with the error made larger.
ISOBIT_HOST_DEVICE_CALL inline ball widen(ball const& x, bound error) noexcept {
  ball result = x;
  result.radius = add(x.radius, error);
  return result;
}

/// floor(|midpoint| * 2^shift). Precondition: it is below 2^64.
ISOBIT_HOST_DEVICE inline std::uint64_t scaled_integer(ball const& x, int shift) noexcept {
  std::int64_t const bits = x.exponent() + shift;
  return x.midpoint_is_zero() || bits <= 0 ? 0 : x.limb()[0] >> (64 - bits);
}

namespace detail {

/// Precondition: the exponent of the first is not less than that of the second, unless this is zero.
ISOBIT_HOST_DEVICE_CALL inline ball add_ordered(ball const& large, bool negative, ball const& small,
                                                bool small_negative, int precision) noexcept {
  int const keep = limbs_for(precision);
  ball result;
  result.radius = add(large.radius, small.radius);
  if (small.midpoint_is_zero()) {
    result.set(negative, large.limb(), large.size(), large.exponent(), keep);
    return result;
  }
  std::int64_t const distance = large.exponent() - small.exponent();
  std::int64_t const beyond = 64 * std::int64_t{keep + 2};
  int const right = static_cast<int>(distance < beyond ? distance : beyond);
  // A limb more than is kept; a carry goes in front of them all.
  int const extent = small.size() + (right + 63) / 64;
  int const longer = large.size() < extent ? extent : large.size();
  int const size = longer < keep + 1 ? longer : keep + 1;
  if (size < longer) result.radius = add(result.radius, bound_power_of_two(large.exponent() - 64 * size + 1));

  limbs::limb sum[ball::capacity + 2];
  for (int i = 0; i < size; ++i) sum[i + 1] = i < large.size() ? large.limb()[i] : 0;
  sum[0] = 0;
  bool turned = false;
  limbs::reversed const total(sum + 1, size);
  limbs::reversed const addend(small.limb(), small.size());
  int const position = 64 * (size - small.size()) - right;
  if (negative != small_negative) {
    turned = limbs::add(total, size, true, addend, small.size(), position) != 0;
    if (turned) limbs::negate(total, size);
  } else {
    sum[0] = limbs::add(total, size, false, addend, small.size(), position);
  }
  result.set(negative != turned, sum, size + 1, large.exponent() + 64, keep);
  return result;
}

ISOBIT_HOST_DEVICE inline ball add(ball const& a, ball const& b, bool b_negative, int precision) noexcept {
  if (!b.midpoint_is_zero() && (a.midpoint_is_zero() || a.exponent() < b.exponent()))
    return add_ordered(b, b_negative, a, a.is_negative(), precision);
  return add_ordered(a, a.is_negative(), b, b_negative, precision);
}

}  // namespace detail

/// a + b. Like every operation below, to that many bits (rounded up to whole limbs): the midpoint is wrong by less than
/// 2^-precision of the larger operand, or of the result where there is no cancellation, and the radius says so.
ISOBIT_HOST_DEVICE_CALL inline ball add(ball const& a, ball const& b, int precision) noexcept {
  return detail::add(a, b, b.is_negative(), precision);
}
ISOBIT_HOST_DEVICE_CALL inline ball subtract(ball const& a, ball const& b, int precision) noexcept {
  return detail::add(a, b, !b.is_negative(), precision);
}

ISOBIT_HOST_DEVICE_CALL inline ball multiply(ball const& a, ball const& b, int precision) noexcept {
  ball result;
  // |ab - a'b'| <= |a'| rb + ra (|b'| + rb)
  if (!b.radius.is_zero()) result.radius = multiply(midpoint_bound(a), b.radius);
  if (!a.radius.is_zero()) result.radius = add(result.radius, multiply(a.radius, upper_bound(b)));
  if (a.midpoint_is_zero() || b.midpoint_is_zero()) return result;

  int const keep = limbs_for(precision);
  int const a_size = a.size() < keep + 1 ? a.size() : keep + 1;
  int const b_size = b.size() < keep + 1 ? b.size() : keep + 1;
  std::int64_t const exponent = a.exponent() + b.exponent();
  if (a_size < a.size()) result.radius = add(result.radius, bound_power_of_two(exponent - 64 * a_size));
  if (b_size < b.size()) result.radius = add(result.radius, bound_power_of_two(exponent - 64 * b_size));
  limbs::limb product[2 * ball::capacity];
  limbs::multiply(limbs::reversed(product, a_size + b_size), limbs::reversed(a.limb(), a_size), a_size,
                  limbs::reversed(b.limb(), b_size), b_size);
  result.set(a.is_negative() != b.is_negative(), product, a_size + b_size, exponent, keep);
  return result;
}

ISOBIT_HOST_DEVICE_CALL inline ball square(ball const& x, int precision) noexcept { return multiply(x, x, precision); }

ISOBIT_HOST_DEVICE_CALL inline ball multiply_integer(ball const& x, std::int64_t k, int precision) noexcept {
  return multiply(x, ball(k), precision);
}

}  // namespace math
ISOBIT_NAMESPACE_END
