#pragma once

#include <cmath>

#include "linalg/gemm_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

// u is 2^-53; the extractors' last places are 2^-43 and 2^-86. Every bound is enlarged by far more than its own
// rounding.

inline double depth_of_call(index k) noexcept { return static_cast<double>(k < block_depth ? k : block_depth); }

/// How far high + low may be from the sum of k products of magnitude at most 1, after so many calls of `coarse`.
/// docs/maths/gemm.md#coarse
inline double coarse_radius(index k, index calls) noexcept {
  auto const products = static_cast<double>(k), blocks = static_cast<double>(calls), depth = depth_of_call(k);
  double const per_call = (depth * (depth + 3) / 4) * 0x1p-96;
  double const low_size = blocks * (products * 0x1p-53 + depth * 0x1p-44);
  return (blocks * per_call + 2 * blocks * low_size * 0x1p-53) * (1 + 0x1p-20) + products * 0x1p-440;
}

/// high + low is that sum exactly if every product is a multiple of a power of two that is at least this.
/// docs/maths/gemm.md#exact
inline double coarse_exact_unit(index k, index calls) noexcept {
  auto const products = static_cast<double>(k), blocks = static_cast<double>(calls);
  return 2 * blocks * (products * 0x1p-53 + block_depth * 0x1p-44) * 0x1p-53;
}

/// The same for high + middle + low and `fine`. docs/maths/gemm.md#fine
inline double fine_radius(index k, index calls) noexcept {
  auto const products = static_cast<double>(k), blocks = static_cast<double>(calls), depth = depth_of_call(k);
  double const per_call = (depth * (depth + 3) / 2) * 0x1p-139;
  double const middle_size = blocks * (products * 0x1p-53 + 0x1p-35);
  double const low_size = blocks * (2 * middle_size * 0x1p-53 + depth * 0x1p-86);
  return (blocks * per_call + 3 * blocks * low_size * 0x1p-53) * (1 + 0x1p-20) + products * 0x1p-440;
}

/// How far `chain` may be off, for lines of Euclidean norm 1. docs/maths/gemm.md#chain
inline double chain_radius(index calls) noexcept {
  return static_cast<double>(block_depth + calls) * (0x1p-53 * (1 + 0x1p-20));
}

/// `chain` is exact if every product is a multiple of a power of two that is at least this. docs/maths/gemm.md#chain
inline double chain_exact_unit(index k) noexcept { return static_cast<double>(k) * 0x1p-53; }

/// The most that the lower parts of k products add up to: of factors with these norms whose upper slices are multiples
/// of the units. docs/maths/gemm.md#sliced
inline double sliced_rest(index k, double left_norm, double left_unit, double right_norm, double right_unit) noexcept {
  double const half_root = std::sqrt(static_cast<double>(k)) * 0.5;
  return half_root * (left_norm * right_unit + left_unit * right_norm) * (1 + 0x1p-20);
}

/// How far high + low may be from the sum of k products with such a rest.
inline double sliced_radius(index k, double rest) noexcept {
  index const piece = k < sliced_piece ? k : sliced_piece, pieces = (k + sliced_piece - 1) / sliced_piece;
  return static_cast<double>(2 * piece + pieces + 2) * rest * (0x1p-53 * (1 + 0x1p-20));
}

/// The same where products are cut at the last place of a number with that start. docs/maths/gemm.md#sliced
inline double cut_rest(index k, double start) noexcept {
  return static_cast<double>(k) * start * (0x1p-53 * 2 / 3 * (1 + 0x1p-20));
}
inline double cut_radius(index k, double start) noexcept {
  return cut_rest(k, start) * static_cast<double>(k + 3) * (0x1p-54 * (1 + 0x1p-20));
}

/// The same once the rest is summed twice as precisely, for sums of at most that size.
inline double refined_radius(index k, double rest, double largest_sum) noexcept {
  auto const products = static_cast<double>(k);
  return (40 * products * products * rest + 2 * largest_sum) * 0x1p-106;
}

/// A radius with room for the rounding test of doubles whose low part is at most so large.
/// docs/maths/rounding_test.md#room
inline double room_for_test(double radius, double low) noexcept { return radius + (radius + low) * 0x1p-51; }

/// How far a plain sum of k products of floats may be off, for rows and columns of Euclidean norm 1.
inline double short_chain_radius(index k) noexcept { return static_cast<double>(k + 1) * (0x1p-53 * (1 + 0x1p-20)); }

/// The same numbers are summed without error if all of them, at most so large in sum, are multiples of a power of two
/// that is at least this.
inline double exact_unit(double largest_sum) noexcept { return largest_sum * 0x1p-53; }

}  // namespace linalg
ISOBIT_NAMESPACE_END
