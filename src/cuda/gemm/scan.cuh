#pragma once

#include "cuda/gemm/layout.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A block takes so many lines at once; as many elements one after another as there are threads for.
inline constexpr int lines_of_block = 16, threads_of_block = 256;

/// How the threads of a block share its lines: so that neighbours read neighbours.
struct sharing {
  int first_line, line_step, first_depth, depth_step;

  __device__ explicit sharing(bool along_depth)
      : first_line(int(along_depth ? threadIdx.x / 32 : threadIdx.x % lines_of_block)),
        line_step(along_depth ? threads_of_block / 32 : lines_of_block),
        first_depth(int(along_depth ? threadIdx.x % 32 : threadIdx.x / lines_of_block)),
        depth_step(along_depth ? 32 : threads_of_block / lines_of_block) {}
};

/// The smallest e with |x| < 2^e, of a normal number.
__device__ inline int exponent_above(double x) { return (__double2hiint(x) >> 20 & 0x7ff) - 1022; }

/// The exponent of the lowest bit of a finite number other than zero.
__device__ inline int lowest_bit(double x) {
  auto const bits = static_cast<unsigned long long>(__double_as_longlong(x));
  int const field = int(bits >> 52 & 0x7ff);
  auto const significand = (bits & 0xfffffffffffffull) | (field != 0 ? 1ull << 52 : 0);
  return max(field, 1) - 1075 + __ffsll(static_cast<long long>(significand)) - 1;
}

/// Blocks for the lines of both factors, those of the left one first; none for one that was converted before.
template <class T> struct both_factors {
  factor<T> side[2];
  line_facts* lines[2];
  int converted;

  __host__ __device__ int groups(int which) const {
    return which == converted ? 0 : (side[which].lines + lines_of_block - 1) / lines_of_block;
  }
};

/// What a thread finds of a line.
struct line_part {
  double squares = 0, largest = 0;
  int fineness = 0;

  __device__ void add(double x) {
    constexpr double infinity = __builtin_inf();
    squares = fma(x, x, squares);
    largest = fabs(x) <= largest ? largest : fabs(x) < infinity ? fabs(x) : infinity;
    if (x != 0) fineness = max(fineness, finest - lowest_bit(x));
  }
  __device__ void merge(line_part const& other) {
    squares += other.squares;
    largest = fmax(largest, other.largest);
    fineness = max(fineness, other.fineness);
  }
  /// With lanes that are so far apart, and half of that, ... down to the last.
  __device__ void merge_lanes(int from, int to) {
    for (int step = from; step >= to; step /= 2)
      merge({__shfl_xor_sync(~0u, squares, step), __shfl_xor_sync(~0u, largest, step),
             __shfl_xor_sync(~0u, fineness, step)});
  }
  __device__ void merge_into(line_facts& line) const {
    atomicAdd(&line.squares, squares);
    atomicMax(reinterpret_cast<unsigned long long*>(&line.largest),
              static_cast<unsigned long long>(__double_as_longlong(largest)));
    atomicMax(&line.fineness, fineness);
  }
};

/// Sums of squares, the largest magnitudes and the lowest bits of all lines. Blocks share the depth (y).
template <class T>
__global__ void __launch_bounds__(threads_of_block) scan_lines(__grid_constant__ both_factors<T> const both) {
  constexpr int warps = threads_of_block / 32;
  __shared__ line_part of_warp[warps][lines_of_block];
  int const left = both.groups(0), which = both.converted == 0 || int(blockIdx.x) >= left;
  factor<T> const& from = both.side[which];
  int const first = (int(blockIdx.x) - (which != 0 ? left : 0)) * lines_of_block;
  int const part = (from.depth + int(gridDim.y) - 1) / int(gridDim.y);
  int const begin = part * int(blockIdx.y), end = min(begin + part, from.depth);
  bool const along_depth = from.runs_along_depth();
  sharing const mine(along_depth);
  for (int l = mine.first_line; l < lines_of_block; l += mine.line_step) {
    line_part own;
    if (first + l < from.lines)
#pragma unroll 4
      for (int d = begin + mine.first_depth; d < end; d += mine.depth_step)
        own.add(static_cast<double>(from.at(first + l, d)));
    if (along_depth) {
      own.merge_lanes(16, 1);
      if (threadIdx.x % 32 == 0 && first + l < from.lines) own.merge_into(both.lines[which][first + l]);
    } else {
      own.merge_lanes(lines_of_block, lines_of_block);
      of_warp[threadIdx.x / 32][l] = own;
    }
  }
  if (along_depth) return;
  __syncthreads();
  int const l = int(threadIdx.x);
  if (l >= lines_of_block || first + l >= from.lines) return;
  line_part own;
  for (auto const& of_lines : of_warp) own.merge(of_lines[l]);
  own.merge_into(both.lines[which][first + l]);
}

/// A bound of a line's norm: of up to 2^31 rounded squares.
__device__ inline double norm_of(line_facts const& line) { return sqrt(line.squares) * (1 + 0x1p-20); }

/// 2^exponent, of a normal number.
__device__ inline double two_to(int exponent) { return __hiloint2double((exponent + 1023) << 20, 0); }

/// Lines with magnitudes in this range are converted, so that squares and scaled numbers are far from the ends of the
/// format; others are left to exact sums.
inline constexpr double least_magnitude = 0x1p-490, largest_magnitude = 0x1p490;

__device__ inline double largest_of(line_facts const& line) {
  return __longlong_as_double(static_cast<long long>(line.largest));
}

/// What elements of a line are multiplied by, for norms of so many bits: 2^shift, or zero.
struct line_unit {
  int shift;
  double inverse;
};
__device__ inline line_unit unit_of(line_facts const& line, int bits) {
  int const shift = bits - line.above;
  return {shift, line.usable != 0 && bits != no_bits ? two_to(shift) : 0};
}

/// What the scan has found of all lines, and for planning sums of a few pairs of them, and how many bits some elements
/// need.
template <class T>
__global__ void __launch_bounds__(threads_of_block)
    measure_lines(__grid_constant__ both_factors<T> const both, product_control* control) {
  __shared__ double part[threads_of_block / 32];
  for (int which = 0; which < 2; ++which)
    for (int l = int(blockIdx.x * blockDim.x + threadIdx.x); l < both.side[which].lines;
         l += int(gridDim.x * blockDim.x)) {
      line_facts& line = both.lines[which][l];
      double const most = largest_of(line), norm = norm_of(line);
      bool const usable = most >= least_magnitude && most <= largest_magnitude;
      int const above = usable ? exponent_above(norm) : 0;
      if (which != both.converted) {
        line.above = above;
        line.usable = usable || most == 0;
      }
      if (!usable) continue;
      atomicMax(&control->needed[which], above + line.fineness - finest);
      atomicMax(reinterpret_cast<unsigned long long*>(&control->largest[which]),
                static_cast<unsigned long long>(__double_as_longlong(norm * two_to(-above))));
    }
  int const b = int(blockIdx.x), depth = both.side[0].depth;
  auto const share_of = [](long long number, int lines) { return int(number * lines / sampled_pairs); };
  int const chosen[2] = {share_of((b * 37 + 11) % sampled_pairs, both.side[0].lines), share_of(b, both.side[1].lines)};
  double sum = 0;
#pragma unroll 4
  for (int d = int(threadIdx.x); d < depth; d += threads_of_block)
    sum = fma(static_cast<double>(both.side[0].at(chosen[0], d)), static_cast<double>(both.side[1].at(chosen[1], d)),
              sum);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < threads_of_block / 32; ++w) sum += part[w];
    control->pair[b] = {chosen[0], chosen[1], fabs(sum)};
  }
  for (int which = 0; which < 2; ++which) {
    double const x = static_cast<double>(
        both.side[which].at(chosen[which], int(static_cast<long long>(threadIdx.x) * depth / threads_of_block)));
    double const norm = norm_of(both.lines[which][chosen[which]]);
    int const bits = x == 0 ? 0 : exponent_above(norm) - lowest_bit(x);
    atomicAdd(&control->needing[which][min(max(bits, 0), most_bits + 1)], 1u);
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
