#pragma once

#include <complex>
#include <concepts>

#include <isobit/arithmetic/bits.hpp>

#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// RN(a/b) in the standard environment; an exact zero is +0, and so is a finite number over an infinite one. Otherwise
/// IEEE's quotient, with the canonical NaN.
template <std::floating_point T> [[nodiscard]] T divide(T a, T b) noexcept {
  T const quotient = canonical(a / b);
  // What underflows keeps its sign.
  return is_zero(quotient) && (is_zero(a) || is_nonfinite(b)) ? T(0) : quotient;
}

/// Each part the correctly rounded part of the exact quotient; an exact zero is +0.
/// docs/maths/vector_operations.md#division
///
/// NaN in a or b: NaN in both parts (always the canonical one). b infinite: +0 in both parts, or NaN where a is
/// infinite, too. b real, or zero: both parts of a over b's real part. Else a is infinite: each part is what IEEE gives
/// for its sum of two products (inf - inf is NaN), of which one that would meet a zero of b is left out.
[[nodiscard]] std::complex<double> divide(std::complex<double> a, std::complex<double> b) noexcept;
[[nodiscard]] std::complex<float> divide(std::complex<float> a, std::complex<float> b) noexcept;

}  // namespace linalg
ISOBIT_NAMESPACE_END
