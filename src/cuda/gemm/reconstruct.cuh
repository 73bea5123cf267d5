#pragma once

#include "cuda/gemm/convert.cuh"
#include "cuda/gemm/round_sums.hpp"
#include "linalg/residues/number_of_digits.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

using linalg::kernel::ISOBIT_TARGET::number_in_two, linalg::kernel::ISOBIT_TARGET::number_of_digits;

/// A number below 2^32 as a double, without a conversion.
__device__ inline double as_double(unsigned x) { return __hiloint2double(0x43300000, int(x)) - 0x1p52; }

/// The residues of four entries modulo a pair of moduli, in a word each: what the digits of a pair_system are times.
struct pairs_of_residues {
  unsigned low, high;

  __device__ pairs_of_residues(unsigned first, unsigned second) {
    low = __byte_perm(first, second, 0x5140);
    high = __byte_perm(first, second, 0x7362);
  }
  __device__ double of_entry(int e, unsigned weights) const {
    unsigned const both = e < 2 ? low : high;
    return as_double(e % 2 == 0 ? __dp2a_lo(weights, both, 0u) : __dp2a_hi(weights, both, 0u));
  }
};

/// What is known of a line by those that round entries.
struct line_scale {
  double largest;          ///< magnitude of an element, in units of the whole numbers
  double largest_rounded;  ///< of the whole numbers
  double lost;
  double unit_inverse;  ///< zero for a line that is left to exact sums
  int shift;
};
__device__ inline line_scale scale_of(line_facts const& line, int bits) {
  auto const [shift, inverse] = unit_of(line, bits);
  double const largest = largest_of(line) * inverse;
  return {largest, largest == 0 ? 0 : largest + 1, line.lost * (1 + 0x1p-20), inverse, shift};
}

/// What rounding the elements changed in a sum, at most. docs/maths/residues.md#on-a-gpu
__device__ inline double truncation(line_scale const& row, line_scale const& column) {
  return (row.lost * column.largest + row.largest_rounded * column.lost) * (1 + 0x1p-50);
}

/// What is known of a sum in units of the whole numbers.
__device__ inline known_sum in_true_units(line_scale const& row, line_scale const& column,
                                          number_in_two<double> const& sum, double radius) {
  // No branch in the usual case: so the entries of a thread are computed side by side.
  int const exponent = -(row.shift + column.shift);
  bool const possible = row.unit_inverse != 0 && column.unit_inverse != 0 && exponent >= -700 && exponent <= 700;
  double const unit = __hiloint2double((1023 + (possible ? exponent : 0)) << 20, 0);
  return {{sum.high * unit, sum.low * unit, (radius + sum.error) * (1 + 0x1p-50) * unit}, possible};
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
template <int digits, bool plain, class T>
__device__ inline void reconstruct_word(product_task<T> const& task, product_memory const& memory,
                                        pair_system const& system, std::uint32_t const* word, std::size_t words,
                                        int count, int const (&bits)[2], int row, int column) {
  double digit[4][digits] = {};
  constexpr int at_once = 4;
  for (int p = 0; p < system.pairs; p += at_once) {
    unsigned residues[2 * at_once];
#pragma unroll
    for (int k = 0; k < 2 * at_once; ++k) residues[k] = 2 * p + k < count ? __ldcs(word + (2 * p + k) * words) : 0;
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (p + k >= system.pairs) break;
      pairs_of_residues const both(residues[2 * k], residues[2 * k + 1]);
      unsigned const weights = system.weights[p + k];
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        double const x = both.of_entry(e, weights);
#pragma unroll
        for (int d = 0; d < digits; ++d) digit[e][d] = fma(x, system.digit[p + k][d], digit[e][d]);
      }
    }
  }
  line_scale rows[2], columns[2];
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    rows[k] = scale_of(memory.lines[0][min(row + 8 * k, task.left.lines - 1)], bits[0]);
    columns[k] = scale_of(memory.lines[1][min(column + k, task.right.lines - 1)], bits[1]);
  }
  constexpr int parts = parts_of<T>;
  rounded_entry<T> result[4 / parts];
#pragma unroll
  for (int e = 0; e < 4; e += parts) {
    known_sum sums[parts];
#pragma unroll
    for (int p = 0; p < parts; ++p) {
      auto const sum = number_of_digits<pair_digit_bits>(digit[e + p], system.shares, system.product_digits);
      line_scale const &of_row = rows[e / 2], &of_column = columns[(e + p) % 2];
      sums[p] = in_true_units(of_row, of_column, sum, truncation(of_row, of_column));
    }
    int const i = min(row + e / 2 * 8, task.left.lines - 1), j = min(column + e % 2, task.right.lines - parts);
    result[e / parts] = round_sums<plain>(task, sums, i, j);
  }
#pragma unroll
  for (int e = 0; e < 4; e += parts) {
    int const i = row + e / 2 * 8, j = column + e % 2;
    if (i >= task.left.lines || j >= task.right.lines || !task.writes(i, j)) continue;
    if (result[e / parts].holds) {
#pragma unroll
      for (int p = 0; p < parts; ++p) task.entry(i, j + p) = result[e / parts].part[p];
    } else {
      memory.open[take_place(&memory.control->open)] = unsigned(j) * unsigned(task.left.lines) + unsigned(i);
    }
  }
}

/// Copies a table by a whole block.
template <class Table> __device__ void copy_table(Table& to, Table const& from) {
  static_assert(sizeof(Table) % sizeof(unsigned) == 0);
  for (unsigned i = threadIdx.x; i < sizeof(Table) / sizeof(unsigned); i += blockDim.x)
    reinterpret_cast<unsigned*>(&to)[i] = reinterpret_cast<unsigned const*>(&from)[i];
  __syncthreads();
}

/// All entries from their residues, but for those that the test leaves open. Plain: alpha is 1, and beta 0.
template <bool plain, class T>
__global__ void __launch_bounds__(reconstruct_threads, 3)
    reconstruct_entries(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  __shared__ pair_system system;
  int const count = memory.control->moduli, bits[2] = {memory.control->bits[0], memory.control->bits[1]};
  copy_table(system, memory.systems[count].pairs);
  std::size_t const column_blocks = padded_tiles(task.right.lines) / 2;
  std::size_t const words = padded_tiles(task.left.lines) * column_blocks * words_of_block;
  for (std::size_t word = std::size_t{blockIdx.x} * reconstruct_threads + threadIdx.x; word < words;
       word += std::size_t{gridDim.x} * reconstruct_threads) {
    int const block = int(word / words_of_block), inside = int(word % words_of_block), lane = inside % 32;
    int const row = block / int(column_blocks) * block_rows + inside / 1024 * 16 + lane / 4;
    int const column = block % int(column_blocks) * block_columns + inside / 32 % 32 * 8 + lane % 4 * 2;
    if (row - lane / 4 >= task.left.lines || column - lane % 4 * 2 >= task.right.lines) continue;
    auto const with = [&]<int digits>() {
      reconstruct_word<digits, plain>(task, memory, system, memory.sums + word, words, count, bits, row, column);
    };
    switch (system.digits) {
    case 1:
      with.template operator()<1>();
      break;
    case 2:
      with.template operator()<2>();
      break;
    case 3:
      with.template operator()<3>();
      break;
    case 4:
      with.template operator()<4>();
      break;
    default:
      with.template operator()<5>();
    }
  }
}

inline constexpr int correct_threads = 128, lanes_of_entry = 8;

/// The sum of what the lanes of an entry have.
__device__ inline double over_lanes(double x) {
#pragma unroll
  for (int step = lanes_of_entry / 2; step > 0; step /= 2) x += __shfl_xor_sync(~0u, x, step);
  return x;
}

/// Products that rounding the elements left out of an entry, a lane's share.
struct missing_products {
  double sum = 0, sizes = 0;
  bool any = false;

  __device__ void add(double x, double y) {
    sum += x * y;
    sizes += fabs(x * y);
    any |= y != 0;
  }
};

/// One part of an open entry once more, with the products that rounding the elements left out; by a few lanes, of
/// which the first has the result. docs/maths/residues.md#correction
template <class T>
__device__ inline known_sum corrected_sum(product_task<T> const& task, product_memory const& memory,
                                          pair_system const& system, int moduli, int i, int j) {
  int const lane = int(threadIdx.x) % lanes_of_entry;
  std::size_t const column_blocks = padded_tiles(task.right.lines) / 2;
  std::size_t const words = padded_tiles(task.left.lines) * column_blocks * words_of_block;
  line_facts const &row = memory.lines[0][i], &column = memory.lines[1][j];
  line_scale const of_row = scale_of(row, memory.control->bits[0]);
  line_scale const of_column = scale_of(column, memory.control->bits[1]);
  bool const few = row.remainders <= most_remainders && column.remainders <= most_remainders;
  double digit[most_pair_digits] = {};
  auto const at = place_of(i, j, column_blocks);
  for (int p = lane; p < system.pairs; p += lanes_of_entry) {
    auto const residue = [&](int t) {
      return t < moduli ? memory.sums[static_cast<std::size_t>(t) * words + at.word] >> 8 * at.byte & 0xff : 0;
    };
    double const x = as_double(__dp2a_lo(system.weights[p], residue(2 * p) | residue(2 * p + 1) << 8, 0u));
    for (int d = 0; d < most_pair_digits; ++d) digit[d] = fma(x, system.digit[p][d], digit[d]);
  }
  missing_products missing;
  for (int r = lane; few && r < row.remainders; r += lanes_of_entry) {
    remainder const one = memory.remainders[0][static_cast<std::size_t>(i) * most_remainders + r];
    auto const other = static_cast<double>(task.right.at(j, one.place));
    missing.add(one.value, other * of_column.unit_inverse);
    missing.any |= other != 0;  // even where scaling leaves nothing of it
  }
  for (int r = lane; few && r < column.remainders; r += lanes_of_entry) {
    remainder const one = memory.remainders[1][static_cast<std::size_t>(j) * most_remainders + r];
    missing.add(one.value, rint(static_cast<double>(task.left.at(i, one.place)) * of_row.unit_inverse));
  }
  for (double& one : digit) one = over_lanes(one);  // exact
  double const sum_missing = over_lanes(missing.sum), sizes = over_lanes(missing.sizes);
  bool const any = over_lanes(missing.any ? 1.0 : 0.0) != 0;
  // The digits above those of the system are zero, and so are their parts of M.
  auto sum = number_of_digits<pair_digit_bits>(digit, system.shares, system.product_digits);
  sum.low += sum_missing;
  // Products of elements that are next to nothing may have been lost.
  double const radius = sizes * (row.remainders + column.remainders + 8) * 0x1p-52 + fabs(sum.low) * 0x1p-52;
  auto result = in_true_units(of_row, of_column, sum, any ? radius + least_lost : 0.0);
  result.holds &= few;
  return result;
}

/// Open entries once more, a few lanes for each.
template <class T>
__global__ void __launch_bounds__(correct_threads)
    correct_entries(__grid_constant__ product_task<T> const task, __grid_constant__ product_memory const memory) {
  __shared__ pair_system system;
  unsigned const open = memory.control->open;
  if (open == 0) return;
  int const moduli = memory.control->moduli;
  copy_table(system, memory.systems[moduli].pairs);
  constexpr unsigned at_once = correct_threads / lanes_of_entry;
  for (unsigned first = blockIdx.x * at_once; first < open; first += gridDim.x * at_once) {
    unsigned const n = first + threadIdx.x / lanes_of_entry, entry = memory.open[min(n, open - 1)];
    int const i = int(entry % unsigned(task.left.lines)), j = int(entry / unsigned(task.left.lines));
    known_sum sums[parts_of<T>];
#pragma unroll
    for (int p = 0; p < parts_of<T>; ++p) sums[p] = corrected_sum(task, memory, system, moduli, i, j + p);
    if (threadIdx.x % lanes_of_entry != 0 || n >= open) continue;
    auto const result = round_sums<false>(task, sums, i, j);
    if (result.holds)
      for (int p = 0; p < parts_of<T>; ++p) task.entry(i, j + p) = result.part[p];
    else
      memory.still_open[atomicAdd(&memory.control->still_open, 1u)] = entry;
  }
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
