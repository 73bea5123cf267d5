#pragma once

#include "linalg/kernel/certain_float.hpp"
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

// Rank-one updates read and write a whole matrix: what comes next is asked for early.
template <class T> ISOBIT_INLINE void prefetch(T const* at) { __builtin_prefetch(at + 1024 / sizeof(T), 1); }

/// Notes which of the lanes from i on are not set.
template <class V> ISOBIT_INLINE void note_open(V certain, index i, index count, std::uint64_t* open) {
  for (index k = 0; k < count; ++k)
    if (certain[static_cast<std::size_t>(k)] == 0) open[(i + k) / 64] |= std::uint64_t{1} << (i + k) % 64;
}
ISOBIT_INLINE bool any_open(std::uint64_t const* open) {
  std::uint64_t any = 0;
  for (index word = 0; word < ger_chunk / 64; ++word) any |= open[word];
  return any != 0;
}

/// What several vectors of doubles leave in doubt, together.
class double_doubts {
public:
  ISOBIT_INLINE void add(certain<f64> const& test) {
    holds_ &= test.holds;
    smallest_ = has_any_ ? smaller_magnitude(smallest_, test.value) : test.value;
    has_any_ = true;
  }
  [[nodiscard]] ISOBIT_INLINE bool any() const {
    return !all_set(holds_ & (magnitude(smallest_) >= broadcast(0x1p-890)));
  }

private:
  i64 holds_ = ~i64{};
  f64 smallest_ = {};
  bool has_any_ = false;
};
template <class T> struct doubts_for { using type = double_doubts; };
template <> struct doubts_for<float> { using type = float_doubts; };

/// The parts of y, and what subtracts on the pipes of multiplications.
struct ger_factors {
  f64 part[2], minus_one;
};

/// a + y*w for doubles, with two terms for complex numbers; what it is good for goes to `doubts`.
/// docs/maths/gemv.md#ger
template <int Values, ger_known Known>
ISOBIT_INLINE f64 quick_sum(ger_values const& values, ger_factors const& y, f64 old, index i, double_doubts& doubts) {
  f64 high = old, additions = {}, rest = {}, largest = {}, radius = {};
#pragma GCC unroll 2
  for (int k = 0; k < Values; ++k) {
    gemv_value const& v = values.value[k];
    f64 const w = load<f64>(v.high + i);
    f64 const value = y.part[k] * w, next = high + value;
    f64 const lost = two_sum_error(high, value, next, y.minus_one);
    f64 error = product{y.part[k], w}.less(value);
    if constexpr (Known != ger_known::exactly) {
      f64 const w_low = load<f64>(v.low + i);
      error = multiply_add(y.part[k], w_low, error);
      if constexpr (!has_fma) largest = larger_magnitude(largest, y.part[k] * w_low);
    }
    high = next;
    additions = k == 0 ? lost : additions + lost;
    rest = k == 0 ? error : rest + error;
    largest = k == 0 && has_fma ? error : larger_magnitude(largest, error);
    if constexpr (Known == ger_known::enclosed)
      radius = multiply_add(magnitude(y.part[k]), load<f64>(v.radius + i), radius);
  }
  largest = larger_magnitude(largest, additions);
  f64 const low = additions + rest;
  certify::ends<f64> ends;
  if constexpr (Known == ger_known::enclosed) {
    radius = multiply_add(largest, broadcast(0x1p-48), radius);
    ends = {high + (low - radius), high + (low + radius)};
  } else {
    ends = {subtract_by_fma(high, multiply_add(largest, broadcast(0x1p-48), -low), y.minus_one),
            high + multiply_add(largest, broadcast(0x1p-48), low)};
  }
  auto const test = certify::common_rounding<double>(ends);
  doubts.add(test);
  return test.value;
}

/// The same for floats, whose w is a double, or two of which the second does not matter. Only without radii.
template <int Values, ger_known>
ISOBIT_INLINE f64 quick_sum(ger_values const& values, ger_factors const& y, f64 old, index i, float_doubts& doubts) {
  f64 const w = load<f64>(values.value[0].high + i);
  if constexpr (Values == 1 && has_fma) {
    f64 const sum = fma(y.part[0], w, old);
    doubts.add<2>(sum);
    return sum;
  } else {
    f64 const value = y.part[0] * w;
    f64 size = magnitude(value), others = value;
    if constexpr (Values == 2) {
      f64 const second = y.part[1] * load<f64>(values.value[1].high + i);
      size += magnitude(second);
      others += second;
    }
    f64 const sum = old + others;
    doubts.add<0x2000>(sum);
    doubts.add_sizes(sum, 0x1p10, size);
    return sum;
  }
}

/// By the test of all other results.
template <class T> ISOBIT_INLINE certain<f64> careful_update(ger_values const& values, f64 old, index i) {
  combination c;
  for (int k = 0; k < values.values; ++k) {
    gemv_value const& v = values.value[k];
    c.add_scaled(broadcast(v.coefficient), load<f64>(v.high + i), load<f64>(v.low + i), load<f64>(v.radius + i));
  }
  c.add(old);
  c.zero &= old == f64{};
  return round_combination<T>(c);
}

/// Several vectors, with one test for all of them. If that leaves a doubt, nothing is written.
template <int Values, ger_known Known, int Steps, class T>
ISOBIT_INLINE bool update_quickly(ger_values const& values, ger_factors const& y, T* a, index i) {
  f64 sums[Steps];
  typename doubts_for<T>::type doubts;
#pragma GCC unroll 4
  for (int s = 0; s < Steps; ++s) {
    index const at = i + s * row_lanes;
    prefetch(a + at);
    sums[s] = quick_sum<Values, Known>(values, y, load_wide(a + at), at, doubts);
  }
  if (doubts.any()) [[unlikely]]
    return false;
#pragma GCC unroll 4
  for (int s = 0; s < Steps; ++s) store_narrow(a + i + s * row_lanes, sums[s]);
  return true;
}

template <int Values, ger_known Known, class T>
ISOBIT_INLINE bool update_chunk(ger_values const& given, T* a, std::uint64_t* open) {
  ger_values const values = given;  // a copy that no store can change
  ger_factors const y = {{broadcast(values.value[0].coefficient), broadcast(values.value[1].coefficient)},
                         opaque(broadcast(-1.0))};
  for (index word = 0; word < ger_chunk / 64; ++word) open[word] = 0;
  // Rare, and not inline: what it captures would stay in memory.
  auto const update = [&given, a, open](index i, index count) {
    auto const entry = careful_update<T>(given, load_some(a + i, count), i);
    note_open(entry.holds, i, count, open);
    for (index k = 0; k < count; ++k)
      if (auto const at = static_cast<std::size_t>(k); entry.holds[at] != 0) a[i + k] = static_cast<T>(entry.value[at]);
  };
  auto const update_vectors = [&]<int Steps>(index i) __attribute__((always_inline)) {
    if constexpr (__is_same(T, double) || Known != ger_known::enclosed)
      return update_quickly<Values, Known, Steps>(values, y, a, i);
    return false;
  };
  constexpr int steps = __is_same(T, float) ? 4 : Values;
  index i = 0;
  for (; i + steps * row_lanes <= values.count; i += steps * row_lanes)
    if (!update_vectors.template operator()<steps>(i)) [[unlikely]]
      for (index k = i; k < i + steps * row_lanes; k += row_lanes)
        if (!update_vectors.template operator()<1>(k)) update(k, row_lanes);
  for (; i + row_lanes <= values.count; i += row_lanes)
    if (!update_vectors.template operator()<1>(i)) update(i, row_lanes);
  if (i < values.count) update(i, values.count - i);
  return any_open(open);
}

template <int Values, class T> ISOBIT_INLINE bool update_known(ger_values const& values, T* a, std::uint64_t* open) {
  if (values.known == ger_known::exactly) return update_chunk<Values, ger_known::exactly>(values, a, open);
  if (values.known == ger_known::twice) return update_chunk<Values, ger_known::twice>(values, a, open);
  return update_chunk<Values, ger_known::enclosed>(values, a, open);
}

template <class T> bool update_values(ger_values const& values, T* a, std::uint64_t* open) {
  return values.values == 1 ? update_known<1>(values, a, open) : update_known<2>(values, a, open);
}

/// One FMA per number. Finite results that are not zero are right as they are.
template <class T> bool fused_values(index count, T const* w, T y, T* a, std::uint64_t* open) {
  using real = typename vectors<T>::real;
  using integers = typename vectors<T>::integers;
  constexpr auto step = static_cast<index>(vectors<T>::lanes);
  real const ys = broadcast(y), infinity = broadcast(static_cast<T>(__builtin_inf()));
  for (index word = 0; word < ger_chunk / 64; ++word) open[word] = 0;
  auto const usable = [&](real x) __attribute__((always_inline)) {
    return (integers)((x != real{}) & (x < infinity) & (x > -infinity));
  };
  index i = 0;
  for (; i + step <= count; i += step) {
    prefetch(a + i);
    real const next = fma(load<real>(w + i), ys, load<real>(a + i));
    integers const fine = usable(next);
    if (!has_any((u64)~fine, ~std::uint64_t{0})) [[likely]] {
      store(a + i, next);
      continue;
    }
    note_open(fine, i, step, open);
    for (index k = 0; k < step; ++k)
      if (auto const at = static_cast<std::size_t>(k); fine[at] != 0) a[i + k] = next[at];
  }
  if (i < count) {
    auto const left = static_cast<std::size_t>(count - i);
    real old = {}, factor = {};
    __builtin_memcpy(&old, a + i, left * sizeof(T));
    __builtin_memcpy(&factor, w + i, left * sizeof(T));
    real const next = fma(factor, ys, old);
    integers const fine = usable(next);
    note_open(fine, i, count - i, open);
    for (std::size_t k = 0; k < left; ++k)
      if (fine[k] != 0) a[i + static_cast<index>(k)] = next[k];
  }
  return any_open(open);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
