#pragma once

#include <complex>
#include <concepts>
#include <type_traits>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The real types that can be summed. 16-bit types are storage: they are read exactly and rounded to float or double.
template <class T>
concept real =
    std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, float16> || std::same_as<T, bfloat16>;

template <class T>
concept complex_number = std::same_as<T, std::complex<double>> || std::same_as<T, std::complex<float>>;

template <class T>
concept element = real<T> || complex_number<T>;

namespace detail {

template <class T> struct real_part { using type = T; };
template <class T> struct real_part<std::complex<T>> { using type = T; };

/// float16 and bfloat16 results are floats unless another type is asked for.
template <class T>
using default_result = std::conditional_t<std::same_as<T, float16> || std::same_as<T, bfloat16>, float, T>;

template <class Requested, class T> struct result_type {
  static_assert(std::is_void_v<Requested> || std::same_as<Requested, float> || std::same_as<Requested, double>,
                "isobit: a result is float or double");
  using type = std::conditional_t<std::is_void_v<Requested>, default_result<T>, Requested>;
};
template <class Requested, class T> using result_of = typename result_type<Requested, T>::type;

}  // namespace detail

ISOBIT_NAMESPACE_END
