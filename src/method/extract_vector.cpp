#include <isobit/method/extract_vector.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/error.hpp>

#include "arithmetic/environment.hpp"
#include "view/require_values.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace {

[[noreturn]] void refuse(std::string const& function, std::string const& why) {
  throw error(status::invalid_argument, "isobit::" + function + ": " + why);
}

int width_of(std::uint64_t x) { return static_cast<int>(std::bit_width(x)); }

/// What tells the three algorithms apart. An extractor is `shape` (and, with `any_below`, up to shape + 1) times 2^k.
template <class T> struct rules {
  std::string function, extractor;
  std::uint64_t shape;
  int shape_exponent;
  bool any_below;
  int lowest, highest;  // of k: no value's last bit is disturbed, and nothing overflows

  /// Whether k is large enough for n values.
  bool (*supports)(int k, std::size_t n, T largest);
};

/// n * (largest + 2^unit) <= 2^(unit + room), exactly. docs/maths/extract_vector.md#room
template <class T> bool has_room(std::size_t n, T largest, int unit, int room) {
  auto const limit = std::uint64_t{1} << room;
  auto const [negative, significand, exponent] = decompose(largest);
  if (n > limit) return false;
  if (n == 0 || significand == 0) return true;
  auto const left = limit - n;
  auto const product = static_cast<unsigned __int128>(n) * significand;  // below 2^107
  int const shift = exponent - unit;
  if (shift >= 0) return shift < room && product <= left >> shift;
  if (shift < -107) return left != 0;
  auto const one = static_cast<unsigned __int128>(1) << -shift;
  return (product + one - 1) >> -shift <= left;
}

template <class T> rules<T> nearest_rules() {
  using f = format<T>;
  return {"extract_vector",
          "extractor_for",
          3,
          -1,
          false,
          f::min_exponent + 1,
          f::max_exponent - 2,
          [](int k, std::size_t n, T largest) { return has_room(n, largest, k - f::precision, f::precision); }};
}

template <class T> rules<T> directed_rules() {
  using f = format<T>;
  return {"extract_vector2",
          "extractor2_for",
          3,
          0,
          false,
          f::min_exponent,
          f::max_exponent - 3,
          [](int k, std::size_t n, T largest) { return has_room(n, largest, k + 2 - f::precision, f::precision - 2); }};
}

template <class T> rules<T> last_bit_rules() {
  using f = format<T>;
  return {"extract_vector3",
          "extractor3_for",
          6,
          0,
          true,
          f::min_exponent + f::precision - 1,
          f::max_exponent - 3,
          [](int k, std::size_t n, T largest) {
            int const doublings = n > 1 ? width_of(n - 1) : 0;
            auto const [negative, significand, exponent] = decompose(largest);
            bool const power = std::has_single_bit(significand);
            int const above = exponent + width_of(significand) - (power ? 1 : 0);  // largest <= 2^above
            return doublings <= f::precision - 3 && (significand == 0 || above <= k - doublings);
          }};
}

template <class T> T smallest_extractor(rules<T> const& rule, std::size_t n, T largest) {
  if (is_nonfinite(largest)) refuse(rule.extractor, "the largest magnitude is not finite; sum such values directly");
  largest = magnitude(largest);
  auto const [negative, significand, exponent] = decompose(largest);
  int k = std::max(rule.lowest, exponent + width_of(significand) - 1);
  while (k <= rule.highest && !rule.supports(k, n, largest)) ++k;
  if (k > rule.highest) refuse(rule.extractor, "the values are too large or too many; scale or divide them");
  using f = format<T>;
  auto const width = width_of(rule.shape);
  int const top = k + rule.shape_exponent + width - 1;
  auto const bits = rule.shape << (f::stored_bits + 1 - width);
  // Below the normal numbers the bits stand where they are; above, the implicit one counts up the exponent.
  int const last = std::max(f::min_exponent, top - f::stored_bits);
  auto const fraction = bits >> (last - (top - f::stored_bits));
  return from_bits<T>(static_cast<typename f::bits_type>(
      (static_cast<std::uint64_t>(last - f::min_exponent) << f::stored_bits) + fraction));
}

/// The extractor's k. Throws for one that is none.
template <class T> int exponent_of(rules<T> const& rule, T extractor) {
  auto const width = width_of(rule.shape);
  auto const [negative, significand, exponent] = decompose(extractor);
  int const surplus = width_of(significand) - width;
  bool const has_shape = !is_nonfinite(extractor) && !negative && surplus >= 0 &&
                         (rule.any_below ? significand >> surplus == rule.shape : significand == rule.shape << surplus);
  int const k = exponent + surplus - rule.shape_exponent;
  if (!has_shape || k < rule.lowest || k > rule.highest)
    refuse(rule.function, "the extractor has not the form it needs; take " + rule.extractor);
  return k;
}

template <class T> void check(rules<T> const& rule, T extractor, std::span<T const> values) {
  int const k = exponent_of(rule, extractor);
  detail::require_values(values, rule.function);
  T largest = 0;
  for (T x : values) {
    if (is_nonfinite(x)) refuse(rule.function, "an infinity or a NaN among the values; take it out");
    if (bits_of(magnitude(x)) > bits_of(largest)) largest = magnitude(x);
  }
  if (!rule.supports(k, values.size(), largest))
    refuse(rule.function, "the extractor is too small for these values; take " + rule.extractor);
}

template <class T> T with_last_bit(T x) {
  return from_bits<T>(static_cast<typename format<T>::bits_type>(bits_of(x) | 1u));
}

/// The paper's Split and Split2 into a running extractor: gives S, leaves r in x.
template <bool SetLastBit, class T> T split_into(T extractor, T& x) {
  T const sum = extractor + (SetLastBit ? with_last_bit(x) : x);
  T const high = sum - extractor;
  x = x - high;
  return sum;
}

template <bool SetLastBit, class T> T extract_all(T extractor, std::span<T> values) {
  pin(extractor);
  for (T& x : values) extractor = split_into<SetLastBit>(extractor, x);
  pin(extractor);
  return extractor;
}

}  // namespace

namespace detail {

template <class T> T extract_vector(T extractor, std::span<T> values) {
  check<T>(nearest_rules<T>(), extractor, values);
  return in_standard_rounding([&] {
    T total = 0;
    for (T& x : values) total = total + (split_into<false>(extractor, x) - extractor);
    pin(total);
    return total;
  });
}

template <class T> T extract_vector2(T extractor, std::span<T> values, rounding direction) {
  if (direction != rounding::upward && direction != rounding::downward && direction != rounding::toward_zero)
    refuse("extract_vector2", "not a directed rounding mode; take upward, downward or toward_zero");
  check<T>(directed_rules<T>(), extractor, values);
  return in_standard_environment([&](environment_guard& environment) {
    T const last = in_rounding(environment, direction, [&] { return extract_all<false, T>(extractor, values); });
    return last - extractor;
  });
}

template <class T> T extract_vector3(T extractor, std::span<T> values) {
  check<T>(last_bit_rules<T>(), extractor, values);
  return in_standard_rounding([&] { return extract_all<true, T>(extractor, values); });
}

template <class T> T extractor_for(std::size_t count, T largest) {
  return smallest_extractor(nearest_rules<T>(), count, largest);
}
template <class T> T extractor2_for(std::size_t count, T largest) {
  return smallest_extractor(directed_rules<T>(), count, largest);
}
template <class T> T extractor3_for(std::size_t count, T largest) {
  return smallest_extractor(last_bit_rules<T>(), count, largest);
}

#define ISOBIT_INSTANTIATE(T)                                       \
  template ISOBIT_API T extract_vector(T, std::span<T>);            \
  template ISOBIT_API T extract_vector2(T, std::span<T>, rounding); \
  template ISOBIT_API T extract_vector3(T, std::span<T>);           \
  template ISOBIT_API T extractor_for(std::size_t, T);              \
  template ISOBIT_API T extractor2_for(std::size_t, T);             \
  template ISOBIT_API T extractor3_for(std::size_t, T);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail
ISOBIT_NAMESPACE_END
