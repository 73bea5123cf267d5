#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <span>

#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

/// What the buffers hold: 16-bit elements are widened, exactly.
template <class T> using buffered_real = std::conditional_t<std::same_as<T, double>, double, float>;

inline double widened(double x) noexcept { return x; }
inline float widened(float x) noexcept { return x; }
inline float widened(float16 x) noexcept { return widen(x); }
inline float widened(bfloat16 x) noexcept { return widen(x); }

/// Views that cannot be read as they are (strides, 16-bit elements, odd addresses) go through a buffer, block by block.
inline constexpr std::size_t gather_size = 2048;

/// Whether elements of type T may lie there: in packed records, say, they may not.
template <class T> [[nodiscard]] bool is_aligned(T const* at) noexcept {
  return reinterpret_cast<std::uintptr_t>(at) % alignof(T) == 0;
}
template <class T> [[nodiscard]] bool is_contiguous(vector_view<T const> const& view) noexcept {
  return view.stride == 1 && is_aligned(view.data);
}

template <class T>
void gather(vector_view<T const> const& view, std::size_t first, std::size_t count, buffered_real<T>* out) noexcept {
  T const* const start = view.data + static_cast<std::ptrdiff_t>(first) * view.stride;
  for (std::size_t i = 0; i < count; ++i) {
    T x;  // std::memcpy would come with a header that has an `index` for everybody
    __builtin_memcpy(&x, start + static_cast<std::ptrdiff_t>(i) * view.stride, sizeof x);
    out[i] = widened(x);
  }
}

/// body(std::span) for elements [first, first + count) of a view, copied only where they are not contiguous.
template <real T, class Body>
void for_each_block(vector_view<T const> const& view, std::size_t first, std::size_t count, Body body) {
  using value = buffered_real<T>;
  if constexpr (std::same_as<T, value>) {
    if (is_contiguous(view)) return body(std::span<value const>(view.data + first, count));
  }
  value buffer[gather_size];
  for (std::size_t done = 0; done < count; done += gather_size) {
    std::size_t const n = std::min(gather_size, count - done);
    gather(view, first + done, n, buffer);
    body(std::span<value const>(buffer, n));
  }
}

/// What is read element by element: a range that is not a vector in memory, or what a projection makes of one.
template <class Range, class Projection>
concept projected_range = std::invocable<Projection&, std::ranges::range_reference_t<Range>> &&
    (!viewable<Range> || !std::same_as<Projection, std::identity>);

/// The real type of the projected elements of a range.
template <class Range, class Projection>
using projected_real = typename real_part<
    std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Range>>>>::type;

/// Collects single elements and hands them to `consume(std::span)` in blocks that the kernels like.
template <class T, class Consume> class buffered {
public:
  explicit buffered(Consume consume) : consume_(consume) {}
  buffered(buffered const&) = delete;
  buffered& operator=(buffered const&) = delete;
  void push(T x) {
    buffer_[size_++] = x;
    if (size_ == capacity) flush();
  }
  void flush() {
    if (size_ != 0) consume_(std::span<T const>(buffer_, size_));
    size_ = 0;
  }

private:
  static constexpr std::size_t capacity = 1024;
  T buffer_[capacity];
  std::size_t size_ = 0;
  Consume consume_;
};

/// Sends the projection of every element of a range through a buffer, the parts of a complex one after the other;
/// returns how many elements there were.
template <class Range, class Projection, class Consume>
std::size_t consume_in_blocks(Range&& range, Projection projection, Consume consume) {
  using projected = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Range>>>;
  static_assert(element<projected>,
                "isobit: the elements (or what the projection makes of them) must be float, double, "
                "float16, bfloat16 or complex");
  buffered<buffered_real<typename real_part<projected>::type>, Consume> buffer(consume);
  std::size_t count = 0;
  for (auto&& x : range) {
    projected const value = std::invoke(projection, x);
    if constexpr (complex_number<projected>) {
      buffer.push(value.real());
      buffer.push(value.imag());
    } else {
      buffer.push(widened(value));
    }
    ++count;
  }
  buffer.flush();
  return count;
}

}  // namespace detail

ISOBIT_NAMESPACE_END
