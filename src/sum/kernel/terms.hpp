#pragma once

#include "arithmetic/lanes.hpp"
#include "sum/kernels.hpp"

/// What a kernel adds up: a term turns `lanes` elements into as many addends, exactly. `opaque` has every element
/// loaded once: two loads that cross a cache line cost more than a register.
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

ISOBIT_INLINE f64 widened(float const* at) { return widen(load<f32>(at)); }

struct values_f64 {
  double const* x;
  ISOBIT_INLINE f64 at(std::size_t i) const { return opaque(load<f64>(x + i)); }
};

struct magnitudes_f64 {
  double const* x;
  /// What a mask keeps of a magnitude, it keeps of the element at once: neither waits for the other.
  ISOBIT_INLINE f64 at(std::size_t i) const { return magnitude(opaque(load<f64>(x + i))); }
};

struct values_f32 {
  float const* x;
  ISOBIT_INLINE f64 at(std::size_t i) const { return widened(x + i); }
};

struct magnitudes_f32 {
  float const* x;
  ISOBIT_INLINE f64 at(std::size_t i) const { return magnitude(widened(x + i)); }
};

/// 48 bits: exact in a double.
struct products_f32 {
  float const* x;
  float const* y;
  ISOBIT_INLINE f64 at(std::size_t i) const { return opaque(widened(x + i) * widened(y + i)); }
};

/// Calls take(at, chain) for every `Width` of n elements, four chains in turn; zeros fill up the last of them.
template <std::size_t Width, class T, class Take>
ISOBIT_INLINE void in_four_chains(T const* x, std::size_t n, Take take) {
  std::size_t i = 0;
  for (; i + 4 * Width <= n; i += 4 * Width) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < 4; ++c) take(x + i + c * Width, c);
  }
  for (; i + Width <= n; i += Width) take(x + i, 0);
  if (i < n) {
    T last[Width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(T));
    take(last, 0);
  }
}

/// Calls body(offset, stride) for every `Unroll` vectors of the streams, and tail(offset, count) for single vectors,
/// where only the last `count` lanes of the vector at `offset` are new. There are at least `lanes` elements before
/// the end of a tail, so no read leaves the array.
template <std::size_t Unroll, std::size_t Lanes = lanes, class Body, class Tail>
ISOBIT_INLINE void for_each_vector(block const& b, Body body, Tail tail) {
  std::size_t i = 0;
  for (; i + Unroll * Lanes <= b.length; i += Unroll * Lanes) body(i, b.stride);
  if constexpr (Unroll > 1)
    for (; i < b.length; i += Lanes)
      for (std::size_t s = 0; s < 4; ++s) tail(s * b.stride + i, Lanes);
  std::size_t const end = b.tail_first + b.tail_count;
  for (i = b.tail_first; i + Lanes <= end; i += Lanes) tail(i, Lanes);
  if (i < end) tail(end - Lanes, end - i);
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
