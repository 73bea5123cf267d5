#pragma once

#include <concepts>
#include <cstdint>

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// The sums of the upper and the lower parts of some numbers. docs/maths/sparse.md#contributions
using sum_of_parts = double __attribute__((vector_size(16)));

/// The largest magnitude of some numbers and the smallest that is not zero, 0 and infinity where there is none; and the
/// bits that any of them has, as doubles.
struct magnitudes {
  double largest, least;
  std::uint64_t bits;
};

/// Numbers that are added to sums which are numbered: those from `first` on, of which some power of two more than
/// `within` is at hand, in a ring.
template <class T, class Index> struct numbered {
  T const* values;
  Index const* places;
  index count;
  Index first, within;
};

/// Cuts all numbers at the last place of `start` and adds the parts to their sums; in the standard environment. NaN may
/// be missing from the result.
template <class T, class Index>
using add_numbered_kernel = magnitudes (*)(numbered<T, Index> const& numbers, double start, sum_of_parts* sums);

/// The magnitudes of some numbers, likewise.
template <class T> using look_at_kernel = magnitudes (*)(T const* values, index count);

struct column_cut;

/// What is known of the rows that were added to the sums of columns.
struct scattered_rows {
  bool fit;  ///< upper and lower parts had room in all sums
  magnitudes entries;
};
/// Adds each entry of rows first, first + 1, ..., end - 1, times the element of x that its row has, to the sum of its
/// column, likewise. docs/maths/sparse.md#columns
template <class T, class Index, class Offset>
using scatter_rows_kernel = scattered_rows (*)(csr_view<T, Index, Offset> const& a, index first, index end, T const* x,
                                               column_cut const& cut, sum_of_parts* sums);
/// y[j] = sum j, rounded, j < count; the numbers of those left open, in `open`, and how many. Where they are known to
/// be exact, all are certain.
template <class T>
using round_columns_kernel = index (*)(sum_of_parts const* sums, index count, column_cut const& cut, bool exact, T* y,
                                       index* open);

/// Those of all types of elements and indices, for one instruction set.
struct contribution_table {
  template <class T> struct of_rows {
    scatter_rows_kernel<T, std::int32_t, std::int32_t> narrow;
    scatter_rows_kernel<T, std::int32_t, std::int64_t> mixed;
    scatter_rows_kernel<T, std::int64_t, std::int64_t> wide;

    template <class Index, class Offset> [[nodiscard]] scatter_rows_kernel<T, Index, Offset> find() const noexcept {
      if constexpr (std::same_as<Offset, std::int32_t>)
        return narrow;
      else if constexpr (std::same_as<Index, std::int32_t>)
        return mixed;
      else
        return wide;
    }
    round_columns_kernel<T> round_columns;
  };
  of_rows<double> rows_f64;
  of_rows<float> rows_f32;
  add_numbered_kernel<double, std::int32_t> add_f64_narrow;
  add_numbered_kernel<double, std::int64_t> add_f64_wide;
  add_numbered_kernel<float, std::int32_t> add_f32_narrow;
  add_numbered_kernel<float, std::int64_t> add_f32_wide;
  look_at_kernel<double> look_at_f64;
  look_at_kernel<float> look_at_f32;

  template <class T, class Index> [[nodiscard]] add_numbered_kernel<T, Index> add() const noexcept {
    if constexpr (std::same_as<T, double> && std::same_as<Index, std::int32_t>)
      return add_f64_narrow;
    else if constexpr (std::same_as<T, double>)
      return add_f64_wide;
    else if constexpr (std::same_as<Index, std::int32_t>)
      return add_f32_narrow;
    else
      return add_f32_wide;
  }
  template <class T, class Index, class Offset>
  [[nodiscard]] scatter_rows_kernel<T, Index, Offset> scatter_rows() const noexcept {
    if constexpr (std::same_as<T, double>)
      return rows_f64.find<Index, Offset>();
    else
      return rows_f32.find<Index, Offset>();
  }
  template <class T> [[nodiscard]] round_columns_kernel<T> round_columns() const noexcept {
    if constexpr (std::same_as<T, double>)
      return rows_f64.round_columns;
    else
      return rows_f32.round_columns;
  }
  [[nodiscard]] magnitudes look_at(double const* values, index count) const noexcept {
    return look_at_f64(values, count);
  }
  [[nodiscard]] magnitudes look_at(float const* values, index count) const noexcept {
    return look_at_f32(values, count);
  }
};

/// Those in use (src/sparse/target/).
[[nodiscard]] contribution_table const& contribution_kernels_in_use();

}  // namespace sparse
ISOBIT_NAMESPACE_END
