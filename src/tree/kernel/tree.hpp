#pragma once

#include "arithmetic/silent.hpp"

/// The binary tree of additions. A power of two of elements is read as one stream for each lane, so that but for the
/// lowest levels of the tree a sum of vectors is a level of it. docs/maths/tree.md#kernel
ISOBIT_NAMESPACE_BEGIN
namespace trees::ISOBIT_TARGET {

using namespace arithmetic;

template <std::size_t... I> struct places {};
template <std::size_t N, std::size_t... I> struct first_places : first_places<N - 1, N - 1, I...> {};
template <std::size_t... I> struct first_places<0, I...> { using type = places<I...>; };

/// a + b, of vectors or numbers; with AVX-512 to nearest whatever the environment says, and without a trace in it.
template <class V> ISOBIT_INLINE V add(V a, V b) {
#if ISOBIT_VECTOR_BYTES == 64
  constexpr int nearest = silent::nearest;
  if constexpr (__is_same(V, f64))
    return (V)_mm512_add_round_pd((__m512d)a, (__m512d)b, nearest);
  else if constexpr (__is_same(V, whole_f32))
    return (V)_mm512_add_round_ps((__m512)a, (__m512)b, nearest);
  else if constexpr (__is_same(V, double))
    return static_cast<double>(silent_number(a) + silent_number(b));
  else
    return _mm_cvtss_f32(_mm_add_round_ss(_mm_set_ss(a), _mm_set_ss(b), nearest));
#else
  return a + b;
#endif
}

/// b in the lanes whose number has the bit `Distance`, a in the others. Compilers would make it a shuffle, or a blend
/// of doubles; a blend of floats, or by a mask, finds twice as many pipes.
template <std::size_t Distance, class V, std::size_t... I> ISOBIT_INLINE V blend(V a, V b, places<I...>) {
  constexpr std::size_t second = sizeof...(I);
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (second == 8)
    return (V)_mm512_mask_blend_pd(((I & Distance ? 1 << I : 0) | ...), (__m512d)a, (__m512d)b);
#elif ISOBIT_VECTOR_BYTES == 32
  constexpr int floats = 8 / second, all = (1 << floats) - 1;
  return (V)_mm256_blend_ps((__m256)a, (__m256)b, ((I & Distance ? all << (I * floats) : 0) | ...));
#endif
  return __builtin_shufflevector(a, b, (I & Distance ? I + second : I)...);
}

/// One level of the tree over the lanes of two vectors: with distances 1, 2, 4 ... it leaves of as many vectors as
/// there are lanes one, which holds the tree over the lanes of the k-th in lane k. An addition does not care which
/// operand comes first, so lanes may meet in either vector: b[lane] + b[lane - Distance] in the lanes whose number has
/// the bit `Distance`, a[lane] + a[lane + Distance] in the others, is one blend and one shuffle.
template <std::size_t Distance, class V, std::size_t... I> ISOBIT_INLINE V add_pairs(V a, V b, places<I...> lanes_of) {
  constexpr std::size_t second = sizeof...(I);
  if constexpr (sizeof(V) == 4 * second && Distance < 4 && second >= 4) {
    // No single shuffle does that with floats; even and odd lanes of each four are two.
    V const even = __builtin_shufflevector(a, b, ((I & ~3u) + 2 * (I & 1) + (I & 2 ? second : 0))...);
    V const odd = __builtin_shufflevector(a, b, ((I & ~3u) + 2 * (I & 1) + (I & 2 ? second : 0) + 1)...);
    return add(even, odd);
  } else {
    V const moved = __builtin_shufflevector(a, b, (I & Distance ? I - Distance + second : I + Distance)...);
    return add(blend<Distance>(a, b, lanes_of), moved);
  }
}

/// For one type: `unit` elements fill a square of `lanes` vectors.
template <class T> struct tree {
  using real = typename vectors<T>::real;
  static constexpr std::size_t lanes = vectors<T>::lanes;
  static constexpr std::size_t unit = lanes * lanes;
  static constexpr std::size_t step = lanes < 4 ? 16 : 4;  ///< squares that are summed in registers
  using every_lane = typename first_places<lanes>::type;

  /// The tree over the lanes.
  template <std::size_t Distance = 1> ISOBIT_INLINE static T across(real v) {
    if constexpr (Distance == lanes)
      return v[0];
    else
      return across<2 * Distance>(add_pairs<Distance>(v, v, every_lane()));
  }

  /// Lane l is the tree over x[l*stride] to x[l*stride + lanes - 1], if Streams is `lanes`.
  template <std::size_t Streams = lanes> ISOBIT_INLINE static real square(T const* x, std::size_t stride) {
    if constexpr (Streams == 1) {
      return opaque(load<real>(x));
    } else {
      constexpr std::size_t half = Streams / 2;
      return add_pairs<half>(square<half>(x, stride), square<half>(x + half * stride, stride), every_lane());
    }
  }

  /// Lane l is the tree over x[l*stride] to x[l*stride + Count*lanes - 1].
  template <std::size_t Count> ISOBIT_INLINE static real squares(T const* x, std::size_t stride) {
    if constexpr (Count == 1)
      return square(x, stride);
    else
      return add(squares<Count / 2>(x, stride), squares<Count / 2>(x + Count / 2 * lanes, stride));
  }

  /// The tree over a power of two of elements, at least Count * unit.
  template <std::size_t Count = 1> ISOBIT_INLINE static T block(T const* x, std::size_t size) {
    std::size_t const stride = size / lanes;
    if constexpr (Count < step) {
      if (size == Count * unit) return across(squares<Count>(x, stride));
      return block<2 * Count>(x, size);
    }
    // A binary counter: the vectors on the stack are the subtrees that the bits of the count stand for.
    real stack[64];
    std::size_t depth = 0;
    std::size_t const steps = stride / (step * lanes);
    for (std::size_t i = 0; i < steps; ++i) {
      real v = squares<step>(x + i * step * lanes, stride);
      for (std::size_t full = i; full & 1; full >>= 1) v = add(stack[--depth], v);
      stack[depth++] = v;
    }
    return across(stack[0]);
  }

  /// Lane l is the tree over the lanes of v[l].
  template <std::size_t Distance = 1> ISOBIT_INLINE static real transpose(real* v) {
    if constexpr (Distance == lanes) {
      return v[0];
    } else {
      for (std::size_t i = 0; i < lanes / Distance / 2; ++i)
        v[i] = add_pairs<Distance>(v[2 * i], v[2 * i + 1], every_lane());
      return transpose<2 * Distance>(v);
    }
  }

  /// The tree over fewer than `unit` elements: -0 fills up, for x + -0 is x.
  ISOBIT_INLINE static T few(T const* x, std::size_t n) {
    T part[lanes];
    for (std::size_t l = 0; l < lanes; ++l) part[l] = -T{};
    std::size_t const whole = n / lanes;
    for (std::size_t l = 0; l < n % lanes; ++l) part[l] = x[whole * lanes + l];
    real v[lanes];
    for (std::size_t l = 0; l < lanes; ++l)
      v[l] = l < whole ? load<real>(x + l * lanes) : l == whole ? load<real>(part) : -real{};
    return across(transpose(v));
  }

  static T sum(T const* x, std::size_t n) {
    T parts[64];
    std::size_t count = 0;
    while (n >= unit) {
      std::size_t const size = std::size_t{1} << (63 - __builtin_clzll(n));
      parts[count++] = block(x, size);
      x += size;
      n -= size;
    }
    T total = n != 0 ? few(x, n) : parts[--count];
    while (count != 0) total = add(parts[--count], total);
    return total;
  }
};

}  // namespace trees::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
