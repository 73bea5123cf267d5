#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace summation {
struct block;
}  // namespace summation
namespace method {

/// What a block puts into the bins, in units of each bin, and all bits of the magnitudes of its elements, together a
/// bound on every one.
template <class T> struct binned_sum {
  std::int64_t units[4];
  typename format<T>::bits_type magnitude_bits;
};

/// Extracts a block's elements into as many bins as there are extractors, highest first. The bins hold what they should
/// if all elements are below 2^(width - 1) units of the highest. docs/maths/binned.md#kernel
template <class T>
using binned_kernel = void (*)(T const* x, summation::block const& b, T const* extractors, binned_sum<T>* result);

/// The kernels of Demmel and Nguyen's binned sums; entry K - 1 has K bins.
struct binned_table {
  std::size_t lanes;  ///< doubles in a vector
  binned_kernel<double> values_f64[4];
  binned_kernel<double> magnitudes_f64[4];
  binned_kernel<float> values_f32[4];
  binned_kernel<float> magnitudes_f32[4];
  /// The upper 32 bits of the largest magnitude.
  std::uint32_t (*largest_f64)(double const* x, std::size_t n);
};

}  // namespace method
ISOBIT_NAMESPACE_END
