#pragma once

#include "linalg/kernel/tile.hpp"

/// Facts about the lines of a packed panel, and their scaling. A panel is read as one array in which the lines repeat;
/// after `period` vectors every lane holds the same line again.
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

constexpr int common_divisor(int a, int b) { return b == 0 ? a : common_divisor(b, a % b); }
template <int Width> constexpr int period_of = Width / common_divisor(Width, static_cast<int>(lanes));

/// A number that is at most the lowest set bit of x >= 0, and at least half of it; infinity for zero.
ISOBIT_INLINE f64 lowest_bit(u64 bits) {
  f64 const without = (f64)(bits & (bits - broadcast(std::uint64_t{1})));
  f64 const bit = (f64)bits - without;
  return bits == u64{} ? broadcast(__builtin_inf()) : bit;
}

template <int Width> inline void scan_panel(double const* panel, index k, line_facts* facts, bool* blocks_in_use) {
  // Whole periods, and so many chains that none waits for the one before.
  constexpr int vectors = period_of<Width> < 3 ? 4 : period_of<Width>;
  constexpr index step = vectors * static_cast<index>(lanes);
  static_assert(vectors % period_of<Width> == 0 && panel_depth_multiple * Width % step == 0);
  i64 largest[vectors];
  f64 lowest[vectors], squares[vectors];
  for (int v = 0; v < vectors; ++v) largest[v] = i64{}, lowest[v] = broadcast(__builtin_inf()), squares[v] = f64{};

  for (index first = 0; first < k; first += block_depth) {
    index const count = (k - first < block_depth ? k - first : block_depth) * Width;
    double const* const block = panel + first * Width;
    u64 any = {};
    for (index i = 0; i < count; i += step)
      for (int v = 0; v < vectors; ++v) {
        u64 const bits = load<u64>(block + i + v * static_cast<index>(lanes)) & broadcast(~std::uint64_t{0} >> 1);
        f64 const x = (f64)bits, bit = lowest_bit(bits);
        any |= bits;
        largest[v] = maximum((i64)bits, largest[v]);
        lowest[v] = bit < lowest[v] ? bit : lowest[v];
        squares[v] = square_onto(x, squares[v]);
      }
    blocks_in_use[first / block_depth] = or_lanes(any) != 0;
  }
  for (int i = 0; i < Width; ++i) facts[i] = {0, __builtin_inf(), 0};
  for (int v = 0; v < vectors; ++v)
    for (int lane = 0; lane < static_cast<int>(lanes); ++lane) {
      line_facts& line = facts[(v * static_cast<int>(lanes) + lane) % Width];
      auto const bits = static_cast<std::uint64_t>(largest[v][lane]);
      line.largest = bits > line.largest ? bits : line.largest;
      line.lowest_bit = lowest[v][lane] < line.lowest_bit ? lowest[v][lane] : line.lowest_bit;
      line.square_sum += squares[v][lane];
    }
}

template <int Width> inline void scale_panel(double* panel, index k, double const* factors) {
  constexpr int period = period_of<Width>;
  constexpr int step = period * static_cast<int>(lanes);
  double repeated[step];
  for (int i = 0; i < step; ++i) repeated[i] = factors[i % Width];
  for (index i = 0; i < k * Width; i += step)
    for (int v = 0; v < period; ++v) {
      double* const at = panel + i + v * static_cast<int>(lanes);
      f64 const x = load<f64>(at) * load<f64>(repeated + v * static_cast<int>(lanes));
      store(at, (f64)((i64)x & ((magnitude(x) >= broadcast(negligible)) | (x != x))));
    }
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
