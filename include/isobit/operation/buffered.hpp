#pragma once

#include <cstddef>
#include <functional>
#include <ranges>
#include <span>

#include <isobit/accumulator/exact.hpp>
#include <isobit/operation/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

/// What the buffers hold: 16-bit elements are widened, exactly.
template <class T> using buffered_real = std::conditional_t<std::same_as<T, double>, double, float>;

inline double widened(double x) noexcept { return x; }
inline float widened(float x) noexcept { return x; }
inline float widened(float16 x) noexcept { return widen(x); }
inline float widened(bfloat16 x) noexcept { return widen(x); }

inline double magnitude(double x) noexcept { return from_bits<double>(bits_of(x) & ~format<double>::sign_bit); }
inline float magnitude(float x) noexcept { return from_bits<float>(bits_of(x) & ~format<float>::sign_bit); }

/// Squares and products of doubles need the wide accumulator; those of floats are doubles.
template <class T> using product_state = std::conditional_t<std::same_as<T, double>, exact_product, exact>;

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

/// Sends the projection of every element of a range of reals through a buffer; returns how many there were.
template <class Range, class Projection, class Consume>
std::size_t for_each_block(Range&& range, Projection projection, Consume consume) {
  using projected = std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Range>>>;
  static_assert(real<projected>, "isobit: the elements (or what the projection makes of them) must be float, double, "
                                 "float16 or bfloat16");
  buffered<buffered_real<projected>, Consume> buffer(consume);
  std::size_t count = 0;
  for (auto&& x : range) {
    buffer.push(widened(std::invoke(projection, x)));
    ++count;
  }
  buffer.flush();
  return count;
}

}  // namespace detail

ISOBIT_NAMESPACE_END
