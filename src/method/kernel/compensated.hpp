#pragma once

#include <utility>

#include <isobit/method/fixed_lanes.hpp>

#include "arithmetic/lanes.hpp"
#include "method/kernel/compensated_table.hpp"
#include "method/listings.hpp"

/// The kernels of Kahan's and Knuth's sums over fixed lanes. docs/maths/compensated.md#lanes
ISOBIT_NAMESPACE_BEGIN
namespace method::ISOBIT_TARGET {

using namespace arithmetic;
using namespace listings;

/// A vector of lanes.
template <class V> struct chain {
  V sum;
  V correction;
};

/// a - b as a multiplication and addition in one. With many lane_chains the pipes for additions are what is short, and
/// where a processor has others for products these take about half of a step's operations; with one chain only latency
/// counts, and the subtraction itself has the shorter one.
template <class V> struct by_fma {
  V minus_one;
  ISOBIT_INLINE V operator()(V a, V b) const { return subtract_by_fma(a, b, minus_one); }
};

/// How many steps a group of lane_chains takes before the next group's turn: few enough for the processor to overlap
/// the groups.
template <class Step> constexpr std::size_t rows_of = __is_same(Step, kahan_step) ? 2 : 1;

template <class Step, class V> ISOBIT_INLINE void take_in(chain<V>& c, chain<V> const& next) {
  Step::add(c, next.sum);
  Step::add(c, Step::missing(next.correction));
}

/// Chains that fit into the registers together with what a step needs.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr std::size_t lane_chains = 8;
#else
constexpr std::size_t lane_chains = 4;
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

  ISOBIT_INLINE chain<real> at(std::size_t lane) const {
    return {load<real>(sum + lane), load<real>(correction + lane)};
  }
  ISOBIT_INLINE void set(std::size_t lane, chain<real> const& c) {
    store(sum + lane, c.sum);
    store(correction + lane, c.correction);
  }

  /// The first row's steps from a state of zeros, or those zeros where there is no whole row. Returns how many elements
  /// were taken.
  ISOBIT_INLINE std::size_t start(T const* x, std::size_t n) {
    real const zero = opaque(real{});
    bool const whole = n >= count;
    for (std::size_t i = 0; i < count; i += width) set(i, {whole ? zero + load<real>(x + i) : zero, zero});
    return whole ? count : 0;
  }

  /// Rows of `count` elements, one to a lane.
  template <std::size_t Rows> ISOBIT_INLINE void add_rows(T const* x, by_fma<real> subtract) {
#pragma GCC unroll 1
    for (std::size_t first = 0; first < count; first += lane_chains * width) {
      chain<real> group[lane_chains];
#pragma GCC unroll 8
      for (std::size_t i = 0; i < lane_chains; ++i) group[i] = at(first + i * width);
#pragma GCC unroll 4
      for (std::size_t row = 0; row < Rows; ++row)
#pragma GCC unroll 8
        for (std::size_t i = 0; i < lane_chains; ++i)
          Step::add(group[i], load<real>(x + row * count + first + i * width), subtract);
#pragma GCC unroll 8
      for (std::size_t i = 0; i < lane_chains; ++i) set(first + i * width, group[i]);
    }
  }

  /// Fewer than `count` elements: whole vectors, then one of which only the first lanes change.
  ISOBIT_INLINE void add_rest(T const* x, std::size_t n, by_fma<real> subtract) {
    std::size_t i = 0;
    for (; i + width <= n; i += width) {
      auto c = at(i);
      Step::add(c, load<real>(x + i), subtract);
      set(i, c);
    }
    if (i == n) return;
    T padded[width] = {};
    bits in_use = {};
    for (std::size_t k = 0; k < n - i; ++k) {
      padded[k] = x[i + k];
      in_use[k] -= 1;
    }
    auto const before = at(i);
    auto after = before;
    Step::add(after, load<real>(padded), subtract);
    set(i, {chosen(in_use, after.sum, before.sum), chosen(in_use, after.correction, before.correction)});
  }
  static ISOBIT_INLINE real chosen(bits mask, real a, real b) { return (real)((mask & (bits)a) | (~mask & (bits)b)); }

  /// What lanes from `lane` on are once lane k has taken in lane k + h, for h from the widest half down to `Half`.
  template <std::size_t Half> ISOBIT_INLINE chain<real> folded(std::size_t lane) const {
    if constexpr (Half == count) {
      return at(lane);
    } else {
      auto c = folded<2 * Half>(lane);
      take_in<Step>(c, folded<2 * Half>(lane + Half));
      return c;
    }
  }
  /// The same within a vector, from `Half` on.
  template <std::size_t Half> static ISOBIT_INLINE void fold_vector(chain<real>& c) {
    if constexpr (Half != 0) {
      constexpr std::make_index_sequence<width> all;
      take_in<Step>(c, {moved_down<Half>(c.sum, all), moved_down<Half>(c.correction, all)});
      fold_vector<Half / 2>(c);
    }
  }
};

template <class Step, class T> ISOBIT_INLINE compensated_sum<T> compensated(T const* x, std::size_t n) {
  using state = lane_sums<Step, T>;
  constexpr std::size_t row = state::count, rows = rows_of<Step>;
  by_fma<typename state::real> const subtract = {opaque(broadcast(T(-1)))};
  state lanes_of;
  std::size_t i = lanes_of.start(x, n);
  for (; i + rows * row <= n; i += rows * row) lanes_of.template add_rows<rows>(x + i, subtract);
  if constexpr (rows > 1)
    for (; i + row <= n; i += row) lanes_of.template add_rows<1>(x + i, subtract);
  lanes_of.add_rest(x + i, n - i, subtract);
  auto folded = lanes_of.template folded<state::width>(0);
  state::template fold_vector<state::width / 2>(folded);
  return {folded.sum[0], folded.correction[0]};
}

constexpr compensated_table compensated_kernels = {
    .kahan_f64 = [](double const* x, std::size_t n) { return compensated<kahan_step>(x, n); },
    .kahan_f32 = [](float const* x, std::size_t n) { return compensated<kahan_step>(x, n); },
    .knuth_f64 = [](double const* x, std::size_t n) { return compensated<knuth_step>(x, n); },
    .knuth_f32 = [](float const* x, std::size_t n) { return compensated<knuth_step>(x, n); },
};

}  // namespace method::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
