#pragma once

#include "sum/kernel/leading.hpp"

/// Exact extraction for data of any width, level by level. docs/maths/sum.md#extraction
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

template <int Levels, class Term>
ISOBIT_INLINE bool extract_levels(Term term, double* rests, std::size_t n, double const* extractors,
                                  std::int64_t* units) {
  f64 start[Levels], sum[Levels];
#pragma GCC unroll 6
  for (int k = 0; k < Levels; ++k) sum[k] = start[k] = broadcast(extractors[k]);
  f64 const minus_one = opaque(broadcast(-1.0));
  u64 left = {};
  // There is time to fetch the numbers that follow, which are next as a rule; what is in place is in cache.
  std::size_t const ahead = (void const*)term.x == rests ? 0 : n;
  for (std::size_t i = 0; i < n; i += lanes) {
    __builtin_prefetch(term.x + i + ahead, 0, 2);
    f64 rest = term.at(i);
#pragma GCC unroll 6
    for (int k = 0; k < Levels; ++k) {
      f64 const next = sum[k] + rest;
      rest = subtract_by_fma(rest, next - sum[k], minus_one);
      sum[k] = next;
    }
    left |= (u64)rest;
    store(rests + i, rest);
  }
  // In one binade the bits of doubles are their multiples of ulp, up to a constant.
  for (int k = 0; k < Levels; ++k) units[k] = static_cast<std::int64_t>(sum_lanes((u64)sum[k] - (u64)start[k]));
  return or_lanes(left) << 1 != 0;
}

template <class Term>
ISOBIT_INLINE bool extract(Term term, double* rests, std::size_t n, int levels, double const* extractors,
                           std::int64_t* units) {
  if (levels == few_levels) return extract_levels<few_levels>(term, rests, n, extractors, units);
  return extract_levels<many_levels>(term, rests, n, extractors, units);
}

/// All levels of floats at once, where the last leaves nothing: it only adds up. Several chains, so that each has few
/// additions and a level takes more bits.
template <int Levels>
ISOBIT_INLINE void sum_levels(float const* x, std::size_t n, double const* extractors, std::int64_t* units) {
  constexpr std::size_t chains = lanes >= 8 ? 4 : 2;  // as many as there are registers for
  constexpr std::size_t step = chains * lanes;
  f64 start[Levels], sum[Levels][chains];
#pragma GCC unroll 6
  for (int k = 0; k < Levels; ++k) {
    start[k] = broadcast(extractors[k]);
    units[k] = 0;
  }
  f64 const minus_one = opaque(broadcast(-1.0));
  auto const add = [&](f64 rest, std::size_t chain) __attribute__((always_inline)) {
#pragma GCC unroll 6
    for (int k = 0; k < Levels - 1; ++k) {
      f64 const next = sum[k][chain] + rest;
      rest = subtract_by_fma(rest, next - sum[k][chain], minus_one);
      sum[k][chain] = next;
    }
    sum[Levels - 1][chain] += rest;
  };
  for (std::size_t first = 0; first < n; first += level_additions * step) {
    for (int k = 0; k < Levels; ++k)
      for (f64& chain : sum[k]) chain = start[k];
    std::size_t const left = n - first, count = left < level_additions * step ? left : level_additions * step;
    float const* const at = x + first;
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
#pragma GCC unroll 4
      for (std::size_t c = 0; c < chains; ++c) {
        __builtin_prefetch(at + i + c * lanes + n, 0, 2);  // what is next as a rule
        add(widened(at + i + c * lanes), c);
      }
    }
    // What is left, up to a vector for every chain.
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c, i += lanes) {
      if (i + lanes <= count)
        add(widened(at + i), c);
      else if (i < count)
        add(widen(load_first(at + i, count - i, 0.0f)), c);
    }
    // In one binade the bits of doubles are their multiples of ulp, up to a constant.
    for (int k = 0; k < Levels; ++k) {
      u64 all = {};
      for (f64 const& chain : sum[k]) all += (u64)chain - (u64)start[k];
      units[k] += static_cast<std::int64_t>(sum_lanes(all));
    }
  }
}

inline void sum_floats_by_levels(float const* x, std::size_t n, int levels, double const* extractors,
                                 std::int64_t* units) {
  switch (levels) {
  case fewest_levels_f32:
    return sum_levels<fewest_levels_f32>(x, n, extractors, units);
  case 3:
    return sum_levels<3>(x, n, extractors, units);
  case 4:
    return sum_levels<4>(x, n, extractors, units);
  case 5:
    return sum_levels<5>(x, n, extractors, units);
  default:
    return sum_levels<most_levels_f32>(x, n, extractors, units);
  }
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
