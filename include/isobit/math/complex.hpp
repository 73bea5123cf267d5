#pragma once

#include <complex>

#include <isobit/version.hpp>

/// Complex functions: each part is the exact one, rounded once to nearest-even.
///
///     std::complex<double> y = isobit::cr::exp(std::complex<double>(1, 2));
///
/// Special values are those of C (Annex G); a sign that it leaves open is plus, but in sinh, sin, tanh, tan, asinh,
/// asin, atanh and atan, which are odd, that of the same part of z, or plus where that is NaN. Arguments on a branch
/// cut lie on the side that the sign of their zero says. Every NaN is the canonical one; the caller's rounding mode and
/// flush-to-zero neither matter nor change. A call takes up to 35 microseconds, a power whose exponent is above 2^256
/// up to ten times as long: there is no fast tier, and none of arrays.
ISOBIT_NAMESPACE_BEGIN
namespace cr {

#define ISOBIT_OF_COMPLEX(f)                                                               \
  [[nodiscard]] ISOBIT_API std::complex<double> f(std::complex<double> const& z) noexcept; \
  [[nodiscard]] ISOBIT_API std::complex<float> f(std::complex<float> const& z) noexcept;

ISOBIT_OF_COMPLEX(exp)
ISOBIT_OF_COMPLEX(log)   ///< the principal one: its imaginary part is atan2
ISOBIT_OF_COMPLEX(sqrt)  ///< the principal one: its real part is not negative
ISOBIT_OF_COMPLEX(sinh)
ISOBIT_OF_COMPLEX(cosh)
ISOBIT_OF_COMPLEX(tanh)
ISOBIT_OF_COMPLEX(sin)
ISOBIT_OF_COMPLEX(cos)
ISOBIT_OF_COMPLEX(tan)
ISOBIT_OF_COMPLEX(asinh)
ISOBIT_OF_COMPLEX(acosh)  ///< the principal one: its real part is not negative
ISOBIT_OF_COMPLEX(atanh)
ISOBIT_OF_COMPLEX(asin)
ISOBIT_OF_COMPLEX(acos)
ISOBIT_OF_COMPLEX(atan)

#undef ISOBIT_OF_COMPLEX

/// z^w = e^(w log z), of the principal logarithm; 1 for w = 0.
[[nodiscard]] ISOBIT_API std::complex<double> pow(std::complex<double> const& z,
                                                  std::complex<double> const& w) noexcept;
[[nodiscard]] ISOBIT_API std::complex<float> pow(std::complex<float> const& z, std::complex<float> const& w) noexcept;

}  // namespace cr
ISOBIT_NAMESPACE_END
