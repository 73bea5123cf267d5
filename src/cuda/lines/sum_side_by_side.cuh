#pragma once

#include "cuda/lines/line_sum.cuh"
#include "cuda/lines/own_column.cuh"
#include "cuda/resident_blocks.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The exact sum of one thread: on a grid, and what that leaves in a column of words.
template <class T> class thread_sum {
public:
  static constexpr int batch = 16;

  __device__ explicit thread_sum(std::int64_t* memory) : column_(memory) {}

  __device__ void add(double (&x)[batch]) {
    auto const range = magnitude_range::of<T>(x);
    signs_ &= range.signs;
    int const top = exponent_above(range.largest);
    if (top > grid<2>::highest - grid_room - slack) return add_to_column(x);
    if (top + grid_room > grid_.top()) raise(top + slack);
    if (grid_.template has_multiples_above<T>(exponent_above(range.smallest))) {
#pragma unroll
      for (int i = 0; i < batch; ++i) grid_.add_multiple(x[i], sum_);
    } else if (add_all(grid_, x, sum_)) {
      add_to_column(x);
    }
    on_grid_ += batch;
    if (on_grid_ < most_on_a_grid) return;
    add_to_column(sum_.part);
    sum_ = {};
    on_grid_ = 0;
  }

  /// The sum, rounded once.
  __device__ T rounded() {
    if (used_) {
      add_to_column(sum_.part);
      return column_.template rounded<T>(flags_ | (signs_ < 0 ? 0u : unsigned{other_sign_seen}));
    }
    T const result = sum_.template rounded<T>();
    return is_zero(result) && signs_ < 0 ? signed_zero<T>(true) : result;
  }

  /// Adds the sum to one in global memory, whoever else does.
  __device__ void add_to(device_state<exact>* total) {
    detail::note_addend(total, signs_ < 0);
    for (double const part : sum_.part) add_unless_zero(total, part);
    if (!used_) return;
    column_.carry();
    for (int w = 0; w < own_column::words; ++w)
      if (column_[w] != 0) detail::add_scaled(total, column_[w], own_column::bits * w + format<double>::min_exponent);
    if (flags_ & nan_seen) detail::add_nonfinite(total, true, false);
    if (flags_ & plus_infinity_seen) detail::add_nonfinite(total, false, false);
    if (flags_ & minus_infinity_seen) detail::add_nonfinite(total, false, true);
  }

private:
  static constexpr int slack = 3;

  __device__ void raise(int top) {
    grid_ = grid<2>(top + grid_room);
    double before[] = {sum_.part[0], sum_.part[1]};
    sum_ = {};
    if (add_all(grid_, before, sum_)) add_to_column(before);
  }

  template <int Count> __device__ void add_to_column(double const (&x)[Count]) {
    if (!used_) column_.clear_own();
    used_ = true;
    in_column_ += Count;
    if (in_column_ > own_column::most_numbers) {
      column_.carry();
      in_column_ = Count + 1;
    }
#pragma unroll
    for (double const one : x)
      if (one != 0) flags_ |= column_.add_any(one) & ~unsigned{other_sign_seen};
  }

  own_column column_;
  grid<2> grid_;
  grid_parts<2> sum_;
  int signs_ = -1, on_grid_ = 0, in_column_ = 0;
  unsigned flags_ = 0;
  bool used_ = false;
};

inline constexpr int threads_side_by_side = 256;

/// Sums of lines whose first elements lie side by side, as those of all others: a thread adds up `rows` elements of a
/// line. Where there are several of them, they meet in global memory, and the last one rounds.
template <class T>
__global__ void __launch_bounds__(threads_side_by_side, 2)
    sum_side_by_side(matrix_lines<T> lines, long long count, long long rows, T* sums,
                     reduction_memory<exact>* together) {
  extern __shared__ std::int64_t column_memory[];
  long long const number = static_cast<long long>(blockIdx.x) * threads_side_by_side + threadIdx.x;
  long long const chunks = (lines.length + rows - 1) / rows, chunk = number / count, own = number % count;
  if (chunk >= chunks) return;
  auto const values = lines(own).part(chunk * rows, rows);
  thread_sum<T> sum(column_memory);
  constexpr int batch = thread_sum<T>::batch;
  T loaded[batch];
  values.template read<1>(0, loaded);
  for (long long first = 0; first < values.size; first += batch) {
    double x[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) x[i] = to_double(loaded[i]);
    if (first + batch < values.size) values.template read<1>(first + batch, loaded);  // while this one is added
    sum.add(x);
  }
  if (chunks == 1) {
    sums[own] = sum.rounded();
    return;
  }
  auto& memory = together[own];
  sum.add_to(&memory.total);
  __threadfence();
  auto const before = atomicAdd(reinterpret_cast<unsigned long long*>(&memory.finished), 1ull);
  if (before != static_cast<unsigned long long>(chunks - 1)) return;
  __threadfence();
  device_state<exact> total;
  for (int i = 0; i < int(sizeof total / sizeof(long long)); ++i)
    reinterpret_cast<std::int64_t*>(&total)[i] = __ldcg(reinterpret_cast<long long const*>(&memory.total) + i);
  sums[own] = round_state<T>(total, {0, exact::digit_count - 1}, finishing::round, 0);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
