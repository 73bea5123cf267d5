#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <span>
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

/// `count` elements, `stride` apart, as in BLAS: with a negative stride `first` is still the lowest address, and the
/// elements are taken from the other end. A stride of zero is refused.
template <element T> struct strided {
  T const* first;
  std::size_t count;
  std::ptrdiff_t stride;
  strided(T const* first_, std::size_t count_, std::ptrdiff_t stride_) : first(first_), count(count_), stride(stride_) {
    if (count != 0 && first == nullptr)
      throw error(status::invalid_argument,
                  "isobit::strided: null pointer with a count; pass a count of 0 for no elements");
    if (stride == 0)
      throw error(status::invalid_argument, "isobit::strided: a stride of 0; use 1 for contiguous elements");
  }
};

namespace detail {

template <class T> inline constexpr bool is_strided = false;
template <class T> inline constexpr bool is_strided<strided<T>> = true;

template <class R>
concept contiguous_elements = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    element<storage_t<std::ranges::range_value_t<R>>>;

/// What a view over one of the compiled functions is made from.
template <class R>
concept viewable = contiguous_elements<R> || is_strided<std::remove_cvref_t<R>>;

template <contiguous_elements R> strided<storage_t<std::ranges::range_value_t<R>>> view_of(R const& range) {
  using T = storage_t<std::ranges::range_value_t<R>>;
  return {reinterpret_cast<T const*>(std::ranges::data(range)), static_cast<std::size_t>(std::ranges::size(range)), 1};
}
template <element T> strided<T> view_of(strided<T> const& view) { return view; }

/// Element i in BLAS's order: with a negative stride the first element is the one at the highest address.
template <real T> T const& element_at(strided<T> const& view, std::size_t i) noexcept {
  auto const index = static_cast<std::ptrdiff_t>(view.stride > 0 ? i : view.count - 1 - i);
  return view.first[index * (view.stride > 0 ? view.stride : -view.stride)];
}

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

/// The parts of complex elements as real views: real_view is every second number from the first.
template <class T> strided<T> real_view(strided<std::complex<T>> const& z) {
  return {reinterpret_cast<T const*>(z.first), z.count, 2 * z.stride};
}
template <class T> strided<T> imaginary_view(strided<std::complex<T>> const& z) {
  return {reinterpret_cast<T const*>(z.first) + (z.count != 0 ? 1 : 0), z.count, 2 * z.stride};
}

}  // namespace detail

ISOBIT_NAMESPACE_END
