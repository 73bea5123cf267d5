#pragma once

#include "cuda/gemm/convert.cuh"
#include "linalg/residues/number_of_digits.hpp"
#include "linalg/round_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

using linalg::kernel::ISOBIT_TARGET::number_in_two, linalg::kernel::ISOBIT_TARGET::number_of_digits;

/// A byte as a double, without a conversion.
__device__ inline double byte_as_double(unsigned word, int byte) {
  return __hiloint2double(0x43300000, int(word >> 8 * byte & 0xff)) - 0x1p52;
}

/// What is known of a line by those that round entries.
struct line_scale {
  double largest;          ///< magnitude of an element, in units of the whole numbers
  double largest_rounded;  ///< of the whole numbers
  double lost;
  int shift;
  bool usable;
};
__device__ inline line_scale scale_of(line_facts const& line) {
  double const largest = __longlong_as_double(static_cast<long long>(line.largest)) * line.unit_inverse;
  return {largest, largest == 0 ? 0 : largest + 1, line.lost * (1 + 0x1p-20), line.shift, line.unit_inverse != 0};
}

/// What rounding the elements changed in a sum, at most. docs/maths/residues.md#on-a-gpu
__device__ inline double truncation(line_scale const& row, line_scale const& column) {
  return (row.lost * column.largest + row.largest_rounded * column.lost) * (1 + 0x1p-50);
}

/// alpha*sum + beta*c, rounded, if the test says what it is; the sum is in units of the whole numbers.
template <class T>
__device__ certify::certain<T> round_sum(product_task<T> const& task, line_scale const& row, line_scale const& column,
                                         number_in_two<double> const& sum, double radius, int i, int j) {
  int const exponent = -(row.shift + column.shift);
  if (!row.usable || !column.usable || exponent < -700 || exponent > 700) return certify::uncertain;
  double const unit = __hiloint2double((1023 + exponent) << 20, 0);
  certify::enclosure<double> x = {sum.high * unit, sum.low * unit, (radius + sum.error) * (1 + 0x1p-50) * unit};
  if (task.alpha != 1) x = static_cast<double>(task.alpha) * x;
  if (task.beta != 0)
    x = x + certify::product_of(static_cast<double>(task.beta), static_cast<double>(task.entry(i, j)));
  return linalg::round_entry<T>(x);
}

/// Adds one to a count for each lane of those that come here, and returns this lane's place.
__device__ inline unsigned take_place(unsigned* count) {
  unsigned const active = __activemask(), lane = threadIdx.x % 32;
  int const leader = __ffs(int(active)) - 1;
  unsigned first = 0;
  if (int(lane) == leader) first = atomicAdd(count, unsigned(__popc(active)));
  return __shfl_sync(active, first, leader) + unsigned(__popc(active & ((1u << lane) - 1)));
}

inline constexpr int reconstruct_threads = 256;

/// What the residues of one word stand for: four entries, two by two.
template <int digits, class T>
__device__ void reconstruct_word(product_task<T> const& task, product_memory const& memory,
                                 linalg::residue_system const& system, double const (*weights)[linalg::most_digits],
                                 std::size_t word, std::size_t words, int row, int column) {
  double digit[4][digits] = {};
  constexpr int at_once = 6;
  for (int t = 0; t < system.count; t += at_once) {
    unsigned residues[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k)
      residues[k] = t + k < system.count ? __ldcs(memory.sums + (t + k) * words + word) : 0;
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (t + k >= system.count) break;
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        double const residue = byte_as_double(residues[k], e);
#pragma unroll
        for (int d = 0; d < digits; ++d) digit[e][d] = fma(residue, weights[t + k][d], digit[e][d]);
      }
    }
  }
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    int const i = row + e / 2 * 8, j = column + e % 2;
    if (i >= task.left.lines || j >= task.right.lines) continue;
    auto const sum = number_of_digits(digit[e], system);
    line_scale const of_row = scale_of(memory.lines[0][i]), of_column = scale_of(memory.lines[1][j]);
    auto const result = round_sum(task, of_row, of_column, sum, truncation(of_row, of_column), i, j);
    if (result)
      task.entry(i, j) = *result;
    else
      memory.open[take_place(&memory.control->open)] = unsigned(j) * unsigned(task.left.lines) + unsigned(i);
  }
}

/// All entries from their residues, but for those that the test leaves open.
template <class T>
__global__ void __launch_bounds__(reconstruct_threads) reconstruct_entries(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  __shared__ linalg::residue_system system;
  __shared__ double weights[linalg::most_moduli][linalg::most_digits];
  auto const* const from = reinterpret_cast<unsigned const*>(memory.systems + memory.control->moduli);
  for (unsigned i = threadIdx.x; i < sizeof system / sizeof(unsigned); i += reconstruct_threads)
    reinterpret_cast<unsigned*>(&system)[i] = from[i];
  __syncthreads();
  if (int(threadIdx.x) < system.count)
    for (int d = 0; d < linalg::most_digits; ++d) weights[threadIdx.x][d] = system.of[threadIdx.x].digits[d];
  __syncthreads();
  std::size_t const column_blocks = padded_tiles(task.right.lines) / 2;
  std::size_t const words = padded_tiles(task.left.lines) * column_blocks * words_of_block;
  for (std::size_t word = std::size_t{blockIdx.x} * reconstruct_threads + threadIdx.x; word < words;
       word += std::size_t{gridDim.x} * reconstruct_threads) {
    int const block = int(word / words_of_block), inside = int(word % words_of_block), lane = inside % 32;
    int const row = block / int(column_blocks) * block_rows + inside / 1024 * 16 + lane / 4;
    int const column = block % int(column_blocks) * block_columns + inside / 32 % 32 * 8 + lane % 4 * 2;
    if (row - lane / 4 >= task.left.lines || column - lane % 4 * 2 >= task.right.lines) continue;
    switch (system.digits) {
      case 1: reconstruct_word<1>(task, memory, system, weights, word, words, row, column); break;
      case 2: reconstruct_word<2>(task, memory, system, weights, word, words, row, column); break;
      case 3: reconstruct_word<3>(task, memory, system, weights, word, words, row, column); break;
      default: reconstruct_word<4>(task, memory, system, weights, word, words, row, column);
    }
  }
}

inline constexpr int correct_threads = 128;

/// Open entries once more, with the products that rounding the elements left out; a warp for each.
/// docs/maths/residues.md#correction
template <class T>
__global__ void __launch_bounds__(correct_threads) correct_entries(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  unsigned const open = memory.control->open, warps = gridDim.x * (correct_threads / 32);
  int const lane = int(threadIdx.x) % 32;
  linalg::residue_system const& system = memory.systems[memory.control->moduli];
  std::size_t const column_blocks = padded_tiles(task.right.lines) / 2;
  std::size_t const words = padded_tiles(task.left.lines) * column_blocks * words_of_block;
  auto const over_lanes = [](double x) {
    for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(~0u, x, step);
    return x;
  };
  for (unsigned n = blockIdx.x * (correct_threads / 32) + threadIdx.x / 32; n < open; n += warps) {
    int const i = int(memory.open[n] % unsigned(task.left.lines)), j = int(memory.open[n] / unsigned(task.left.lines));
    line_facts const &row = memory.lines[0][i], &column = memory.lines[1][j];
    line_scale const of_row = scale_of(row), of_column = scale_of(column);
    certify::certain<T> result = certify::uncertain;
    if (of_row.usable && of_column.usable && row.remainders <= most_remainders &&
        column.remainders <= most_remainders) {
      auto const at = place_of(i, j, column_blocks);
      double digit[linalg::most_digits] = {};
      if (lane < system.count) {
        double const residue = byte_as_double(memory.sums[lane * words + at.word], at.byte);
        for (int d = 0; d < linalg::most_digits; ++d) digit[d] = residue * system.of[lane].digits[d];
      }
      for (double& one : digit) one = over_lanes(one);  // exact
      number_in_two<double> sum;
      auto const number_with = [&]<int digits>() {
        double some[digits];
        for (int d = 0; d < digits; ++d) some[d] = digit[d];
        sum = number_of_digits(some, system);
      };
      switch (system.digits) {
        case 1: number_with.template operator()<1>(); break;
        case 2: number_with.template operator()<2>(); break;
        case 3: number_with.template operator()<3>(); break;
        default: number_with.template operator()<4>();
      }
      double missing = 0, sizes = 0;
      bool any = false;
      auto const add = [&](double x, double y) {
        missing += x * y;
        sizes += fabs(x * y);
        any |= y != 0;
      };
      for (int r = lane; r < row.remainders; r += 32) {
        remainder const& one = memory.remainders[0][static_cast<std::size_t>(i) * most_remainders + r];
        add(one.value, static_cast<double>(task.right.at(j, one.place)) * column.unit_inverse);
      }
      for (int r = lane; r < column.remainders; r += 32) {
        remainder const& one = memory.remainders[1][static_cast<std::size_t>(j) * most_remainders + r];
        add(one.value, rint(static_cast<double>(task.left.at(i, one.place)) * row.unit_inverse));
      }
      missing = over_lanes(missing), sizes = over_lanes(sizes);
      sum.low += missing;
      // Products of elements that are next to nothing may have been lost.
      double const radius = sizes * (row.remainders + column.remainders + 8) * 0x1p-52 + fabs(sum.low) * 0x1p-52;
      any = __any_sync(~0u, any);
      result = round_sum(task, of_row, of_column, sum, any ? radius + least_lost : 0.0, i, j);
    }
    if (lane != 0) continue;
    if (result)
      task.entry(i, j) = *result;
    else
      memory.still_open[atomicAdd(&memory.control->still_open, 1u)] = memory.open[n];
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
