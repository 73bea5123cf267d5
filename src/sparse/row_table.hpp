#pragma once

#include <cstdint>
#include <limits>

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Elements of a vector, all between two places, that were looked at: a power of two that they are multiples of.
/// docs/maths/sparse.md#grid
struct seen_elements {
  index begin = 0, end = 0;
  double least = std::numeric_limits<double>::infinity();  ///< the smallest magnitude that is not zero
  std::uint64_t bits = 0;                                  ///< those that any of them has
  double inverse_grid = 0;  ///< that of the power of two; 0 where there is none of a moderate size
};

/// Where the next sums are tried to be cut: a number whose last place all products share. What it is changes the time
/// only. docs/maths/sparse.md#scale
struct row_scale {
  double start = 3;
  int failures = 0;    ///< groups in succession that it did not fit
  int pauses = 0;      ///< groups for which it is not tried again: rows have scales of their own
  int ties = 0;        ///< groups for which they are looked for at once
  index products = 0;  ///< so far: where they are as many as x has elements, it pays to look at these
  seen_elements seen;  ///< of x, once there is a tie

  /// For other rows, or another vector.
  [[nodiscard]] row_scale for_next() const noexcept { return {start, failures, pauses, ties, 0, {}}; }
};

/// Up to so many entries, a matrix that is used again is still in the cache.
inline constexpr index entries_in_cache = 150000;

/// What is known of the sums of some rows: high + low up to a radius.
struct row_sums {
  double* high;
  double* low;
  double* radius;
};

/// Kernels of a sparse matrix times a vector, in the standard environment.
template <class T, class Index, class Offset> struct row_kernels {
  using matrix = csr_view<T, Index, Offset>;

  /// y[i] = row first + i times x, rounded, i < count; the numbers i of those left open, in `open`, and how many.
  index (*round)(matrix const& a, index first, index count, T const* x, T* y, index* open, row_scale& scale);
  /// The sums of those rows, unrounded; in whole vectors, of at most eight.
  void (*sum)(matrix const& a, index first, index count, T const* x, row_sums const& sums, row_scale& scale);
};

/// One of many sums, whose addends are cut at one place. docs/maths/sparse.md#combinations
struct scattered_sum {
  double high, low;
};

/// Adds factor*values[k*stride], k < count, to sums[places[k]], cut at the last place of `start`; in the standard
/// environment.
template <class T>
using add_products_kernel = void (*)(double factor, T const* values, index stride, index const* places, index count,
                                     double start, scattered_sum* sums);

/// Those of all types of elements and indices, for one instruction set.
struct row_table {
  template <class T> struct of_type {
    row_kernels<T, std::int32_t, std::int32_t> narrow;
    row_kernels<T, std::int32_t, std::int64_t> mixed;
    row_kernels<T, std::int64_t, std::int64_t> wide;

    template <class Index, class Offset> [[nodiscard]] row_kernels<T, Index, Offset> const& find() const noexcept {
      if constexpr (std::same_as<Offset, std::int32_t>)
        return narrow;
      else if constexpr (std::same_as<Index, std::int32_t>)
        return mixed;
      else
        return wide;
    }
  };
  of_type<double> f64;
  of_type<float> f32;
  add_products_kernel<double> add_products_f64;
  add_products_kernel<float> add_products_f32;

  template <class T> [[nodiscard]] of_type<T> const& of() const noexcept {
    if constexpr (std::same_as<T, double>)
      return f64;
    else
      return f32;
  }
  template <class T, class Index, class Offset>
  [[nodiscard]] row_kernels<T, Index, Offset> const& find() const noexcept {
    return of<T>().template find<Index, Offset>();
  }

  template <class T> [[nodiscard]] add_products_kernel<T> add_products() const noexcept {
    if constexpr (std::same_as<T, double>)
      return add_products_f64;
    else
      return add_products_f32;
  }
};

/// Those in use (src/sparse/target/).
[[nodiscard]] row_table const& row_kernels_in_use();

}  // namespace sparse
ISOBIT_NAMESPACE_END
