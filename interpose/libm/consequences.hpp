#pragma once

#include <cerrno>
#include <cstdint>

#include "arithmetic/raise.hpp"
#include "math/special.hpp"

/// What libm does beside returning a result: errno and the exceptions. Decided from arguments and result, since the
/// functions themselves raise nothing but inexact.
namespace isobit::interpose {

template <class T> bool is_integer(T x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  return exponent >= 0 || significand == 0 || std::countr_zero(significand) >= -exponent;
}

/// The kinds of functions. At finite arguments `pole` says whether an infinite result is a pole (or else too large a
/// number), and `exact` whether a zero or subnormal result is exact (or else an underflow).
struct never_small {
  static bool pole(auto...) { return false; }
  static bool exact(auto...) { return true; }
};
struct like_logarithm : never_small {
  static bool pole(auto...) { return true; }
};
struct like_argument : never_small {
  template <class T> static bool exact(T, T x) { return is_zero(x); }
};
struct like_argument_with_poles : like_argument {
  static bool pole(auto...) { return true; }
};
struct vanishing : never_small {
  static bool exact(auto...) { return false; }
};
struct like_exp2 : never_small {
  template <class T> static bool exact(T result, T x) { return !is_zero(result) && is_integer(x); }
};
struct like_sinpi : never_small {
  template <class T> static bool exact(T result, T) { return is_zero(result); }
};
struct like_tanpi : like_sinpi {
  static bool pole(auto...) { return true; }
};
struct like_atan2 : never_small {
  template <class T> static bool exact(T, T y, T) { return is_zero(y); }
};
struct like_pow {
  template <class T> static bool pole(T x, T) { return is_zero(x); }
  template <class T> static bool exact(T, T x, T) { return is_zero(x); }
};
struct like_compound {
  template <class T> static bool pole(T x, T) { return is_negative(x); }
  template <class T> static bool exact(T result, T x, T) { return is_zero(result) && math::is_plus_minus(x, T(1)); }
};
struct like_hypot : never_small {
  /// All three are multiples of the smallest number.
  template <class T> static bool exact(T result, T x, T y) {
    using wide = unsigned __int128;
    wide const a = decompose(x).significand, b = decompose(y).significand, c = decompose(result).significand;
    return a * a + b * b == c * c;
  }
};
struct like_tgamma : vanishing {
  template <class T> static bool pole(T x) { return is_zero(x); }
};
struct like_lgamma : never_small {
  template <class T> static bool pole(T x) { return is_zero(x) || is_negative(x); }
};

template <class Kind, class T, class... Arguments> [[gnu::noinline]] void settle(T result, Arguments... x) noexcept {
  if ((... || is_nan(x))) {
    if ((... || is_signalling(x))) raise_invalid();
  } else if (is_nan(result)) {
    errno = EDOM;
    raise_invalid();
  } else if ((... || math::is_infinite(x))) {
  } else if (math::is_infinite(result)) {
    errno = ERANGE;
    if (Kind::pole(x...))
      raise_division_by_zero();
    else
      raise_overflow();
  } else if (!Kind::exact(result, x...)) {
    if (is_zero(result)) errno = ERANGE;
    raise_underflow();
  }
}

/// To be called with every result: nearly all are ordinary numbers, and have no consequences.
template <class Kind, class T, class... Arguments> inline T with_consequences(T result, Arguments... x) noexcept {
  int const field = int(bits_of(result) >> format<T>::stored_bits) & format<T>::max_biased;
  if (field == 0 || field == format<T>::max_biased) [[unlikely]]
    settle<Kind>(result, x...);
  return result;
}

}  // namespace isobit::interpose
