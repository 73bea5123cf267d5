#pragma once

#include <algorithm>

#include <isobit/view/matrix_view.hpp>

#include "cuda/call.hpp"
#include "cuda/rows/row.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

inline void require(bool holds, char const* otherwise) {
  if (!holds) throw error(status::invalid_argument, std::string("isobit::cuda::rows: ") + otherwise);
}

/// The rows of a matrix that lies in the memory of this GPU, each of them contiguous.
template <class T> row_set<T> rows_of(place const& here, matrix_view<T> const& matrix, char const* what) {
  row_set<T> rows{matrix.data, matrix.rows, matrix.columns, matrix.row_stride, false};
  if (rows.count <= 1) rows.stride = rows.length;
  if (rows.count == 0 || rows.length == 0) return rows;
  require(matrix.column_stride == 1 || rows.length == 1,
          "elements of a row that are not next to each other; copy them");
  here.require_device_memory(rows.data, what);
  bool const whole = rows.stride * static_cast<std::ptrdiff_t>(sizeof(T)) % 16 == 0;
  rows.aligned = reinterpret_cast<std::uintptr_t>(rows.data) % 16 == 0 && (whole || rows.count == 1);
  return rows;
}

/// A result must not lie where inputs do: what the fast way leaves open is computed again from these.
template <class T> void require_apart(row_set<T const> const& x, void const* out, std::size_t out_bytes) {
  auto const* const first = reinterpret_cast<char const*>(x.data + std::min<long long>(0, (x.count - 1) * x.stride));
  auto const* const last =
      reinterpret_cast<char const*>(x.data + std::max<long long>(0, (x.count - 1) * x.stride) + x.length);
  auto const* const begin = static_cast<char const*>(out);
  require(begin >= last || first >= begin + out_bytes, "the result overlaps an argument; give it memory of its own");
}

/// Blocks write rows at the same time, and `require_apart` counts bytes upwards.
template <class T> void require_own_rows(row_set<T> const& out) {
  require(out.count <= 1 || out.stride >= out.length,
          "rows of the result overlap or descend; give each memory of its own");
}

/// What a kernel of rows is started with, and knows of them.
struct row_launch {
  unsigned blocks, threads;
  double count, one_over_count;  ///< of a row's elements
  double depth;                  ///< the most additions that an element goes through on its way to a sum
};

/// start(keeping, launch): a kernel in which a block has a row, which it keeps in registers or not.
template <class T, class Start> void launch_rows(row_set<T const> const& x, bool all_aligned, Start start) {
  auto const divided = [](long long a, long long b) { return (a + b - 1) / b; };
  constexpr int width = piece_width<T>, rounds = kept_elements<T> / width;
  bool const keep = all_aligned && x.aligned && x.length % width == 0 && x.length <= kept_elements<T> * most_threads;
  // A thread keeps as much as it can where there are many rows; where there are few, a row has more threads.
  constexpr long long few_rows = 132;  // as many as GPUs have processors, about
  long long const pieces = divided(x.length, keep ? width : 1);
  long long const wanted = !keep ? pieces : x.count > few_rows ? divided(pieces, rounds) : pieces;
  long long const threads = std::clamp<long long>(divided(wanted, 32) * 32, 32, most_threads);
  auto const count = static_cast<double>(x.length);
  long long const elements = divided(pieces, threads) * (keep ? width : 1);
  row_launch const launch{static_cast<unsigned>(std::min<long long>(x.count, 0x7fffffff)),
                          static_cast<unsigned>(threads), count, 1 / count, static_cast<double>(elements + 10)};
  if (keep)
    start(std::true_type(), launch);
  else
    start(std::false_type(), launch);
  check(cudaGetLastError(), "starting a kernel of rows");
}

template <class T, bool Keep, class Value = T>
using row_values = std::conditional_t<Keep, kept_row<T, Value>, streamed_row<T>>;

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
