#pragma once

#include "linalg/kernel/certain_float.hpp"
#include "linalg/kernel/moderate.hpp"
#include "linalg/vector_table.hpp"

/// Sums of two or three products, rounded once. Every bound is derived in docs/maths/vector_operations.md.
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;
using certify::common_rounding, certify::ends;

ISOBIT_INLINE f64 load_doubles(double const* at) { return load<f64>(at); }
ISOBIT_INLINE f64 load_doubles(float const* at) { return widen(load<f32>(at)); }
ISOBIT_INLINE void store_rounded(double* at, f64 v) { store(at, v); }
ISOBIT_INLINE void store_rounded(float* at, f64 v) { store(at, narrow(v)); }

/// What a row adds up to, rounded to T where that is certain.
template <class T, class Shape> struct row_sum;

template <class Shape> struct row_sum<double, Shape> {
  static constexpr int terms = Shape::terms, first_product = Shape::adds ? 1 : 0;
  f64 x[terms], products[terms], errors[terms], lost[terms];
  f64 high, low;
  certain<f64> result{f64{}, i64{}};

  /// docs/maths/vector_operations.md#double
  ISOBIT_INLINE void compute(f64 const (&factor)[terms], f64 const (&operands)[terms], f64 minus_one) {
#pragma GCC unroll 3
    for (int k = 0; k < terms; ++k) {
      x[k] = operands[k];
      products[k] = k < first_product ? x[k] : factor[k] * x[k];
      errors[k] = k < first_product ? f64{} : product{factor[k], x[k]}.less(products[k]);
    }
    high = products[0];
#pragma GCC unroll 3
    for (int k = 1; k < terms; ++k) {
      f64 const next = high + products[k];
      lost[k] = two_sum_error(high, products[k], next, minus_one);
      high = next;
    }
    f64 const additions = terms == 2 ? lost[1] : lost[1] + lost[terms - 1];
    f64 rest = errors[terms - 1];
    if constexpr (terms - first_product > 1) rest += errors[terms - 2];
    f64 largest = larger_magnitude(additions, rest);
    if constexpr (terms - first_product > 2) {
      rest += errors[0];
      largest = larger_magnitude(largest, errors[0]);
    }
    low = additions + rest;
    // The ends of the enclosure, of which the radius would be a product more.
    f64 const below = subtract_by_fma(high, multiply_add(largest, broadcast(0x1p-49), -low), minus_one);
    f64 const above = high + multiply_add(largest, broadcast(0x1p-49), low);
    result = common_rounding<double>(ends<f64>{below, above});
  }
  /// What the test is good for. docs/maths/vector_operations.md#double
  static ISOBIT_INLINE i64 large_enough(f64 value) { return magnitude(value) >= broadcast(0x1p-890); }

  /// Where nothing but the last addition is rounded, as of zeros and at ties, and where the first sums cancel.
  /// docs/maths/vector_operations.md#closer
  ISOBIT_INLINE void look_closer() {
    i64 exact = high == high;
    for (int k = first_product; k < terms; ++k)
      exact &= (errors[k] == f64{}) & ((magnitude(products[k]) >= broadcast(0x1p-900)) | (x[k] == f64{}));
    for (int k = 1; k + 1 < terms; ++k) exact &= lost[k] == f64{};
    f64 parts[2 * terms];
    for (int k = 0; k < terms; ++k) parts[k] = products[k], parts[terms + k] = errors[k];
    for (int end = 2 * terms; end > 2 * terms - 2; --end)
      for (int k = 1; k < end; ++k) {
        f64 const sum = parts[k - 1] + parts[k];
        parts[k - 1] = two_sum_error(parts[k - 1], parts[k], sum);
        parts[k] = sum;
      }
    certify::running_sum<f64> value;
    value.high = parts[2 * terms - 1];
    value.add(parts[2 * terms - 2]);
    for (int k = 0; k < 2 * terms - 2; ++k) value.add_low(parts[k]);
    auto const test = round_with_room<double>(enclosure<f64>{value.high, value.low, value.size * broadcast(0x1p-50)});
    result = {select(exact, high, test.value), exact | (test.holds & large_enough(test.value))};
  }
};

template <class Shape> struct row_sum<float, Shape> {
  static constexpr int terms = Shape::terms, first_product = Shape::adds ? 1 : 0;
  f64 products[terms];
  certain<f64> result{f64{}, i64{}};

  /// docs/maths/vector_operations.md#float
  ISOBIT_INLINE void compute(f64 const (&factor)[terms], f64 const (&operands)[terms], float_doubts& doubts) {
#pragma GCC unroll 3
    for (int k = 0; k < terms; ++k) products[k] = k < first_product ? operands[k] : factor[k] * operands[k];
    f64 const last = multiply_add(factor[terms - 1], operands[terms - 1], products[terms - 2]);
    if constexpr (terms == 2) {
      result.value = last;
      doubts.template add<2>(last);
    } else {
      result.value = Shape::adds ? last + products[0] : multiply_add(factor[0], operands[0], last);
      doubts.template add<0x2000>(result.value);
      doubts.add_sizes(result.value, 0x1p12, last);
    }
  }

  ISOBIT_INLINE void look_closer() {
    certify::running_sum<f64> value;
    value.high = products[0];
    for (int k = 1; k < terms; ++k) value.add(products[k]);
    f64 const margin = select(value.size == f64{}, f64{}, certify::with_room(value.size, value.high));
    auto const test = round_with_room<float>(enclosure<f64>{value.high, value.low, margin});
    i64 const fine = widen_mask(test.holds) & (certify::is_accepted<float>(value.high) | (margin == f64{}));
    result = {value.high, fine};
  }
};

/// The factors of a row in vectors, and the bits of its operands that count: none where the factor is zero. A product
/// with such a factor becomes -0, which no sum notices; if all do, +0.
template <class Shape> struct row_of_vectors {
  f64 factor[Shape::terms] = {};
  u64 used[Shape::terms];

  /// The first lane is of this part.
  template <class T> ISOBIT_INLINE void set(row_of_factors<T> const& row, int part) {
    bool none = !Shape::adds;
    for (int k = 0; k < Shape::terms; ++k) {
      bool const counts = row.factor[k][0] != 0;
      used[k] = broadcast(counts ? ~std::uint64_t{0} : std::uint64_t{0});
      for (std::size_t i = 0; i < lanes; ++i)
        factor[k][i] = counts ? static_cast<double>(row.factor[k][(static_cast<std::size_t>(part) + i) % 2]) : -0.0;
      none &= !counts;
    }
    if (none) factor[0] = f64{};
  }
};

constexpr index combination_width = static_cast<index>(lanes);
/// Vectors of whole complex numbers.
template <class Shape> constexpr int vectors_together = Shape::pairs&& lanes == 1 ? 2 : 1;

/// The operands of row r, for vector v from x and y on.
template <class T, class Shape, bool All>
ISOBIT_INLINE void load_operands(row_of_vectors<Shape> const& row, T const* x, T const* y, int r, int v,
                                 f64 (&operands)[Shape::terms]) {
  constexpr int together = vectors_together<Shape>;
#pragma GCC unroll 3
  for (int k = 0; k < Shape::terms; ++k) {
    operand const o = Shape::of[r][k];
    operands[k] = load_doubles((is_of_x(o) ? x : y) + (is_exchanged(o) && together == 2 ? 1 - v : v));
    if (is_exchanged(o)) operands[k] = across<1>(operands[k]);
    if constexpr (!All)
      if (k > 0 || !Shape::adds) operands[k] = (f64)((u64)operands[k] & row.used[k]);
  }
}

/// Several steps with floats, from x and y on, with one test for all of them. If that leaves a doubt, nothing is
/// written.
template <class Shape, bool All, int Steps>
ISOBIT_INLINE bool combine_floats(row_of_vectors<Shape> const (&rows)[Shape::rows][vectors_together<Shape>], float* x,
                                  float* y) {
  constexpr int together = vectors_together<Shape>, count = Shape::rows;
  f64 values[Steps][count][together];
  float_doubts doubts;
#pragma GCC unroll 4
  for (int s = 0; s < Steps; ++s)
#pragma GCC unroll 2
    for (int r = 0; r < count; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < together; ++v) {
        index const at = s * together * combination_width;
        f64 operands[Shape::terms];
        load_operands<float, Shape, All>(rows[r][v], x + at, y + at, r, v, operands);
        row_sum<float, Shape> sum;
        sum.compute(rows[r][v].factor, operands, doubts);
        values[s][r][v] = sum.result.value;
      }
  if (doubts.any()) [[unlikely]]
    return false;
#pragma GCC unroll 4
  for (int s = 0; s < Steps; ++s)
#pragma GCC unroll 2
    for (int r = 0; r < count; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < together; ++v)
        store_rounded((is_of_x(Shape::of[r][0]) ? x : y) + s * together * combination_width + v, values[s][r][v]);
  return true;
}

/// One step: the numbers from x and y on. `open` gets the lanes that are left as they are.
template <class T, class Shape, bool All>
ISOBIT_INLINE void combine_step(row_of_vectors<Shape> const (&rows)[Shape::rows][vectors_together<Shape>], T* x, T* y,
                                index i, std::uint64_t* open, f64 minus_one) {
  constexpr int together = vectors_together<Shape>, count = Shape::rows;
  row_sum<T, Shape> sums[count][together];
  i64 certain = ~i64{};
  float_doubts doubts;
#pragma GCC unroll 2
  for (int r = 0; r < count; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < together; ++v) {
      f64 operands[Shape::terms];
      load_operands<T, Shape, All>(rows[r][v], x + i, y + i, r, v, operands);
      if constexpr (__is_same(T, float)) {
        sums[r][v].compute(rows[r][v].factor, operands, doubts);
      } else {
        sums[r][v].compute(rows[r][v].factor, operands, minus_one);
        certain &= sums[r][v].result.holds;
      }
    }
  bool all_certain;
  if constexpr (__is_same(T, float)) {
    all_certain = !doubts.any();
  } else {
    f64 smallest = sums[0][0].result.value;
    if constexpr (count == 2) smallest = smaller_magnitude(smallest, sums[1][0].result.value);
    if constexpr (together == 2)
      for (int r = 0; r < count; ++r) smallest = smaller_magnitude(smallest, sums[r][1].result.value);
    all_certain = all_set(certain & row_sum<T, Shape>::large_enough(smallest));
  }
  if (!all_certain) [[unlikely]] {
    certain = ~i64{};
    for (int r = 0; r < count; ++r)
      for (int v = 0; v < together; ++v) {
        sums[r][v].look_closer();
        certain &= sums[r][v].result.holds;
      }
    if constexpr (Shape::pairs) certain &= across<1>(certain);
    all_certain = all_set(certain);
  }
  if (all_certain) [[likely]] {
#pragma GCC unroll 2
    for (int r = 0; r < count; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < together; ++v)
        store_rounded((is_of_x(Shape::of[r][0]) ? x : y) + i + v, sums[r][v].result.value);
    return;
  }
  for (int v = 0; v < together; ++v)
    for (index lane = 0; lane < combination_width; ++lane) {
      auto const at = static_cast<std::size_t>(lane);
      if (certain[at] == 0)
        open[(i + v + lane) / 64] |= std::uint64_t{1} << (i + v + lane) % 64;
      else
        for (int r = 0; r < count; ++r)
          (is_of_x(Shape::of[r][0]) ? x : y)[i + v + lane] = static_cast<T>(sums[r][v].result.value[at]);
    }
}

template <class T, class Shape, bool All>
ISOBIT_INLINE bool combine_chunk(index n, row_of_factors<T> const* factors, T* x, T* y, std::uint64_t* open) {
  constexpr int together = vectors_together<Shape>;
  constexpr index step = together * combination_width;
  row_of_vectors<Shape> rows[Shape::rows][together];
  for (int r = 0; r < Shape::rows; ++r)
    for (int v = 0; v < together; ++v) rows[r][v].set(factors[r], v);
  for (index word = 0; word < combination_chunk / 64; ++word) open[word] = 0;
  f64 const minus_one = opaque(broadcast(-1.0));
  index i = 0;
  if constexpr (__is_same(T, float)) {
    constexpr int steps = 4 / Shape::rows;
    for (; i + steps * step <= n; i += steps * step) {
      for (index k = 0; k < steps * step; k += step) {
        __builtin_prefetch(x + i + k + 1024 / sizeof(T), Shape::rows == 2);
        __builtin_prefetch(y + i + k + 1024 / sizeof(T), 1);
      }
      if (!combine_floats<Shape, All, steps>(rows, x + i, y + i)) [[unlikely]]
        for (index k = 0; k < steps * step; k += step) combine_step<T, Shape, All>(rows, x, y, i + k, open, minus_one);
    }
  }
  for (; i + step <= n; i += step) {
    __builtin_prefetch(x + i + 1024 / sizeof(T), Shape::rows == 2);
    __builtin_prefetch(y + i + 1024 / sizeof(T), 1);
    combine_step<T, Shape, All>(rows, x, y, i, open, minus_one);
  }
  if (i < n) {
    constexpr bool writes_x = Shape::rows == 2 || is_of_x(Shape::of[0][0]), has_y = Shape::rows == 2 || Shape::adds;
    T left[step] = {}, right[step] = {};
    std::uint64_t last = 0;
    for (index k = 0; k < n - i; ++k) {
      left[k] = x[i + k];
      if (has_y) right[k] = y[i + k];
    }
    combine_step<T, Shape, All>(rows, left, right, 0, &last, minus_one);
    for (index k = 0; k < n - i; ++k) {
      if ((last >> k & 1) != 0) open[(i + k) / 64] |= std::uint64_t{1} << (i + k) % 64;
      if (writes_x) x[i + k] = left[k];
      if (has_y) y[i + k] = right[k];
    }
  }
  std::uint64_t any = 0;
  for (index word = 0; word < combination_chunk / 64; ++word) any |= open[word];
  return any != 0;
}

template <class T, class Shape>
bool combine(index n, row_of_factors<T> const* factors, T* x, T* y, std::uint64_t* open) {
  bool all = true;
  for (int r = 0; r < Shape::rows; ++r)
    for (int k = Shape::adds ? 1 : 0; k < Shape::terms; ++k) all &= factors[r].factor[k][0] != 0;
  return all ? combine_chunk<T, Shape, true>(n, factors, x, y, open)
             : combine_chunk<T, Shape, false>(n, factors, x, y, open);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
