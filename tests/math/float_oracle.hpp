#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <isobit/arithmetic/bits.hpp>

#include "platform.hpp"

/// How a function of one float rounds in every direction, wherever the platform's double function can tell: that, give
/// or take a margin, lies between the same floats and on the same side of their middle. Where a function comes closer
/// to a float than the margin for whole ranges of arguments, as sin(x) to x, its series tells on which side it lies.
/// docs/maths/verification.md#floats
namespace isobit::test {

struct float_results {
  float nearest, upward, downward, toward_zero;
};

class float_oracle {
public:
  explicit float_oracle(std::string_view name)
      : function_(platform::function<double>(name)),
        kind_(is_one_of(name, {"exp", "exp2", "exp10"})         ? kind::exponential
              : is_one_of(name, {"expm1", "exp2m1", "exp10m1"}) ? kind::exponential_less_one
              : name == "cosh"                                  ? kind::cosh
              : name == "sinh"                                  ? kind::sinh
              : name == "erfc"                                  ? kind::erfc
              : name == "tgamma"                                ? kind::tgamma
              : name == "lgamma"                                ? kind::lgamma
              : name == "sinpi" || name == "cospi"              ? kind::half_turns
              : name == "tanpi"                                 ? kind::quarter_turns
                                                                : kind::other) {
    for (approach const& a : approaches)
      if (a.name == name) approaches_[count_++] = &a;
  }

  /// Nothing where the double function leaves it open, or the result may be a float.
  std::optional<float_results> operator()(double x) const {
    for (int i = 0; i < count_; ++i)
      if (approaches_[i]->covers(x)) return approaches_[i]->results(x);
    if (std::fabs(x) >= 0x1p11 && std::isfinite(x))
      if (auto const known = far_out(x)) return *known;
    double const about = function_(x);
    if (std::isnan(about)) return exactly(from_bits<float>(format<float>::canonical_nan));
    if (std::isinf(about))
      return overflows() && std::isfinite(x) && x != 0 ? around(std::copysign(huge, about)) : exactly(float(about));
    if (about == 0) return vanishes() && std::isfinite(x) ? around(std::copysign(tiny, about)) : exactly(float(about));
    if (kind_ == kind::half_turns && std::fabs(about) == 1 && platform::is_whole(2 * x)) return exactly(float(about));
    if (kind_ == kind::quarter_turns && platform::is_whole(4 * x)) return exactly(float(about));
    return around(about);
  }

private:
  /// Relative. The double functions are wrong by ten units in the last place, 2^-52, at most: this leaves room for 250.
  static constexpr double margin = 0x1p-44;

  static bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    for (auto const n : names)
      if (n == name) return true;
    return false;
  }

  static float_results exactly(float x) { return {x, x, x, x}; }

  /// Of a number of which `nearest` is the nearest size, beyond it or within.
  static float_results on_one_side(float nearest, bool beyond, bool negative) {
    auto const next = [](float x, int step) { return from_bits<float>(bits_of(x) + static_cast<unsigned>(step)); };
    auto const with_sign = [negative](float x) { return negative ? -x : x; };
    float const less = with_sign(beyond ? nearest : next(nearest, -1));
    float const more = with_sign(beyond ? next(nearest, 1) : nearest);
    return {with_sign(nearest), negative ? less : more, negative ? more : less, less};
  }

  static std::optional<float_results> around(double about) {
    double const size = std::fabs(about), low = size * (1 - margin), high = size * (1 + margin);
    auto const nearest = static_cast<float>(low);
    if (nearest != static_cast<float>(high) || (low <= nearest && nearest <= high)) return {};
    return on_one_side(nearest, low > nearest, std::signbit(about));
  }

  /// What stands for results beyond all floats, and below them.
  static constexpr double huge = 1e300, tiny = 1e-300;
  bool overflows() const { return kind_ >= kind::exponential && kind_ <= kind::tgamma; }
  bool vanishes() const { return kind_ == kind::exponential || kind_ == kind::erfc || kind_ == kind::tgamma; }

  /// For |x| >= 2^11, where functions that grow or vanish have done so. Every float from 2^23 is an integer.
  std::optional<float_results> far_out(double x) const {
    bool const negative = x < 0;
    switch (kind_) {
    case kind::exponential:
      return around(negative ? tiny : huge);
    case kind::exponential_less_one:
    case kind::cosh:
      return around(huge);
    case kind::sinh:
      return around(negative ? -huge : huge);
    case kind::erfc:
      return around(tiny);
    case kind::tgamma:
      if (!negative) return around(huge);
      if (platform::is_whole(x)) return exactly(from_bits<float>(format<float>::canonical_nan));
      return around(platform::is_odd(std::floor(x)) ? -tiny : tiny);
    case kind::lgamma:
      if (x <= -0x1p23) return exactly(HUGE_VALF);
      return {};
    default:
      return {};
    }
  }

  /// A range of finite arguments where the function is a float and a rest, which is not zero and smaller than a quarter
  /// of the step to the next float towards zero.
  struct approach {
    enum range { below, from, down_from };
    enum side { above, under, beyond, within, side_of_x, other_side };

    std::string_view name;
    range where;
    double limit;
    double value;  ///< 0: the argument itself; else with the sign of the argument if the function is odd
    bool odd;
    side rest;

    bool covers(double x) const {
      if (where == down_from) return x <= -limit && std::isfinite(x);
      double const size = std::fabs(x);
      return where == below ? size < limit && size > 0 : size >= limit && std::isfinite(size);
    }
    float_results results(double x) const {
      double const v = value == 0 ? x : odd && x < 0 ? -value : value;
      bool const negative = v < 0;
      bool const is_beyond = rest == beyond      ? true
                             : rest == within    ? false
                             : rest == above     ? !negative
                             : rest == under     ? negative
                             : rest == side_of_x ? (x < 0) == negative
                                                 : (x < 0) != negative;
      return on_one_side(static_cast<float>(std::fabs(v)), is_beyond, negative);
    }
  };
  static constexpr approach approaches[] = {
      {"sin", approach::below, 0x1p-14, 0, true, approach::within},
      {"tan", approach::below, 0x1p-14, 0, true, approach::beyond},
      {"asin", approach::below, 0x1p-14, 0, true, approach::beyond},
      {"atan", approach::below, 0x1p-14, 0, true, approach::within},
      {"sinh", approach::below, 0x1p-14, 0, true, approach::beyond},
      {"tanh", approach::below, 0x1p-14, 0, true, approach::within},
      {"tanh", approach::from, 12, 1, true, approach::within},
      {"asinh", approach::below, 0x1p-14, 0, true, approach::within},
      {"atanh", approach::below, 0x1p-14, 0, true, approach::beyond},
      {"cos", approach::below, 0x1p-15, 1, false, approach::under},
      {"cospi", approach::below, 0x1p-15, 1, false, approach::under},
      {"cosh", approach::below, 0x1p-15, 1, false, approach::above},
      {"exp", approach::below, 0x1p-30, 1, false, approach::side_of_x},
      {"exp2", approach::below, 0x1p-30, 1, false, approach::side_of_x},
      {"exp10", approach::below, 0x1p-30, 1, false, approach::side_of_x},
      {"expm1", approach::below, 0x1p-28, 0, false, approach::above},
      {"expm1", approach::down_from, 24, -1, false, approach::above},
      {"exp2m1", approach::down_from, 32, -1, false, approach::above},
      {"exp10m1", approach::down_from, 10, -1, false, approach::above},
      {"log1p", approach::below, 0x1p-28, 0, false, approach::under},
      {"erf", approach::from, 4.5, 1, true, approach::within},
      {"erfc", approach::below, 0x1p-30, 1, false, approach::other_side},
      {"erfc", approach::down_from, 4.5, 2, false, approach::under},
      {"acospi", approach::below, 0x1p-30, 0.5, false, approach::other_side},
      {"atanpi", approach::from, 0x1p28, 0.5, true, approach::within},
  };

  enum class kind {
    other,
    exponential,
    exponential_less_one,
    cosh,
    sinh,
    tgamma,
    erfc,
    lgamma,
    half_turns,
    quarter_turns
  };

  platform::of_one<double> function_;
  kind kind_;
  int count_ = 0;
  approach const* approaches_[2] = {};
};

}  // namespace isobit::test
