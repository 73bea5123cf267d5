#pragma once

#include <isobit/fp/bits.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

// By bits: a comparison would raise a flag for a subnormal number, or take it for zero.

template <scalar T> [[nodiscard]] bool is_zero(T x) noexcept {
  if constexpr (is_complex<T>)
    return is_zero(x.real()) && is_zero(x.imag());
  else
    return bits_of(magnitude(x)) == 0;
}

/// +1 or -1.
template <std::floating_point T> [[nodiscard]] bool is_one(T x) noexcept {
  return bits_of(magnitude(x)) == static_cast<typename format<T>::bits_type>(format<T>::bias) << format<T>::stored_bits;
}

/// Whether x is 1, and not -1 or a complex number with an imaginary part.
template <scalar T> [[nodiscard]] bool is_unity(T x) noexcept {
  if constexpr (is_complex<T>)
    return is_unity(x.real()) && is_zero(x.imag());
  else
    return is_one(x) && !is_negative(x);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
