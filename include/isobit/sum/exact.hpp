#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>
#include <isobit/guarantee.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The exact sum of floating-point numbers, in any order, with no rounding at all until `round`.
///
/// A fixed-point number of 32-bit digits wide enough for every sum the type allows (digit k has the weight
/// 2^(32k), k from LowestDigit to HighestDigit), each kept in 64 bits so that carries can wait. Infinities and NaN
/// are counted apart. Two accumulators that saw the same multiset are equal (`==`, `hash`, `serialise`), whatever
/// the order, the partition, the kernel or the machine. Room for 2^63 additions. Trivially copyable; to use one
/// from several threads, give each its own and merge. docs/maths/exact.md
///
/// A count of infinities or NaN that has reached 2^63 - 1 means "so many or more" and stays there: nothing that is
/// added, merged or retracted later changes it.
///
/// The sign of an exact zero is IEEE's for the sum: -0 when every addend was -0, else +0. Retracting does not
/// bring a lost -0 back: that something other than -0 was once seen is remembered.
///
///     isobit::exact total;
///     total.add(0.1);
///     total.add(values);      // a whole vector
///     double s = total.round();
template <int LowestDigit, int HighestDigit> class ISOBIT_API basic_exact {
public:
  using value_type = double;  ///< what `round()` gives; floats are added too
  static constexpr guarantee promise = guarantee::correctly_rounded;
  static constexpr int lowest_digit = LowestDigit;
  static constexpr int highest_digit = HighestDigit;
  static constexpr int digit_count = HighestDigit - LowestDigit + 1;
  static constexpr bool holds_products = LowestDigit * 32 <= 2 * format<double>::min_exponent;

  basic_exact() noexcept = default;
  /// A narrower accumulator's value and special counts; the reverse does not compile.
  template <int L, int H>
    requires(L > LowestDigit && H < HighestDigit)
  ISOBIT_NO_SYMBOL explicit basic_exact(basic_exact<L, H> const& narrow) noexcept { merge(narrow); }

  void add(double x) noexcept;
  void add(float x) noexcept { add(double_of(x)); }
  /// Adds every value; fast kernels, the same state as adding one by one. Throws `error` for null with a size.
  void add(std::span<double const> values);
  void add(std::span<float const> values);
  /// Adds the exact product a*b. 0*inf counts as NaN.
  ISOBIT_NO_SYMBOL void add_product(double a, double b) noexcept requires holds_products {
    add_signed_product(a, b, false);
  }
  /// Products of floats are doubles, so every accumulator holds them.
  void add_product(float a, float b) noexcept;
  /// Adds a[i]*b[i] for every i; throws `error` where the sizes differ.
  ISOBIT_NO_SYMBOL void add_products(std::span<double const> a, std::span<double const> b) requires holds_products {
    add_all_products(a, b);
  }
  void add_products(std::span<float const> a, std::span<float const> b);
  /// Adds -x; so x = +inf counts as -inf.
  void subtract(double x) noexcept { add(negated(x)); }
  void subtract(float x) noexcept { add(negated(x)); }
  /// Undoes one `add(x)`, for inf and NaN too, unless their count has reached its limit.
  void retract(double x) noexcept;
  void retract(float x) noexcept { retract(double_of(x)); }
  ISOBIT_NO_SYMBOL void retract_product(double a, double b) noexcept requires holds_products {
    add_signed_product(a, b, true);
  }
  void retract_product(float a, float b) noexcept;

  /// Adds all that `other` has seen. Merging is associative and commutative.
  template <int L, int H>
    requires(L >= LowestDigit && H <= HighestDigit)
  ISOBIT_NO_SYMBOL void merge(basic_exact<L, H> const& other) noexcept { merge_signed(other, 1); }
  /// Undoes one `merge(other)`.
  void retract(basic_exact const& other) noexcept;

  /// Propagates the carries, so that every digit has the sign of the value and (but for the highest) a magnitude
  /// below 2^32. The value is unchanged; for a given value the digits are then unique.
  void canonicalise() noexcept;

  /// The value rounded once. NaN, or +inf with -inf: the canonical quiet NaN; else an infinity if one was seen.
  /// T: double, float, float16, bfloat16.
  template <class T = double> [[nodiscard]] T round(rounding mode = rounding::nearest_even) const;
  /// value/count rounded once; throws `error` for a count of zero.
  template <class T = double> [[nodiscard]] T mean(std::uint64_t count) const;
  /// The square root of the value rounded once (nearest even); NaN for a negative value.
  template <class T = double> [[nodiscard]] T square_root() const;

  /// `==` compares states: value, counts of NaN and infinities, and what decides the sign of a zero. `<=>` compares
  /// values; states that have seen a NaN or an infinity are unordered.
  [[nodiscard]] bool operator==(basic_exact const& other) const noexcept;
  [[nodiscard]] std::partial_ordering operator<=>(basic_exact const& other) const noexcept;
  /// The same for equal states, on every machine.
  [[nodiscard]] std::uint64_t hash() const noexcept;

  /// The state as bytes: versioned, little-endian, only the digits in use (about 40 bytes for ordinary data).
  /// Equal states give equal bytes. BITS.md#serialised-state
  [[nodiscard]] std::vector<std::byte> serialise() const;
  /// Throws `error` for anything but what `serialise` wrote, and where the value does not fit this type.
  [[nodiscard]] static basic_exact deserialise(std::span<std::byte const> bytes);

  [[nodiscard]] bool empty() const noexcept { return seen_ == seen::nothing; }
  /// -1, 0 or 1 for the finite part.
  [[nodiscard]] int sign() const noexcept;
  /// Digit k, for k from lowest_digit to highest_digit; unique for a value only after `canonicalise`.
  [[nodiscard]] std::int64_t digit(int k) const noexcept { return digits_[k - LowestDigit]; }
  /// Digits outside [lowest_used_digit, highest_used_digit] are zero.
  [[nodiscard]] int lowest_used_digit() const noexcept { return LowestDigit + low_; }
  [[nodiscard]] int highest_used_digit() const noexcept { return LowestDigit + high_; }
  [[nodiscard]] std::int64_t nan_count() const noexcept { return nans_; }
  [[nodiscard]] std::int64_t positive_infinity_count() const noexcept { return positive_infinities_; }
  [[nodiscard]] std::int64_t negative_infinity_count() const noexcept { return negative_infinities_; }
  /// True when there were addends and every one was -0.
  [[nodiscard]] bool only_negative_zeros() const noexcept { return seen_ == seen::negative_zeros; }

  /// Adds (or subtracts) significand * 2^exponent. Precondition: the bits lie within the digits.
  void add_scaled(std::int64_t significand, int exponent) noexcept;
  /// Adds value * 2^(32k). Precondition: digit k does not overflow. `canonicalise` after all of them.
  void add_digit(std::int64_t value, int k) noexcept;
  /// Records addends that are not finite.
  void note_nonfinite(std::int64_t nans, std::int64_t positive_infinities, std::int64_t negative_infinities) noexcept;
  /// Records that addends other than -0 (or only -0) went in by `add_scaled`.
  void note_addends(bool all_negative_zero) noexcept;

private:
  template <int, int> friend class basic_exact;
  enum class seen : std::uint8_t { nothing, negative_zeros, others };

  static double double_of(float x) noexcept;
  void add_nonfinite(double x, std::int64_t count) noexcept;
  void add_signed(double x, bool negative) noexcept;
  void add_signed_product(double a, double b, bool retracted) noexcept;
  void add_all_products(std::span<double const> a, std::span<double const> b);
  template <int L, int H> void merge_signed(basic_exact<L, H> const& other, int sign) noexcept;
  std::int64_t propagate() noexcept;

  // Digits outside [low_, high_] are zero, so that work is proportional to the digits in use.
  std::int64_t digits_[digit_count] = {};
  int low_ = digit_count;
  int high_ = -1;
  std::int64_t nans_ = 0;
  std::int64_t positive_infinities_ = 0;
  std::int64_t negative_infinities_ = 0;
  std::uint32_t pending_ = 0;  // additions since the carries were last propagated
  seen seen_ = seen::nothing;
};

/// Sums of float and double values (and of products of floats): 2^-1088 to 2^1120.
using exact = basic_exact<-34, 33>;
/// Sums of products of doubles too: 2^-2176 to 2^2144.
using exact_product = basic_exact<-68, 65>;

extern template class basic_exact<-34, 33>;
extern template class basic_exact<-68, 65>;

ISOBIT_NAMESPACE_END

template <int L, int H> struct std::hash<isobit::basic_exact<L, H>> {
  std::size_t operator()(isobit::basic_exact<L, H> const& state) const noexcept {
    return static_cast<std::size_t>(state.hash());
  }
};
