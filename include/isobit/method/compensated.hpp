#pragma once

#include <concepts>
#include <span>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/guarantee.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Whose listing a compensated sum follows.
enum class ISOBIT_API compensation { kahan, knuth };

/// A running sum and what its last rounding lost, which goes into the next addend: `kahan` and `knuth` below.
///
/// The bits depend on the sequence of addends and on the plan, and on nothing else. States do not merge: folding two of
/// them is another addition with another rounding, neither associative nor commutative, so there is no `merge`, and
/// plans that group as they like do not compile. docs/maths/compensated.md#not-a-monoid
///
/// As long as the sum is finite, state and result are exactly the listing's. From there on addition is plain: the
/// compensation does not turn an infinity into a NaN. A NaN is the canonical one. The sum of nothing, and of nothing
/// but -0, is +0. docs/maths/compensated.md#not-finite
template <compensation Method, std::floating_point T> class ISOBIT_API compensated {
  static_assert(std::same_as<T, double> || std::same_as<T, float>, "isobit: compensated sums are of float or double");

public:
  using value_type = T;
  static constexpr guarantee promise = guarantee::fixed_plan;
  static constexpr compensation method = Method;

  compensated() noexcept = default;
  /// One step of the listing.
  void add(T x) noexcept;
  /// One step for each value, first to last. Throws `error` for null with a size.
  void add(std::span<T const> values);
  /// The state of one block of the plan `fixed_lanes`: a listing for each lane, the lanes folded. Fast kernels. Throws
  /// `error` for null with a size.
  [[nodiscard]] static compensated of_block(std::span<T const> values);
  /// Two steps: adds `next.sum()`, then what `next.correction()` says is missing from it.
  void take_in(compensated const& next) noexcept;

  /// The running sum, as the paper returns it: the last correction is not applied.
  [[nodiscard]] T round() const noexcept { return sum_; }
  [[nodiscard]] T sum() const noexcept { return sum_; }
  /// The listing's. The addends' sum is near sum - correction for Kahan, near sum + correction for Knuth. Zero where
  /// the sum is not finite.
  [[nodiscard]] T correction() const noexcept { return correction_; }

  /// Equal bits.
  [[nodiscard]] bool operator==(compensated const& other) const noexcept {
    return bits_of(sum_) == bits_of(other.sum_) && bits_of(correction_) == bits_of(other.correction_);
  }

private:
  T sum_ = 0;
  T correction_ = 0;
};

extern template class compensated<compensation::kahan, double>;
extern template class compensated<compensation::kahan, float>;
extern template class compensated<compensation::knuth, double>;
extern template class compensated<compensation::knuth, float>;

/// Kahan's compensated sum: four operations an addend, an error of at most (2u + O(n u^2)) sum|x| in sequence.
/// docs/maths/compensated.md#kahan
///
///     double s = isobit::sum<isobit::kahan<double>>(values, isobit::threads(4));
template <std::floating_point T = double> using kahan = compensated<compensation::kahan, T>;

/// Knuth's: seven operations, and what a rounding lost is exact whichever operand is larger.
/// docs/maths/compensated.md#knuth
template <std::floating_point T = double> using knuth = compensated<compensation::knuth, T>;

ISOBIT_NAMESPACE_END
