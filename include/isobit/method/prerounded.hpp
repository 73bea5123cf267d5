#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/driver/driver.hpp>
#include <isobit/guarantee.hpp>
#include <isobit/sum/exact.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

inline constexpr int most_sweep_levels = 4;

/// Which values that are no numbers were seen.
struct nonfinite_seen {
  bool nan = false;
  bool positive_infinity = false;
  bool negative_infinity = false;
  bool operator==(nonfinite_seen const&) const = default;
};

/// The states, for the compiled code, which knows no K. `sums[f - 1]` is the papers' T^f; those from `levels` on are
/// not used.
template <class T> struct double_sweep_state {
  int levels;
  nonfinite_seen seen;
  std::uint64_t count;
  std::uint64_t added;
  T largest;
  T sums[most_sweep_levels];
};
template <class T> struct single_sweep_state {
  int levels;
  int top;  // the place in the ladder of the first level's extractor
  nonfinite_seen seen;
  std::uint64_t count;
  std::uint64_t added;
  T zeroth;
  T sums[most_sweep_levels];
};

template <class T> ISOBIT_API double_sweep_state<T> start_double_sweep(int levels, std::size_t count, T largest);
template <class T> ISOBIT_API single_sweep_state<T> start_single_sweep(int levels, std::size_t count);

template <class T> ISOBIT_API void add_to_sweep(double_sweep_state<T>& state, T x);
template <class T> ISOBIT_API void add_to_sweep(single_sweep_state<T>& state, T x);
template <class T> ISOBIT_API void add_to_sweep(double_sweep_state<T>& state, std::span<T const> values);
template <class T> ISOBIT_API void add_to_sweep(single_sweep_state<T>& state, std::span<T const> values);
template <class T> ISOBIT_API void merge_sweeps(double_sweep_state<T>& state, double_sweep_state<T> const& other);
template <class T> ISOBIT_API void merge_sweeps(single_sweep_state<T>& state, single_sweep_state<T> const& other);
template <class T> ISOBIT_API bool same_sweeps(double_sweep_state<T> const& a, double_sweep_state<T> const& b) noexcept;
template <class T> ISOBIT_API bool same_sweeps(single_sweep_state<T> const& a, single_sweep_state<T> const& b) noexcept;
template <class T> ISOBIT_API exact value_of_sweep(double_sweep_state<T> const& state) noexcept;
template <class T> ISOBIT_API exact value_of_sweep(single_sweep_state<T> const& state) noexcept;
template <class T> ISOBIT_API T round_sweep(double_sweep_state<T> const& state);
template <class T> ISOBIT_API T round_sweep(single_sweep_state<T> const& state);
template <class T> ISOBIT_API std::vector<std::byte> serialise_sweep(double_sweep_state<T> const& state);
template <class T> ISOBIT_API std::vector<std::byte> serialise_sweep(single_sweep_state<T> const& state);
template <class T>
ISOBIT_API double_sweep_state<T> sweep_twice(driver_ref const& driver, int levels, std::span<T const> values);
template <class T>
ISOBIT_API double_sweep_state<T> deserialise_double_sweep(int levels, std::span<std::byte const> bytes);
template <class T>
ISOBIT_API single_sweep_state<T> deserialise_single_sweep(int levels, std::span<std::byte const> bytes);

}  // namespace detail

/// Prerounded summation with K levels of extractors chosen for the largest magnitude, which has to be known first
/// (Demmel and Nguyen; Arteaga, Fuhrer and Hoefler's Algorithm 3). Every level is summed exactly, so the state depends
/// on the multiset of addends, on their declared number and on the largest magnitude. docs/maths/prerounded.md
///
/// With eps = 2^-52 (2^-23), alpha the least power of two with alpha (1 - 2 n eps) >= n, and
/// M = alpha * 2^ceil(log2 largest): the error is at most (n eps / 2) (alpha eps)^(K-1) M plus one rounding.
/// n eps < 0.1 and M <= 2^1023 (2^127), or the constructor throws. An infinity or a NaN among the addends is the
/// result, +inf with -inf gives NaN. A zero sum is +0.
///
///     isobit::double_sweep<double, 2> state(values.size(), largest);
///     state.add(values);
///     double s = state.round();
template <class T = double, int K = 2> class double_sweep {
  static_assert(std::same_as<T, double> || std::same_as<T, float>, "isobit::double_sweep: sums of float or double");
  static_assert(K >= 1 && K <= detail::most_sweep_levels,
                "isobit::double_sweep: K, the number of levels, is from 1 to 4");

public:
  using value_type = T;
  static constexpr guarantee promise = guarantee::order_free;
  static constexpr bool needs_largest = true;
  static constexpr int levels = K;

  /// `count` and `largest` are those of all elements, everywhere: more elements and larger magnitudes are refused. An
  /// infinite or NaN `largest` says that the sum is not finite: the numbers are then not summed, none is refused, and
  /// the result is NaN until an infinity comes.
  double_sweep(std::size_t count, T largest) : state_(detail::start_double_sweep<T>(K, count, largest)) {}

  /// The state of all values. The largest magnitude is guessed from a few, so that most data are read only once; a
  /// wrong guess costs time.
  [[nodiscard]] static double_sweep of_all(driver_ref const& driver, std::span<T const> values) {
    return double_sweep(detail::sweep_twice(driver, K, values));
  }

  /// Throws `error` for the element after the last declared one and for a number of a magnitude above `largest()`,
  /// whatever came before: an infinity or a NaN does not make it welcome.
  void add(T x) { detail::add_to_sweep(state_, x); }
  /// Adds every value; fast kernels, the same state as adding one by one. Throws as above, and then has added nothing.
  void add(std::span<T const> values) { detail::add_to_sweep(state_, values); }
  /// Adds all that `other` has seen. Associative and commutative. Throws `error` where the parameters differ or the
  /// elements become more than declared.
  void merge(double_sweep const& other) { detail::merge_sweeps(state_, other.state_); }

  /// The exact value of the levels. It has seen an infinity or a NaN if this state has.
  [[nodiscard]] exact value() const noexcept { return detail::value_of_sweep(state_); }
  /// The value of the levels, rounded once to nearest-even.
  [[nodiscard]] T round() const { return detail::round_sweep(state_); }

  [[nodiscard]] std::size_t count() const noexcept { return state_.count; }
  /// How many elements were added so far.
  [[nodiscard]] std::size_t added() const noexcept { return state_.added; }
  [[nodiscard]] T largest() const noexcept { return state_.largest; }
  /// The sum T^level, level from 1 to K.
  [[nodiscard]] T sum(int level) const noexcept { return state_.sums[level - 1]; }

  /// States are equal exactly when their bytes are.
  [[nodiscard]] bool operator==(double_sweep const& other) const noexcept {
    return detail::same_sweeps(state_, other.state_);
  }
  /// Versioned, little-endian; T, K, count and largest included. BITS.md#prerounded
  [[nodiscard]] std::vector<std::byte> serialise() const { return detail::serialise_sweep(state_); }
  /// Throws `error` for anything but what `serialise` of the same T and K wrote.
  [[nodiscard]] static double_sweep deserialise(std::span<std::byte const> bytes) {
    return double_sweep(detail::deserialise_double_sweep<T>(K, bytes));
  }

private:
  explicit double_sweep(detail::double_sweep_state<T> const& state) noexcept : state_(state) {}

  detail::double_sweep_state<T> state_;
};

/// Prerounded summation in one pass (Arteaga, Fuhrer and Hoefler's Algorithms 1 and 2): the extractors come from a
/// ladder that only the declared number of elements decides, and move up when a larger magnitude comes. Every level is
/// summed exactly, and a zeroth level keeps what moving up needs, so the state depends on the multiset of addends and
/// on their declared number. docs/maths/prerounded.md
///
/// The error is below that of double_sweep with K - 1 levels. n eps < 0.1 or the constructor throws; finite numbers of
/// magnitudes above 2^971 (2^104 for float), which no extractor supports, are refused. Tiny numbers are not lost: the
/// ladder's last extractor takes them whole. An infinity or a NaN among the addends is the result, +inf with -inf gives
/// NaN. A zero sum is +0.
///
///     isobit::single_sweep<double, 3> state(values.size());
///     state.add(values);
///     double s = state.round();
template <class T = double, int K = 3> class single_sweep {
  static_assert(std::same_as<T, double> || std::same_as<T, float>, "isobit::single_sweep: sums of float or double");
  static_assert(K >= 1 && K <= detail::most_sweep_levels,
                "isobit::single_sweep: K, the number of levels, is from 1 to 4");

public:
  using value_type = T;
  static constexpr guarantee promise = guarantee::order_free;
  static constexpr bool needs_count = true;
  static constexpr int levels = K;

  /// `count` is that of all elements, everywhere: more are refused.
  explicit single_sweep(std::size_t count) : state_(detail::start_single_sweep<T>(K, count)) {}

  /// Throws `error` for the element after the last declared one and for a finite value that no extractor supports,
  /// whatever came before: an infinity or a NaN does not make it welcome.
  void add(T x) { detail::add_to_sweep(state_, x); }
  /// Adds every value; fast kernels, the same state as adding one by one. Throws as above, and then has added nothing.
  void add(std::span<T const> values) { detail::add_to_sweep(state_, values); }
  /// Adds all that `other` has seen. Associative and commutative. Throws `error` where the counts declared differ or
  /// the elements become more than declared.
  void merge(single_sweep const& other) { detail::merge_sweeps(state_, other.state_); }

  /// The exact value of levels 1 to K. It has seen an infinity or a NaN if this state has.
  [[nodiscard]] exact value() const noexcept { return detail::value_of_sweep(state_); }
  /// The value of the levels, rounded once to nearest-even.
  [[nodiscard]] T round() const { return detail::round_sweep(state_); }

  [[nodiscard]] std::size_t count() const noexcept { return state_.count; }
  /// How many elements were added so far.
  [[nodiscard]] std::size_t added() const noexcept { return state_.added; }
  /// The place in the ladder of the first level's extractor: from 2, for the largest magnitudes.
  [[nodiscard]] int top() const noexcept { return state_.top; }
  /// The sum T^level, level from 0 to K. What is in level 0 is in level 1 too.
  [[nodiscard]] T sum(int level) const noexcept { return level == 0 ? state_.zeroth : state_.sums[level - 1]; }

  /// States are equal exactly when their bytes are.
  [[nodiscard]] bool operator==(single_sweep const& other) const noexcept {
    return detail::same_sweeps(state_, other.state_);
  }
  /// Versioned, little-endian; T, K and count included. BITS.md#prerounded
  [[nodiscard]] std::vector<std::byte> serialise() const { return detail::serialise_sweep(state_); }
  /// Throws `error` for anything but what `serialise` of the same T and K wrote.
  [[nodiscard]] static single_sweep deserialise(std::span<std::byte const> bytes) {
    return single_sweep(detail::deserialise_single_sweep<T>(K, bytes));
  }

private:
  explicit single_sweep(detail::single_sweep_state<T> const& state) noexcept : state_(state) {}

  detail::single_sweep_state<T> state_;
};

ISOBIT_NAMESPACE_END
