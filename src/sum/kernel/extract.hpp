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

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
