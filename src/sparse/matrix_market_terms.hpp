#pragma once

#include <isobit/arithmetic/bits.hpp>
#include <isobit/sparse/matrix_market.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {

enum class layout_kind { coordinate, array };
inline char const* name_of(layout_kind layout) noexcept {
  return layout == layout_kind::array ? "array" : "coordinate";
}

/// The entry on the other side of the diagonal.
template <class T> T mirrored(symmetry_kind symmetry, T value) {
  if constexpr (linalg::is_complex<T>) {
    if (symmetry == symmetry_kind::skew_symmetric) return {negated(value.real()), negated(value.imag())};
    return symmetry == symmetry_kind::hermitian ? T{value.real(), negated(value.imag())} : value;
  } else {
    return symmetry == symmetry_kind::skew_symmetric ? negated(value) : value;
  }
}

/// Whether an entry may be written on the diagonal: one that is skew-symmetric has none, a Hermitian one is real.
template <class T> bool may_be_on_diagonal(symmetry_kind symmetry, T value) {
  if constexpr (linalg::is_complex<T>)
    if (symmetry == symmetry_kind::hermitian) return is_zero(value.imag());
  return symmetry != symmetry_kind::skew_symmetric;
}

}  // namespace sparse::matrix_market
ISOBIT_NAMESPACE_END
