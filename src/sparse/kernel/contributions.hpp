#pragma once

#include "arithmetic/error_free.hpp"
#include "sparse/contribution_table.hpp"
#include "sparse/kernel/gather.hpp"

/// Numbers that are added to numbered sums. docs/maths/sparse.md#contributions
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// The parts of as many numbers as a vector has, those of a number together: of the even lanes first.
class paired_parts {
public:
  ISOBIT_INLINE paired_parts(f64 upper, f64 lower) {
#if ISOBIT_VECTOR_BYTES == 64
    store(pairs_, __builtin_shufflevector(upper, lower, 0, 8, 2, 10, 4, 12, 6, 14));
    store(pairs_ + lanes, __builtin_shufflevector(upper, lower, 1, 9, 3, 11, 5, 13, 7, 15));
#elif ISOBIT_VECTOR_BYTES == 32
    store(pairs_, __builtin_shufflevector(upper, lower, 0, 4, 2, 6));
    store(pairs_ + lanes, __builtin_shufflevector(upper, lower, 1, 5, 3, 7));
#elif ISOBIT_VECTOR_BYTES == 16
    store(pairs_, __builtin_shufflevector(upper, lower, 0, 2));
    store(pairs_ + lanes, __builtin_shufflevector(upper, lower, 1, 3));
#else
    store(pairs_, upper);
    store(pairs_ + lanes, lower);
#endif
  }
  ISOBIT_INLINE sum_of_parts operator[](std::size_t lane) const {
    double const* const pair = pairs_ + (lane % 2 == 0 ? lane : lanes + lane - 1);
    sum_of_parts parts;
    __builtin_memcpy(&parts, pair, sizeof parts);
    return parts;
  }

private:
  alignas(64) double pairs_[2 * lanes];
};
ISOBIT_INLINE paired_parts cut(f64 x, f64 start) {
  f64 const upper = (x + start) - start;
  return {upper, x - upper};
}

class seen_magnitudes {
public:
  ISOBIT_INLINE void note(f64 x) {
    f64 const size = magnitude(x);
    largest_ = select(size > largest_, size, largest_);  // not larger_magnitude: a NaN there would hide what was seen
    least_ = select(size > f64{}, smaller_magnitude(least_, x), least_);  // neither zeros nor NaN
    bits_ |= (u64)x;
  }
  [[nodiscard]] ISOBIT_INLINE magnitudes all() const {
    magnitudes found = {largest_[0], least_[0], or_lanes(bits_)};
    for (std::size_t lane = 1; lane < lanes; ++lane) {
      found.largest = largest_[lane] > found.largest ? largest_[lane] : found.largest;
      found.least = least_[lane] < found.least ? least_[lane] : found.least;
    }
    return found;
  }

private:
  f64 largest_ = {}, least_ = broadcast(__builtin_inf());
  u64 bits_ = {};
};

template <class T> magnitudes look_at(T const* values, index count) {
  seen_magnitudes seen;
  index k = 0;
  for (; k + static_cast<index>(lanes) <= count; k += static_cast<index>(lanes)) seen.note(load_values(values + k));
  if (k < count) seen.note(load_first_values(values + k, static_cast<std::size_t>(count - k)));
  return seen.all();
}

/// So many numbers.
constexpr index ahead = 512;

template <class T, class Index>
magnitudes add_numbered(numbered<T, Index> const& numbers, double start, sum_of_parts* sums) {
  auto const [values, places, count, first, within] = numbers;
  f64 const starts = broadcast(start);
  seen_magnitudes seen;
  index k = 0;
  for (; k + static_cast<index>(lanes) <= count; k += static_cast<index>(lanes)) {
    // Rounding sums in between makes the machine forget that it reads ahead.
    __builtin_prefetch(values + k + ahead);
    __builtin_prefetch(places + k + ahead);
    f64 const x = load_values(values + k);
    seen.note(x);
    auto const parts = cut(x, starts);
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[(places[k + static_cast<index>(lane)] - first) & within] += parts[lane];
  }
  if (k < count) {
    f64 const x = load_first_values(values + k, static_cast<std::size_t>(count - k));
    seen.note(x);
    auto const parts = cut(x, starts);
    for (std::size_t lane = 0; k < count; ++k, ++lane) sums[(places[k] - first) & within] += parts[lane];
  }
  return seen.all();
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
