#pragma once

#include <array>
#include <string_view>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/sparse/matrix_market.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {

// The words of the first line, in the order of what they mean: number_kind, symmetry_kind.
inline constexpr std::array<std::string_view, 2> layout_words{"coordinate", "array"};
inline constexpr std::array<std::string_view, 4> number_words{"real", "integer", "complex", "pattern"};
inline constexpr std::array<std::string_view, 4> symmetry_words{"general", "symmetric", "skew-symmetric", "hermitian"};

inline std::string word_of(number_kind kind) { return std::string(number_words[static_cast<std::size_t>(kind)]); }
inline std::string word_of(symmetry_kind kind) { return std::string(symmetry_words[static_cast<std::size_t>(kind)]); }

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
