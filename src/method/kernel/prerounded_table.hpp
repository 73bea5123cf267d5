#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace method {

/// The kernels of Arteaga, Fuhrer and Hoefler's single and double sweeps, for one type of elements.
template <class T> struct prerounded_kernels_for {
  /// Rounds every x[i] to the grid of extractors[0], what is left to that of extractors[1], and so on, and adds what
  /// each level took to sums[level]: exact where the extractors support the values. Returns the largest magnitude; a
  /// NaN among the values shows in sums[0] only. The place in the array is the number of levels, less one.
  using sweep = T (*)(T const* x, std::size_t n, T const* extractors, T* sums);
  sweep levels[4];
  /// The same, with the zeroth level's extractor and sum at the end of the arrays.
  sweep levels_and_zeroth[4];
  /// As `levels`, for extractors that are three halves of a power of two. Returns, instead of the largest magnitude, a
  /// number that is no smaller than its square (as T rounds it), and NaN or infinite if a value is.
  sweep small[4];
};

struct prerounded_table {
  prerounded_kernels_for<double> f64;
  prerounded_kernels_for<float> f32;
};

}  // namespace method
ISOBIT_NAMESPACE_END
