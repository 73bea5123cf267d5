#pragma once

#include "linalg/kernel/gemv_block.hpp"
#include "linalg/kernel/moderate.hpp"

/// From enclosures to rounded results. docs/maths/gemv.md#finish
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Sums of scaled enclosures and products: sum + low up to a radius.
struct combination : certify::running_sum<f64> {
  f64 radius = {};
  i64 zero = ~i64{};  ///< everything added was zero

  ISOBIT_INLINE void add_product(f64 coefficient, f64 x) {
    f64 const value = coefficient * x;
    add_low(product{coefficient, x}.less(value));
    add(value);
    zero &= (value == f64{}) & ((coefficient == f64{}) | (x == f64{}));
  }
  ISOBIT_INLINE void add_scaled(f64 coefficient, f64 high_part, f64 low_part, f64 radius_of) {
    add_product(coefficient, high_part);
    add_low(coefficient * low_part);
    radius += magnitude(coefficient) * radius_of;
    // Zero times what nothing is known of may be NaN.
    i64 const known = radius_of < broadcast(__builtin_inf());
    zero &= ((coefficient == f64{}) & known) | ((low_part == f64{}) & (radius_of == f64{}));
  }
};

/// What everything within the radius rounds to, in the lanes where that is certain; an exact zero is +0.
/// docs/maths/gemv.md#rounding-test
template <class T> ISOBIT_INLINE certain<f64> round_combination(combination const& c) {
  f64 const rounding = c.size * broadcast(0x1p-48) + broadcast(0x1p-1060);
  auto const rounded = round_within<T>(enclosure<f64>{c.high, c.low, c.radius * broadcast(1 + 0x1p-40) + rounding});
  i64 const nothing = c.zero & (c.high + c.low == f64{});
  return {(f64)((i64)rounded.value & ~nothing), rounded.holds | nothing};
}

template <class T> void finish_results(gemv_results const& r) {
  for (index i = 0; i < r.count; i += row_lanes) {
    combination c;
    for (int k = 0; k < r.values; ++k) {
      gemv_value const& v = r.value[k];
      c.add_scaled(broadcast(v.coefficient), load<f64>(v.high + i), load<f64>(v.low + i), load<f64>(v.radius + i));
    }
    for (int k = 0; k < r.addends; ++k) c.add_product(broadcast(r.addend[k].coefficient), load<f64>(r.addend[k].x + i));
    auto const entry = round_combination<T>(c);
    store(r.result + i, entry.value);
    for (index lane = 0; lane < row_lanes; ++lane) r.certain[i + lane] = entry.holds[lane] != 0;
  }
}

/// Which numbers of a chunk are left open.
template <class V> struct open_lanes {
  static constexpr index step = sizeof(V) / sizeof(V{}[0]);
  V masks[ger_chunk / step];
  V any = {};

  ISOBIT_INLINE void note(index i, V certain) {
    masks[i / step] = ~certain;
    any |= ~certain;
  }
  /// Sets the bits of the first `count`.
  bool write(index count, std::uint64_t* open) const {
    bool found = false;
    for (index k = 0; k < step; ++k) found |= any[static_cast<std::size_t>(k)] != 0;
    if (!found) return false;
    for (index i = 0; i < (count + 63) / 64; ++i) open[i] = 0;
    for (index i = 0; i < count; ++i)
      if (masks[i / step][static_cast<std::size_t>(i % step)] != 0) open[i / 64] |= std::uint64_t{1} << i % 64;
    return true;
  }
};

template <class T> bool update_values(ger_values const& values, T* a, std::uint64_t* open) {
  open_lanes<i64> lanes_open;
  for (index i = 0; i < values.count; i += row_lanes) {
    index const left = values.count - i;
    f64 const old = load_some(a + i, left);
    combination c;
    for (int k = 0; k < values.values; ++k) {
      gemv_value const& v = values.value[k];
      c.add_scaled(broadcast(v.coefficient), load<f64>(v.high + i), load<f64>(v.low + i), load<f64>(v.radius + i));
    }
    c.add(old);
    c.zero &= old == f64{};
    auto const entry = round_combination<T>(c);
    lanes_open.note(i, entry.holds);
    f64 const result = (f64)(((i64)entry.value & entry.holds) | ((i64)old & ~entry.holds));
    if (left >= row_lanes)
      store_narrow(a + i, result);
    else
      for (index k = 0; k < left; ++k) a[i + k] = static_cast<T>(result[static_cast<std::size_t>(k)]);
  }
  return lanes_open.write(values.count, open);
}

/// One FMA per number. Finite results that are not zero are right as they are.
template <class T> bool fused_values(index count, T const* w, T y, T* a, std::uint64_t* open) {
  using real = typename vectors<T>::real;
  using integers = typename vectors<T>::integers;
  constexpr auto step = static_cast<index>(vectors<T>::lanes);
  real const ys = broadcast(y), infinity = broadcast(static_cast<T>(__builtin_inf()));
  open_lanes<integers> lanes_open;
  for (index i = 0; i < count; i += step) {
    index const left = count - i < step ? count - i : step;
    real old = {}, factor = {};
    if (left == step) {
      old = load<real>(a + i);
      factor = load<real>(w + i);
    } else {
      __builtin_memcpy(&old, a + i, static_cast<std::size_t>(left) * sizeof(T));
      __builtin_memcpy(&factor, w + i, static_cast<std::size_t>(left) * sizeof(T));
    }
    real const next = fma(factor, ys, old);
    integers const usable = (next != real{}) & (next < infinity) & (next > -infinity);
    lanes_open.note(i, usable);
    real const result = (real)(((integers)next & usable) | ((integers)old & ~usable));
    if (left == step)
      store(a + i, result);
    else
      __builtin_memcpy(a + i, &result, static_cast<std::size_t>(left) * sizeof(T));
  }
  return lanes_open.write(count, open);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
