#pragma once

#include <utility>

#include <isobit/plan/fixed_lanes.hpp>

#include "kernel/simd.hpp"

/// The kernels of Kahan's and Knuth's sums over fixed lanes. docs/maths/compensated.md#lanes
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

/// One step of each listing. Both are bound by latency and by the pipes for additions, so half of the operations go to
/// those for multiplications. `rows` is how many steps a group of chains takes before the next group's turn: few
/// enough for the processor to overlap the groups.
struct kahan_step {
  static constexpr std::size_t rows = 2;
  template <class V> static ISOBIT_INLINE void add(V& sum, V& correction, V x, V minus_one) {
    V const y = subtract_by_fma(x, correction, minus_one);
    V const next = sum + y;
    correction = subtract_by_fma(next - sum, y, minus_one);
    sum = next;
  }
  template <class V>
  static ISOBIT_INLINE void take_in(V& sum, V& correction, V next_sum, V next_correction, V minus_one) {
    add(sum, correction, next_sum, minus_one);
    add(sum, correction, -next_correction, minus_one);
  }
};
struct knuth_step {
  static constexpr std::size_t rows = 1;
  template <class V> static ISOBIT_INLINE void add(V& sum, V& correction, V x, V minus_one) {
    V const v = x + correction;
    V const next = sum + v;
    V const u_kept = next - v;
    V const v_kept = subtract_by_fma(next, u_kept, minus_one);
    correction = subtract_by_fma(sum, u_kept, minus_one) + subtract_by_fma(v, v_kept, minus_one);
    sum = next;
  }
  template <class V>
  static ISOBIT_INLINE void take_in(V& sum, V& correction, V next_sum, V next_correction, V minus_one) {
    add(sum, correction, next_sum, minus_one);
    add(sum, correction, next_correction, minus_one);
  }
};

/// Chains that fit into the registers together with what a step needs.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr std::size_t chains = 8;
#else
constexpr std::size_t chains = 4;
#endif

/// Lane i of the result is lane i + By of v; the last ones are of no use.
template <std::size_t By, class V, std::size_t... I> ISOBIT_INLINE V moved_down(V v, std::index_sequence<I...>) {
  return __builtin_shufflevector(v, v, (I + By) % sizeof...(I)...);
}

template <class Step, class T> struct lane_sums {
  using real = typename vectors<T>::real;
  using bits = typename vectors<T>::bits;
  static constexpr std::size_t width = vectors<T>::lanes;
  static constexpr std::size_t count = fixed_lanes::lanes<T>;

  alignas(64) T sum[count];
  alignas(64) T correction[count];

  /// The first row's steps from a state of zeros, or those zeros where there is no whole row. Returns how many elements
  /// were taken.
  ISOBIT_INLINE std::size_t start(T const* x, std::size_t n) {
    real const zero = opaque(real{});
    bool const whole = n >= count;
    for (std::size_t i = 0; i < count; i += width) {
      store(sum + i, whole ? zero + load<real>(x + i) : zero);
      store(correction + i, zero);
    }
    return whole ? count : 0;
  }

  /// Rows of `count` elements, one to a lane.
  template <std::size_t Rows> ISOBIT_INLINE void add_rows(T const* x, real minus_one) {
#pragma GCC unroll 1
    for (std::size_t first = 0; first < count; first += chains * width) {
      real s[chains], c[chains];
#pragma GCC unroll 8
      for (std::size_t i = 0; i < chains; ++i) {
        s[i] = load<real>(sum + first + i * width);
        c[i] = load<real>(correction + first + i * width);
      }
#pragma GCC unroll 4
      for (std::size_t row = 0; row < Rows; ++row)
#pragma GCC unroll 8
        for (std::size_t i = 0; i < chains; ++i)
          Step::add(s[i], c[i], load<real>(x + row * count + first + i * width), minus_one);
#pragma GCC unroll 8
      for (std::size_t i = 0; i < chains; ++i) {
        store(sum + first + i * width, s[i]);
        store(correction + first + i * width, c[i]);
      }
    }
  }

  /// Fewer than `count` elements: whole vectors, then one of which only the first lanes change.
  ISOBIT_INLINE void add_rest(T const* x, std::size_t n, real minus_one) {
    std::size_t i = 0;
    for (; i + width <= n; i += width) {
      real s = load<real>(sum + i), c = load<real>(correction + i);
      Step::add(s, c, load<real>(x + i), minus_one);
      store(sum + i, s);
      store(correction + i, c);
    }
    if (i == n) return;
    T padded[width] = {};
    bits in_use = {};
    for (std::size_t k = 0; k < n - i; ++k) {
      padded[k] = x[i + k];
      in_use[k] -= 1;
    }
    real const old_sum = load<real>(sum + i), old_correction = load<real>(correction + i);
    real s = old_sum, c = old_correction;
    Step::add(s, c, load<real>(padded), minus_one);
    store(sum + i, chosen(in_use, s, old_sum));
    store(correction + i, chosen(in_use, c, old_correction));
  }
  static ISOBIT_INLINE real chosen(bits mask, real a, real b) { return (real)((mask & (bits)a) | (~mask & (bits)b)); }

  /// Lane k takes in lane k + half, from the widest half to the narrowest.
  ISOBIT_INLINE compensated_sum<T> folded(real minus_one) {
#pragma GCC unroll 1
    for (std::size_t half = count / 2; half >= width; half /= 2)
#pragma GCC unroll 1
      for (std::size_t i = 0; i < half; i += width) {
        real s = load<real>(sum + i), c = load<real>(correction + i);
        Step::take_in(s, c, load<real>(sum + half + i), load<real>(correction + half + i), minus_one);
        store(sum + i, s);
        store(correction + i, c);
      }
    real s = load<real>(sum), c = load<real>(correction);
    fold_vector<width / 2>(s, c, minus_one);
    return {s[0], c[0]};
  }
  template <std::size_t Half> static ISOBIT_INLINE void fold_vector(real& s, real& c, real minus_one) {
    if constexpr (Half != 0) {
      constexpr std::make_index_sequence<width> all;
      Step::take_in(s, c, moved_down<Half>(s, all), moved_down<Half>(c, all), minus_one);
      fold_vector<Half / 2>(s, c, minus_one);
    }
  }
};

template <class Step, class T> ISOBIT_INLINE compensated_sum<T> compensated(T const* x, std::size_t n) {
  using lanes_of = lane_sums<Step, T>;
  auto const minus_one = opaque(broadcast(T(-1)));
  lanes_of state;
  constexpr std::size_t rows = Step::rows, row = lanes_of::count;
  std::size_t i = state.start(x, n);
  for (; i + rows * row <= n; i += rows * row) state.template add_rows<rows>(x + i, minus_one);
  if constexpr (rows > 1)
    for (; i + row <= n; i += row) state.template add_rows<1>(x + i, minus_one);
  state.add_rest(x + i, n - i, minus_one);
  return state.folded(minus_one);
}

constexpr compensated_table compensated_kernels = {
    .kahan_f64 = [](double const* x, std::size_t n) { return compensated<kahan_step>(x, n); },
    .kahan_f32 = [](float const* x, std::size_t n) { return compensated<kahan_step>(x, n); },
    .knuth_f64 = [](double const* x, std::size_t n) { return compensated<knuth_step>(x, n); },
    .knuth_f32 = [](float const* x, std::size_t n) { return compensated<knuth_step>(x, n); },
};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
