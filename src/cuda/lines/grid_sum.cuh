#pragma once

#include "cuda/extraction.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Round to odd: what is cut off leaves its mark in the last bit, so that a second rounding to fewer bits is right.
__device__ inline double add_to_odd(double a, double b) {
  double const down = __dadd_rd(a, b), up = __dadd_ru(a, b);
  return __double2loint(down) & 1 ? down : up;
}

/// a + b exactly, as a rounded sum and its error. Precondition: a is a multiple of the last place of b.
__device__ inline void fast_two_sum(double& a, double& b) {
  double const sum = a + b;
  b = b - (sum - a);
  a = sum;
}

/// An exact sum of doubles as so few doubles: part k is a multiple of unit k of a grid, and adds up without rounding.
template <int Levels> struct grid_parts {
  double part[Levels] = {};

  __device__ grid_parts& operator+=(grid_parts const& other) {
#pragma unroll
    for (int k = 0; k < Levels; ++k) part[k] += other.part[k];
    return *this;
  }
  __device__ grid_parts& operator-=(grid_parts const& other) {
#pragma unroll
    for (int k = 0; k < Levels; ++k) part[k] -= other.part[k];
    return *this;
  }

  /// move(x) of a double is that of another lane.
  template <class Move> __device__ grid_parts moved(Move move) const {
    grid_parts result;
#pragma unroll
    for (int k = 0; k < Levels; ++k) result.part[k] = move(part[k]);
    return result;
  }
  /// The sum over groups of so many lanes, a power of two.
  __device__ void add_lanes(int lanes) {
    for (int offset = lanes / 2; offset > 0; offset /= 2)
      *this += moved([&](double x) { return __shfl_xor_sync(whole_warp, x, offset); });
  }

  /// The sum rounded once; +0 for zero. docs/maths/cuda.md#grids
  template <class T> __device__ T rounded() const {
    static_assert(Levels == 2 || Levels == 3);
    double high = part[0], low = part[1];
    if constexpr (Levels == 3) {
      double rest = part[2];
      fast_two_sum(low, rest);
      fast_two_sum(high, low);
      low = add_to_odd(low, rest);
    }
    if constexpr (std::is_same_v<T, float>)
      return static_cast<float>(add_to_odd(high, low));
    else
      return high + low;
  }
};

/// |x| < 2^exponent for all numbers with this upper half, whatever the sign.
__device__ inline int exponent_above(unsigned upper_half) {
  return static_cast<int>((upper_half & 0x7fffffff) >> 20) - 1022;
}

/// The units of such parts: 2^(top - 52) of the first, where all sums are below 2^(top - 1), and each 2^-38 times the
/// one before. docs/maths/cuda.md#grids
template <int Levels> class grid {
public:
  static constexpr int highest = 1023, step = 38;
  /// The last unit is that of the smallest number here: there is no lower grid.
  static constexpr int lowest = -1022 + step * (Levels - 1);

  __device__ grid() : grid(lowest) {}
  __device__ explicit grid(int top) : top_(max(top, lowest)) {
#pragma unroll
    for (int k = 0; k < Levels; ++k) anchor_[k] = 1.5 * power_of_two(top_ - step * k);
  }

  [[nodiscard]] __device__ int top() const { return top_; }
  /// Whether all numbers of type T that are at least 2^(exponent - 1), or zero, are multiples of the last unit.
  template <class T> [[nodiscard]] __device__ bool has_multiples_above(int exponent) const {
    return exponent - format<T>::precision >= top_ - 52 - step * (Levels - 1);
  }

  /// Adds x to a sum; returns what is below the last unit: 0 as a rule.
  __device__ double add(double x, grid_parts<Levels>& sum) const {
#pragma unroll
    for (int k = 0; k < Levels; ++k) {
      double const taken = (x + anchor_[k]) - anchor_[k];
      sum.part[k] += taken;
      x -= taken;
    }
    return x;
  }
  /// Adds a multiple of the last unit.
  __device__ void add_multiple(double x, grid_parts<Levels>& sum) const {
#pragma unroll
    for (int k = 0; k < Levels - 1; ++k) {
      double const taken = (x + anchor_[k]) - anchor_[k];
      sum.part[k] += taken;
      x -= taken;
    }
    sum.part[Levels - 1] += x;
  }

  /// The same of sums that the anchors are added to first, and taken from last: that is one operation less each time.
  __device__ grid_parts<Levels> anchors() const {
    grid_parts<Levels> result;
#pragma unroll
    for (int k = 0; k < Levels - 1; ++k) result.part[k] = anchor_[k];
    return result;
  }
  __device__ void add_multiple_to_anchored(double x, grid_parts<Levels>& sum) const {
#pragma unroll
    for (int k = 0; k < Levels - 1; ++k) {
      double const next = sum.part[k] + x;
      x -= next - sum.part[k];
      sum.part[k] = next;
    }
    sum.part[Levels - 1] += x;
  }

  /// Makes each part as small as the unit of the one above, which takes the rest of it.
  __device__ void carry(grid_parts<Levels>& sum) const {
#pragma unroll
    for (int k = Levels - 1; k > 0; --k) {
      double const taken = (sum.part[k] + anchor_[k - 1]) - anchor_[k - 1];
      sum.part[k - 1] += taken;
      sum.part[k] -= taken;
    }
  }

private:
  int top_;
  double anchor_[Levels];
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
