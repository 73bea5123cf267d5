#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <isobit/error.hpp>
#include <isobit/view/matrix_view.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Dense linear algebra in which every entry of a result is the correctly rounded value of the sum of products that
/// defines it. So block sizes, threads, ranks and vector widths cannot show. BITS.md#linear-algebra
namespace linalg {

/// Sizes and strides; signed, so that a negative one is seen and refused.
using index = std::ptrdiff_t;

/// The element types of linear algebra.
template <class T>
concept scalar = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<std::complex<T>> = true;

template <class T> struct real_type { using type = T; };
template <class T> struct real_type<std::complex<T>> { using type = T; };
/// double for double and std::complex<double>.
template <class T> using real_of = typename real_type<std::remove_const_t<T>>::type;

// The views and what makes them, by their names here as well.
using isobit::adjoint, isobit::as_column, isobit::column_major, isobit::conjugated, isobit::matrix_view,
    isobit::row_major, isobit::transposed, isobit::vector_view, isobit::view_of;

/// What an operation reads; never decides the element type, so that writable views are accepted.
template <class T> using input_matrix = std::type_identity_t<matrix_view<T const>>;
template <class T> using input_vector = std::type_identity_t<vector_view<T const>>;

/// Which half of a square matrix is read or written, its diagonal included.
enum class triangle { lower, upper };
/// Whether a triangular matrix has ones on its diagonal, which are then not read.
enum class diagonal { stored, ones };

}  // namespace linalg

ISOBIT_NAMESPACE_END
