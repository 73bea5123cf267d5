#include "standing.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <isobit/math.hpp>

#include "enclosures.hpp"
#include "math/ball/constants.hpp"

namespace isobit::tool {
namespace {

using math::ball;

constexpr int exactly = 64 * ball::capacity;

/// log2 of the midpoint's magnitude. Precondition: it is not zero.
double log2_of(ball const& x) {
  return static_cast<double>(x.exponent()) + cr::log2(static_cast<double>(x.limb()[0]) * 0x1p-64);
}

bool is_unknown(ball const& x) { return x.radius.exponent >= math::bound::unbounded; }
bool may_be_zero(ball const& x) { return math::lower_bound(x).is_zero(); }

/// The next number away from zero, or towards it; of zero, the smallest one of the sign of the exact value.
template <class T> T next_to(T x, bool outwards, bool negative) {
  using f = format<T>;
  if (x == 0) return from_bits<T>(typename f::bits_type((negative ? f::sign_bit : 0) | 1));
  return from_bits<T>(typename f::bits_type(bits_of(x) + (outwards ? 1u : ~typename f::bits_type{0})));
}

/// From one number to the next, where that may be an infinity.
template <class T> ball gap_between(T x, T next) {
  if (!is_nonfinite(next)) return math::magnitude(math::subtract(ball(double{next}), ball(double{x}), exactly));
  return math::scale(ball(1), format<T>::max_exponent - format<T>::precision);
}

template <class T> standing between(T result, ball const& exact, ball const& difference) {
  standing found;
  found.what = standing::kind::between;
  found.above = !difference.is_negative();
  bool const outwards = found.above != is_negative(result);
  T const neighbour = next_to(result, outwards, exact.is_negative());
  found.neighbour = neighbour;

  ball const gap = gap_between(result, neighbour);
  ball const to_midpoint = math::subtract(math::magnitude(difference), math::scale(gap, -1), exactly);
  double const unit = log2_of(gap);
  found.distance_log2 = log2_of(difference) - unit;
  found.midpoint_log2 =
      may_be_zero(to_midpoint) ? -std::numeric_limits<double>::infinity() : log2_of(to_midpoint) - unit;
  return found;
}

}  // namespace

template <class T> standing standing_of(std::string_view function, T x, T y, T result) {
  using kind = standing::kind;
  if (is_nan(result)) return {kind::undefined};
  if (is_nonfinite(x) || is_nonfinite(y)) {
    if (!function.starts_with("atan") || function == "atanh" || result == 0) return {kind::exact};
    // The angle of a point at infinity: a multiple of pi/4.
    auto const eighths = static_cast<std::int64_t>(std::lround(double{result} / 0.78539816339744830962));
    ball const angle = math::scale(math::multiply_integer(math::pi(256), eighths, 256), -2);
    return between(result, angle, math::subtract(angle, ball(double{result}), exactly));
  }
  if (is_nonfinite(result)) return {has_pole(function, x) ? kind::pole : kind::overflow};
  if (is_settled(function, x, y)) return {kind::exact};
  for (int const precision : {256, 640, 2048, exactly}) {
    auto const exact = enclose(function, x, y, precision);
    if (!exact) return {};
    if (is_unknown(*exact)) return {kind::too_close};
    ball const difference = math::subtract(*exact, ball(double{result}), exactly);
    if (may_be_zero(difference)) continue;
    auto const found = between(result, *exact, difference);
    // A midpoint takes all there is to be believed.
    if (std::isinf(found.midpoint_log2) && precision != exactly) continue;
    return found;
  }
  return {can_be_exact(function, x, y) ? kind::exact : kind::too_close};
}

template standing standing_of(std::string_view, double, double, double);
template standing standing_of(std::string_view, float, float, float);

}  // namespace isobit::tool
