#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>

#include <isobit/error.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Elements that lie elsewhere: element i at data[i * stride], so a negative stride starts at the highest address. T
/// may be const. Reductions read them at any address, as in packed records; everything else where a T may lie.
///
///     double s = isobit::sum(isobit::vector_view(values.data(), 100, 3));  // every third of the first 300
template <class T>
  requires element<std::remove_const_t<T>>
struct vector_view {
  T* data = nullptr;
  std::ptrdiff_t size = 0;
  std::ptrdiff_t stride = 1;
  bool conjugate = false;  ///< read as conjugated; only for what is read

  constexpr vector_view() noexcept = default;
  /// Throws `error` for a negative size, a stride of 0, or null with elements.
  constexpr vector_view(T* data_, std::ptrdiff_t size_, std::ptrdiff_t stride_ = 1)
      : data(data_), size(size_), stride(stride_) {
    if (size < 0) throw error(status::invalid_argument, "isobit: a vector of negative size");
    if (size > 1 && stride == 0)
      throw error(status::invalid_argument, "isobit: a vector with stride 0; use 1 for contiguous elements");
    if (size > 0 && data == nullptr)
      throw error(status::invalid_argument, "isobit: a vector at a null pointer; pass a size of 0 for no elements");
  }
  /// Whatever is contiguous: std::vector, std::span, std::array.
  template <std::ranges::contiguous_range Range>
    requires(std::ranges::sized_range<Range>&& std::convertible_to<std::ranges::range_reference_t<Range>, T&>)
  constexpr vector_view(Range&& range)
      : vector_view(std::ranges::data(range), static_cast<std::ptrdiff_t>(std::ranges::size(range))) {}
  /// Reading only.
  constexpr operator vector_view<T const>() const noexcept requires(!std::is_const_v<T>) {
    vector_view<T const> v;
    v.data = data, v.size = size, v.stride = stride, v.conjugate = conjugate;
    return v;
  }

  [[nodiscard]] constexpr std::size_t count() const noexcept { return static_cast<std::size_t>(size); }
  [[nodiscard]] constexpr T& operator[](std::ptrdiff_t i) const noexcept { return data[i * stride]; }

  /// `count` elements from element `first` on. Throws `error` where that leaves the vector.
  [[nodiscard]] constexpr vector_view part(std::ptrdiff_t first, std::ptrdiff_t count) const {
    if (first < 0 || count < 0 || first > size - count)
      throw error(status::invalid_argument, "isobit: a part that leaves its vector");
    vector_view p = *this;
    if (count > 0) p.data += first * stride;
    p.size = count;
    return p;
  }
};

// Not of what is gone when the view is used.
template <std::ranges::contiguous_range Range>
  requires std::ranges::borrowed_range<Range> vector_view(Range&& range)
->vector_view<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

/// As BLAS passes a vector: with a negative stride `lowest` is still the lowest address, and the elements are taken
/// from the other end.
template <class T>
[[nodiscard]] constexpr vector_view<T> blas_vector(T* lowest, std::ptrdiff_t size, std::ptrdiff_t stride) {
  vector_view<T> v(lowest, size, stride);
  if (stride < 0 && size > 1) v.data -= (size - 1) * stride;
  return v;
}

template <class T> [[nodiscard]] constexpr vector_view<T const> conjugated(vector_view<T> v) noexcept {
  vector_view<T const> c = v;
  c.conjugate = !c.conjugate;
  return c;
}

namespace detail {
template <class M>
using mdspan_element = std::remove_pointer_t<std::remove_cvref_t<decltype(std::declval<M const&>().data_handle())>>;
}  // namespace detail

/// What std::mdspan offers with a strided layout, where its elements are the numbers in memory: not with an accessor
/// that makes others of them, such as their conjugates.
template <class M>
concept mdspan_like = requires(M const& m) {
  { M::rank() } -> std::convertible_to<std::size_t>;
  { m.extent(0) } -> std::convertible_to<std::ptrdiff_t>;
  { m.stride(0) } -> std::convertible_to<std::ptrdiff_t>;
  requires std::is_pointer_v<std::remove_cvref_t<decltype(m.data_handle())>>;
  requires element<std::remove_cv_t<detail::mdspan_element<M>>>;
  requires std::same_as < typename M::reference, detail::mdspan_element<M>
  & > ;
};

namespace detail {

template <class R>
concept contiguous_elements = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    element<storage_t<std::ranges::range_value_t<R>>>;

template <class T> inline constexpr bool is_vector_view = false;
template <class T> inline constexpr bool is_vector_view<vector_view<T>> = true;

}  // namespace detail

/// The view of anything that lies in memory as one does: a contiguous range, an mdspan, or a view itself.
template <class T> [[nodiscard]] constexpr vector_view<T> view_of(vector_view<T> v) noexcept { return v; }
template <detail::contiguous_elements R>
  requires std::ranges::borrowed_range<R>
[[nodiscard]] constexpr auto view_of(R&& range) {
  using value = std::remove_reference_t<std::ranges::range_reference_t<R>>;
  using stored = storage_t<std::remove_const_t<value>>;
  using T = std::conditional_t<std::is_const_v<value>, stored const, stored>;
  if constexpr (std::same_as<T, value>)
    return vector_view<T>(std::ranges::data(range), static_cast<std::ptrdiff_t>(std::ranges::size(range)));
  else
    return vector_view<T>(reinterpret_cast<T*>(std::ranges::data(range)),
                          static_cast<std::ptrdiff_t>(std::ranges::size(range)));
}
template <mdspan_like M>
  requires(M::rank() == 1)
[[nodiscard]] constexpr auto view_of(M const& m) {
  using T = detail::mdspan_element<M>;
  return vector_view<T>(m.data_handle(), static_cast<std::ptrdiff_t>(m.extent(0)),
                        static_cast<std::ptrdiff_t>(m.stride(0)));
}

namespace detail {

/// What a reduction reads: whatever `view_of` makes a vector of.
template <class V>
concept viewable = requires(V const& v) {
  isobit::view_of(v);
  requires is_vector_view<decltype(isobit::view_of(v))>;
};

template <class V>
using element_of = std::remove_const_t<std::remove_pointer_t<decltype(isobit::view_of(std::declval<V const&>()).data)>>;

template <class V> using real_of = typename real_part<element_of<V>>::type;

/// The view that compiled functions read.
template <viewable V> [[nodiscard]] constexpr vector_view<element_of<V> const> input_of(V const& values) {
  return isobit::view_of(values);
}

/// The parts of complex elements as real views: every second number.
template <class T> vector_view<T const> real_view(vector_view<std::complex<T> const> const& z) {
  return {reinterpret_cast<T const*>(z.data), z.size, 2 * z.stride};
}
template <class T> vector_view<T const> imaginary_view(vector_view<std::complex<T> const> const& z) {
  return {reinterpret_cast<T const*>(z.data) + (z.size != 0 ? 1 : 0), z.size, 2 * z.stride};
}

}  // namespace detail

ISOBIT_NAMESPACE_END
