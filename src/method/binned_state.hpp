#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <isobit/error.hpp>
#include <isobit/method/binned.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

inline constexpr int most_bins = 4;

/// Throws `error` for a power of two that no number needs.
inline void require_scale(int scale) {
  constexpr int most = 4 * format<double>::max_exponent;
  if (scale < -most || scale > most)
    throw error(status::invalid_argument, "isobit::binned: a scale of 2^" + std::to_string(scale) +
                                              "; use the one that brings the largest magnitude near 1");
}

/// A binned state taken apart: integers only, so neither rounding nor the ends of the exponent range matter here.
template <class T> struct binned_state {
  using range = bin_range<T>;
  int bins;
  int width;
  int lowest;
  T special = 0;  ///< an infinity or a NaN once one was seen; the bins are then empty
  int top = 0;
  bin at[most_bins] = {};

  /// Nothing seen: the paper starts with the lowest bins.
  explicit binned_state(binned_words<T> const& words) noexcept
      : bins(words.bins), width(words.width), lowest(words.lowest), top(words.lowest + words.bins - 1) {}

  explicit binned_state(binned_view<T> const& words) noexcept
      : bins(words.bins), width(words.width), lowest(words.lowest) {
    if (is_nonfinite(words.sums[0])) {
      special = words.sums[0];
      return;
    }
    top = index_of(words.sums[0]);
    for (int k = 0; k < bins; ++k) at[k] = {static_cast<std::int64_t>(words.carries[k]), units_of(words.sums[k])};
  }

  void write(binned_words<T> const& words) const noexcept {
    bool const lost = is_nonfinite(special);
    for (int k = 0; k < bins; ++k) {
      words.sums[k] =
          lost ? (k == 0 ? special : T{0}) : from_bits<T>(range::empty_sum(top - k - lowest) | bits(at[k].units));
      words.carries[k] = lost ? 0.0 : static_cast<double>(at[k].carry);
    }
  }

  [[nodiscard]] int unit_exponent(int k) const noexcept { return (top - k) * width; }

  /// Right shifting of Algorithms 6 and 7: the lowest bins are given up for higher ones.
  void raise(int new_top) noexcept {
    int const shift = new_top - top;
    if (shift <= 0) return;
    for (int k = bins - 1; k >= 0; --k) at[k] = k >= shift ? at[k - shift] : bin{};
    top = new_top;
  }

  /// Adds so many units to bin k and moves what is above a quarter of ufp(S) to the carry.
  void deposit(int k, std::int64_t units) noexcept {
    std::int64_t const sum = at[k].units + units;
    at[k].carry += sum >> range::carry_bits;
    at[k].units = sum & ((std::int64_t{1} << range::carry_bits) - 1);
  }

  void add_nonfinite(T x) noexcept {
    bool const same = !is_nonfinite(special) || bits_of(special) == bits_of(x);
    special = is_nan(x) || !same ? from_bits<T>(f::canonical_nan) : x;
  }

  /// Algorithm 4, bin by bin: to nearest, ties away from zero. docs/maths/binned.md#ties
  void add(T x) noexcept {
    if (is_nonfinite(x)) return add_nonfinite(x);
    auto const [negative, significand, exponent] = decompose(x);
    if (significand == 0 || is_nonfinite(special)) return;
    raise(range::of({negative, significand, exponent}, width));
    auto rest = static_cast<std::int64_t>(significand);  // of |x|, in units of 2^exponent
    for (int k = 0; k < bins && rest != 0; ++k) {
      int const distance = unit_exponent(k) - exponent;
      std::int64_t units = 0;
      if (distance <= 0) {
        units = rest * (std::int64_t{1} << -distance);
        rest = 0;
      } else if (distance <= f::precision) {
        std::int64_t const half = std::int64_t{1} << (distance - 1);
        units = rest >= 0 ? (rest + half) >> distance : -((half - rest) >> distance);
        rest -= units * (std::int64_t{1} << distance);
      }
      deposit(k, negative ? -units : units);
    }
  }

  void merge(binned_state other) noexcept {
    if (is_nonfinite(other.special)) return add_nonfinite(other.special);
    if (is_nonfinite(special)) return;
    raise(other.top);
    other.raise(top);
    for (int k = 0; k < bins; ++k) {
      at[k].carry += other.at[k].carry;
      deposit(k, other.at[k].units);
    }
  }

private:
  using f = format<T>;
  using bits = typename f::bits_type;
  static constexpr bits one_and_a_half = f::implicit_bit >> 1;

  [[nodiscard]] int index_of(T sum) const noexcept {
    return static_cast<int>(bits_of(sum) >> f::stored_bits) - 1 + lowest;
  }
  static std::int64_t units_of(T sum) noexcept {
    return static_cast<std::int64_t>(bits_of(sum) & (one_and_a_half - 1u));
  }
};

}  // namespace detail
ISOBIT_NAMESPACE_END
