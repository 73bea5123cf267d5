#pragma once

#include <complex>

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// a/b in the standard environment, each part the correctly rounded part of the exact quotient; an exact zero is +0.
/// docs/maths/vector_operations.md#division
///
/// NaN in a or b: NaN in both parts (always the canonical one). b = 0: both parts of a are divided by the zero that is
/// b's real part. b infinite: +0 in both parts, or NaN where a is infinite, too. Else a is infinite: each part is what
/// IEEE gives for its sum of two products (inf - inf and 0*inf are NaN).
[[nodiscard]] std::complex<double> divide(std::complex<double> a, std::complex<double> b) noexcept;
[[nodiscard]] std::complex<float> divide(std::complex<float> a, std::complex<float> b) noexcept;

/// IEEE's division, with the canonical NaN.
[[nodiscard]] inline double divide(double a, double b) noexcept { return canonical(a / b); }
[[nodiscard]] inline float divide(float a, float b) noexcept { return canonical(a / b); }

}  // namespace linalg
ISOBIT_NAMESPACE_END
