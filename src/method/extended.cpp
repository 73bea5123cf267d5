#include <isobit/method/extended.hpp>

#include <cstring>
#include <limits>

#include <isobit/method/fixed_lanes.hpp>

#include "arithmetic/error_free.hpp"
#include "arithmetic/x87.hpp"
#include "view/require_values.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

/// The arithmetic of a format: what a sum is held in while it is worked on, and how it is packed.
template <extended_format> struct arithmetic_of;

template <> struct arithmetic_of<extended_format::binary64> {
  using words = detail::extended_words<extended_format::binary64>;
  using wide = double;
  static wide unpack(words const& w) noexcept { return w.sum; }
  static words pack(wide sum) noexcept { return {canonical(sum)}; }
  static void add(wide& sum, float x) noexcept { sum += static_cast<double>(x); }
  static void take_in(wide& sum, wide next) noexcept { sum += next; }
  static double narrow(wide sum) noexcept { return sum; }
  static double rest(wide sum, double narrow) noexcept { return sum - narrow; }
};

#if defined(__x86_64__)
template <> struct arithmetic_of<extended_format::x87> {
  using words = detail::extended_words<extended_format::x87>;
  using wide = long double;
  static_assert(std::numeric_limits<long double>::digits == 64, "isobit: long double is not the 80-bit format");
  static wide unpack(words const& w) noexcept {
    wide sum = 0;
    std::memcpy(&sum, &w.significand, 8);
    std::memcpy(reinterpret_cast<char*>(&sum) + 8, &w.sign_and_exponent, 2);
    return sum;
  }
  static words pack(wide sum) noexcept {
    words w;
    std::memcpy(&w.significand, &sum, 8);
    std::memcpy(&w.sign_and_exponent, reinterpret_cast<char const*>(&sum) + 8, 2);
    bool const nan = (w.sign_and_exponent & 0x7fff) == 0x7fff && (w.significand << 1) != 0;
    return nan ? words{std::uint64_t{3} << 62, 0x7fff} : w;
  }
  static void add(wide& sum, double x) noexcept { sum += static_cast<wide>(x); }
  static void take_in(wide& sum, wide next) noexcept { sum += next; }
  static double narrow(wide sum) noexcept { return static_cast<double>(sum); }
  static double rest(wide sum, double narrow) noexcept { return static_cast<double>(sum - static_cast<wide>(narrow)); }
};
#endif

// docs/maths/compensated.md#double-double
template <> struct arithmetic_of<extended_format::double_double> {
  using words = detail::extended_words<extended_format::double_double>;
  using wide = split<double>;
  static wide unpack(words const& w) noexcept { return {w.high, w.low}; }
  static words pack(wide sum) noexcept { return {canonical(sum.high), sum.low}; }
  static void add(wide& sum, double x) noexcept {
    auto const [high, low] = two_sum(sum.high, x);
    sum = renormalised(high, low + sum.low);
  }
  static void take_in(wide& sum, wide next) noexcept {
    auto const high = two_sum(sum.high, next.high);
    auto const low = two_sum(sum.low, next.low);
    auto const first = renormalised(high.high, high.low + low.high);
    sum = renormalised(first.high, first.low + low.low);
  }
  static double narrow(wide sum) noexcept { return sum.high; }
  static double rest(wide sum, double) noexcept { return sum.low; }

private:
  static wide renormalised(double high, double low) noexcept {
    // Once anything is not finite, plain addition goes on.
    if (is_nonfinite(high) || is_nonfinite(low)) return {high, 0};
    auto const [sum, rest] = arithmetic::fast_two_sum(high, low);
    return {sum, is_nonfinite(rest) ? 0 : rest};
  }
};

template <extended_format Format, class Body> auto in_environment_of(Body body) {
  return in_extended_environment<Format == extended_format::x87>([&](environment_guard&) { return body(); });
}

/// The folded lanes of a block. A few lanes at a time, as many as stay in registers.
template <extended_format Format, class T> detail::extended_words<Format> in_lanes(std::span<T const> values) noexcept {
  using format = arithmetic_of<Format>;
  using wide = typename format::wide;
  constexpr std::size_t lanes = fixed_lanes::lanes<T>, together = 4;
  std::size_t const whole = values.size() / lanes * lanes;
  wide sums[lanes] = {};
  for (std::size_t first = 0; first < lanes; first += together) {
    wide few[together] = {};
    for (std::size_t row = 0; row < whole; row += lanes)
      for (std::size_t k = 0; k < together; ++k) format::add(few[k], values[row + first + k]);
    for (std::size_t k = 0; k < together; ++k) sums[first + k] = few[k];
  }
  for (std::size_t i = whole; i < values.size(); ++i) format::add(sums[i - whole], values[i]);
  for (std::size_t half = lanes / 2; half != 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) format::take_in(sums[lane], sums[lane + half]);
  return format::pack(sums[0]);
}

}  // namespace

template <std::floating_point T, extended_format Format> void extended<T, Format>::add(T x) noexcept {
  words_ = in_environment_of<Format>([&] {
    auto sum = arithmetic_of<Format>::unpack(words_);
    arithmetic_of<Format>::add(sum, x);
    return arithmetic_of<Format>::pack(sum);
  });
}

template <std::floating_point T, extended_format Format> void extended<T, Format>::add(std::span<T const> values) {
  detail::require_values(values, "extended");
  words_ = in_environment_of<Format>([&] {
    auto sum = arithmetic_of<Format>::unpack(words_);
    for (T x : values) arithmetic_of<Format>::add(sum, x);
    return arithmetic_of<Format>::pack(sum);
  });
}

template <std::floating_point T, extended_format Format>
extended<T, Format> extended<T, Format>::of_block(std::span<T const> values) {
  detail::require_values(values, "extended");
  extended result;
  result.words_ = in_environment_of<Format>([&] { return in_lanes<Format>(values); });
  return result;
}

template <std::floating_point T, extended_format Format>
void extended<T, Format>::take_in(extended const& next) noexcept {
  words_ = in_environment_of<Format>([&] {
    auto sum = arithmetic_of<Format>::unpack(words_);
    arithmetic_of<Format>::take_in(sum, arithmetic_of<Format>::unpack(next.words_));
    return arithmetic_of<Format>::pack(sum);
  });
}

template <std::floating_point T, extended_format Format> T extended<T, Format>::round() const noexcept {
  return canonical(in_environment_of<Format>(
      [&] { return static_cast<T>(arithmetic_of<Format>::narrow(arithmetic_of<Format>::unpack(words_))); }));
}

template <std::floating_point T, extended_format Format> double extended<T, Format>::correction() const noexcept {
  T const sum = round();
  if (is_nonfinite(sum)) return 0;
  return in_environment_of<Format>(
      [&] { return arithmetic_of<Format>::rest(arithmetic_of<Format>::unpack(words_), static_cast<double>(sum)); });
}

template <std::floating_point T, extended_format Format>
bool extended<T, Format>::operator==(extended const& other) const noexcept {
  auto const &a = words_, &b = other.words_;
  if constexpr (Format == extended_format::binary64)
    return bits_of(a.sum) == bits_of(b.sum);
  else if constexpr (Format == extended_format::double_double)
    return bits_of(a.high) == bits_of(b.high) && bits_of(a.low) == bits_of(b.low);
  else
    return a.significand == b.significand && a.sign_and_exponent == b.sign_and_exponent;
}

template class extended<float, extended_format::binary64>;
template class extended<double, extended_format::double_double>;
#if defined(__x86_64__)
template class extended<double, extended_format::x87>;
#endif

ISOBIT_NAMESPACE_END
