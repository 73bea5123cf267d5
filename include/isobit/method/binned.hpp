#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/guarantee.hpp>
#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The bin widths of the papers: 40 bits of a double; 13 of a float, the widest that leaves room for 2^62 addends.
template <std::floating_point T> inline constexpr int default_bin_width = 40;
template <> inline constexpr int default_bin_width<float> = 13;

namespace detail {

/// Rounds towards minus infinity.
constexpr int floor_divide(int a, int b) noexcept { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// What the paper's constants are for a format and a width. docs/maths/binned.md#bins
template <class T> struct bin_range {
  static constexpr int carry_bits = format<T>::precision - 3;  ///< a carry is worth a quarter of ufp(S)
  /// No bit of any number lies below the lowest bin.
  static constexpr int lowest(int width) noexcept { return floor_divide(format<T>::min_exponent, width); }
  static constexpr int highest(int width) noexcept { return floor_divide(format<T>::max_exponent, width); }
  /// S_k of an empty bin so many places above the lowest: 1.5, with the bin's index in the exponent field in place of
  /// the exponent, which would be too large or too small for the bins at the ends of the range.
  static constexpr typename format<T>::bits_type empty_sum(int place) noexcept {
    using bits = typename format<T>::bits_type;
    return (static_cast<bits>(place + 1) << format<T>::stored_bits) | format<T>::implicit_bit >> 1;
  }
  /// The bin that x is first cut at: 2^(i*width) <= 2|x| < 2^((i+1)*width). Precondition: x is finite and not 0.
  static constexpr int of(decomposed const& x, int width) noexcept {
    return floor_divide(x.exponent + std::bit_width(x.significand), width);
  }
};

/// A bin's content as integers: carry * 2^(precision - 3) + units, in units of 2^(index * width).
struct bin {
  std::int64_t carry = 0;
  std::int64_t units = 0;
  bool operator==(bin const&) const = default;
};

/// The words of a binned state, for the compiled code, which knows no K and no W.
template <class T> struct binned_view {
  T const* sums;
  double const* carries;
  int bins;
  int width;
  int lowest;  ///< the lowest bin there is
};
template <class T> struct binned_words {
  T* sums;
  double* carries;
  int bins;
  int width;
  int lowest;
  [[nodiscard]] binned_view<T> view() const noexcept { return {sums, carries, bins, width, lowest}; }
};

template <class T> ISOBIT_API void add_to_bins(binned_words<T> const& state, T x) noexcept;
template <class T> ISOBIT_API void add_to_bins(binned_words<T> const& state, std::span<T const> values);
template <class T> ISOBIT_API void add_magnitudes_to_bins(binned_words<T> const& state, std::span<T const> values);
template <class T>
ISOBIT_API void add_products_to_bins(binned_words<T> const& state, std::span<T const> x, std::span<T const> y);
/// The power of two that brings numbers up to `largest` where their squares neither overflow nor vanish.
template <class T> ISOBIT_API int scale_for_squares(T largest) noexcept;
template <class T>
ISOBIT_API void add_squares_to_bins(binned_words<T> const& state, std::span<T const> values, int scale);
template <class T> ISOBIT_API void merge_bins(binned_words<T> const& state, binned_view<T> const& other) noexcept;
template <class T> ISOBIT_API bool same_bins(binned_view<T> const& a, binned_view<T> const& b) noexcept;
template <class T> ISOBIT_API int top_bin(binned_view<T> const& state) noexcept;
template <class T> ISOBIT_API bin bin_at(binned_view<T> const& state, int k) noexcept;
template <class T> ISOBIT_API exact value_of_bins(binned_view<T> const& state) noexcept;
template <class T> ISOBIT_API T round_bins(binned_view<T> const& state) noexcept;
template <class T> ISOBIT_API T root_of_bins(binned_view<T> const& state, int scale);
template <class T> ISOBIT_API std::vector<std::byte> serialise_bins(binned_view<T> const& state);
template <class T> ISOBIT_API void deserialise_bins(binned_words<T> const& state, std::span<std::byte const> bytes);

}  // namespace detail

/// Demmel and Nguyen's 1-Reduction: every addend is cut at multiples of 2^W (the bins), and the K highest bins are
/// summed, each exactly. Which bins those are depends on the largest magnitude alone, so the state depends on the
/// multiset of addends and on nothing else. docs/maths/binned.md
///
/// The error is at most n * 2^((1-K)W - 1) * max|x| plus one rounding, for K = 3 and doubles n * 2^-81 * max|x|; twice
/// that where max|x| lies in the lowest of the W binades of its bin. docs/maths/binned.md#error
/// 2K words (48 bytes for three bins of doubles), room for 2^62 addends, no overflow before the end, subnormals kept.
/// An infinity or a NaN among the addends is the result, +inf with -inf gives NaN. A zero sum is +0.
///
///     isobit::binned<double, 3> state;
///     state.add(0.1);
///     double s = state.round();
template <std::floating_point T = double, int K = 3, int W = default_bin_width<T>> class binned {
  static_assert(std::same_as<T, double> || std::same_as<T, float>, "isobit::binned: bins of float or double");
  static_assert(K >= 1 && K <= 4, "isobit::binned: K, the number of bins kept, is from 1 to 4");
  static_assert(W >= default_bin_width<T> / 2 && W <= default_bin_width<T>,
                "isobit::binned: W, the width of a bin, is from 20 to 40 for double and from 6 to 13 for float");

public:
  using value_type = T;
  static constexpr guarantee promise = guarantee::order_free;
  static constexpr int bins = K;
  static constexpr int width = W;

  binned() noexcept {
    for (int k = 0; k < K; ++k) sums_[k] = from_bits<T>(detail::bin_range<T>::empty_sum(K - 1 - k));
  }
  void add(T x) noexcept { detail::add_to_bins(words(), x); }
  /// Adds every value; fast kernels, the same state as adding one by one. Throws `error` for null with a size.
  void add(std::span<T const> values) { detail::add_to_bins(words(), values); }
  /// Adds |x| of every x.
  void add_magnitudes(std::span<T const> values) { detail::add_magnitudes_to_bins(words(), values); }
  /// Adds x[i]*y[i] for every i: the rounded product and what the rounding lost, each as an addend. Throws `error`
  /// where the sizes differ.
  void add_products(std::span<T const> x, std::span<T const> y) { detail::add_products_to_bins(words(), x, y); }
  /// Adds (x * 2^scale)^2 of every x, as products are added. One scale for all that is merged. Throws `error` for a
  /// scale that no number needs.
  void add_squares(std::span<T const> values, int scale = 0) { detail::add_squares_to_bins(words(), values, scale); }
  /// Adds all that `other` has seen. Associative and commutative.
  void merge(binned const& other) noexcept { detail::merge_bins(words(), other.view()); }

  /// The exact value of the bins. It has seen an infinity or a NaN if this state has.
  [[nodiscard]] exact value() const noexcept { return detail::value_of_bins(view()); }
  /// The value of the bins, rounded once to nearest-even.
  [[nodiscard]] T round() const { return detail::round_bins(view()); }

  /// The square root of a sum of squares, the scale taken back, rounded once; NaN for a negative value.
  [[nodiscard]] T root(int scale = 0) const { return detail::root_of_bins(view(), scale); }

  /// The index of the highest bin kept: bin 0 below holds multiples of 2^(top*W), bin k of 2^((top - k)*W).
  /// Meaningless once an infinity or a NaN was seen.
  [[nodiscard]] int top() const noexcept { return detail::top_bin(view()); }
  /// What bin k (0, the highest, to K - 1) holds, in units of 2^((top - k)*W): carry * 2^(precision - 3) + units.
  [[nodiscard]] detail::bin bin(int k) const noexcept { return detail::bin_at(view(), k); }

  /// States are equal exactly when their bytes are.
  [[nodiscard]] bool operator==(binned const& other) const noexcept { return detail::same_bins(view(), other.view()); }

  /// Versioned, little-endian; T, K and W included. BITS.md#binned
  [[nodiscard]] std::vector<std::byte> serialise() const { return detail::serialise_bins(view()); }
  /// Throws `error` for anything but what `serialise` of the same T, K and W wrote.
  [[nodiscard]] static binned deserialise(std::span<std::byte const> bytes) {
    binned state;
    detail::deserialise_bins(state.words(), bytes);
    return state;
  }

  /// For compiled code that adds to the bins.
  [[nodiscard]] detail::binned_words<T> words() noexcept { return {sums_, carries_, K, W, lowest}; }

private:
  static constexpr int lowest = detail::bin_range<T>::lowest(W);
  [[nodiscard]] detail::binned_view<T> view() const noexcept { return {sums_, carries_, K, W, lowest}; }

  T sums_[K];               // the paper's S_k; its exponent field holds the bin's index
  double carries_[K] = {};  // the paper's C_k
};

static_assert(sizeof(binned<double, 3>) == 48);

ISOBIT_NAMESPACE_END
