#pragma once

#include <type_traits>

#include <isobit/arithmetic/bits.hpp>
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

/// How many real numbers an element is.
template <class T> inline constexpr index parts_of = is_complex<T> ? 2 : 1;

/// The real part of an element is part 0, the imaginary one part 1.
template <scalar T> [[nodiscard]] real_of<T> part_of(T const& x, [[maybe_unused]] index part) noexcept {
  if constexpr (is_complex<T>)
    return part == 0 ? x.real() : x.imag();
  else
    return x;
}

/// The parts of elements that lie one after another.
template <class T> [[nodiscard]] auto parts_at(T* x) noexcept {
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, real_of<T> const, real_of<T>>*>(x);
}

template <scalar T> [[nodiscard]] T conjugated(T const& x) noexcept {
  if constexpr (is_complex<T>)
    return {x.real(), negated(x.imag())};
  else
    return x;
}

/// What a view says is there, conjugated or not.
template <class T> [[nodiscard]] std::remove_const_t<T> element(matrix_view<T> const& a, index i, index j) noexcept {
  std::remove_const_t<T> const& x = a.at(i, j);
  return a.conjugate ? conjugated(x) : x;
}
template <class T> [[nodiscard]] std::remove_const_t<T> element(vector_view<T> const& v, index i) noexcept {
  std::remove_const_t<T> const& x = v.data[i * v.stride];
  return v.conjugate ? conjugated(x) : x;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
