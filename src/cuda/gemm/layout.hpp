#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

#include <isobit/linalg/view.hpp>

#include "arithmetic/host_device.hpp"
#include "linalg/residues/moduli.hpp"

/// What the kernels of a product by residues have in common, and how its memory is laid out. Lines are rows of the left
/// factor and columns of the right one. docs/maths/residues.md#on-a-gpu
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Residues are kept in tiles of 128 lines and 128 elements of each, in the order in which tensor cores want them in
/// shared memory: a tile is copied there as it is.
inline constexpr int tile_lines = 128, tile_depth = 128, tile_bytes = tile_lines * tile_depth;
/// A block multiplies one tile of rows by two of columns; two blocks work side by side, on two tiles of rows.
inline constexpr int block_rows = tile_lines, block_columns = 2 * tile_lines, side_by_side = 2;
/// A sum of 2^16 products of bytes, with the residue of those before it, is below 2^32.
inline constexpr int most_depth_tiles = (1 << 16) / tile_depth;

/// Where byte `depth` of a line is in a tile: pieces of 16 bytes change places, so that equal places of eight lines lie
/// in different banks.
ISOBIT_HOST_DEVICE constexpr int place_in_tile(int line, int depth) {
  return line * tile_depth + ((depth / 16 ^ line % 8) * 16 + depth % 16);
}

using linalg::real_of;

/// How many real numbers an element, or an entry, is.
template <class T> inline constexpr int parts_of = linalg::is_complex<T> ? 2 : 1;

/// A factor: element `d` of line `l` at data[l * line_stride + d * depth_stride].
template <class T> struct factor {
  T const* data;
  std::ptrdiff_t line_stride, depth_stride;
  int lines, depth;

  ISOBIT_HOST_DEVICE T const& at(int line, int d) const { return data[line * line_stride + d * depth_stride]; }
  [[nodiscard]] factor part(int first, int count) const {
    factor result = *this;
    result.data += first * line_stride, result.lines = count;
    return result;
  }
  /// Whether neighbours in depth are nearer in memory than neighbouring lines.
  ISOBIT_HOST_DEVICE bool runs_along_depth() const {
    return (depth_stride < 0 ? -depth_stride : depth_stride) <= (line_stride < 0 ? -line_stride : line_stride);
  }
};

/// A complex factor as real lines of twice the depth, so that a complex product is a real one. Lines of the left factor
/// are re, im, re, im, ... of a row, as they lie in memory. Of a column of the right one there are two: re, -im, ...
/// for the real parts of entries, and im, re, ... for the imaginary ones.
template <class R> struct factor<std::complex<R>> {
  R const* data;
  std::ptrdiff_t line_stride, depth_stride;  ///< of complex lines and elements, in real numbers
  int lines, depth;                          ///< of real ones
  int of_column;                             ///< real lines that a complex one is, less one
  bool conjugate;

  ISOBIT_HOST_DEVICE R at(int line, int d) const {
    int const imaginary = line & of_column, part = (d & 1) ^ imaginary;
    R const x = data[(line >> of_column) * line_stride + (d >> 1) * depth_stride + part];
    return part != 0 && conjugate != (of_column > imaginary) ? -x : x;
  }
  [[nodiscard]] factor part(int first, int count) const {
    factor result = *this;
    result.data += (first >> of_column) * line_stride, result.lines = count;
    return result;
  }
  ISOBIT_HOST_DEVICE bool runs_along_depth() const {
    return (depth_stride < 0 ? -depth_stride : depth_stride) <= (line_stride < 0 ? -line_stride : line_stride);
  }
};

/// Which entries of a result are written: all, or those of one half, its diagonal included.
struct written_half {
  int sign = 0;   ///< 1: the lower half, -1: the upper one, 0: all
  int below = 0;  ///< how many more rows than columns lie before this part of the result

  ISOBIT_HOST_DEVICE bool has(int row, int column) const { return sign * (row - column + below) >= 0; }
};

/// c = alpha*a*b + beta*c. The parts of a complex entry are in neighbouring columns, the real one first.
template <class T> struct product_task {
  factor<T> left, right;
  real_of<T>* c;
  std::ptrdiff_t row_stride, column_stride;  ///< in real numbers
  T alpha, beta;
  written_half half = {};

  ISOBIT_HOST_DEVICE bool writes(int i, int j) const { return half.has(i, j / parts_of<T>); }
  ISOBIT_HOST_DEVICE real_of<T>& entry(int i, int j) const {
    constexpr int last = parts_of<T> - 1;
    return c[i * row_stride + (j >> last) * column_stride + (j & last)];
  }
  [[nodiscard]] product_task rows(int first, int count) const {
    product_task result = *this;
    result.left = left.part(first, count), result.c += first * row_stride;
    result.half.below += first;
    return result;
  }
  [[nodiscard]] product_task columns(int first, int count) const {
    product_task result = *this;
    result.right = right.part(first, count), result.c += first / parts_of<T> * column_stride;
    result.half.below -= first / parts_of<T>;
    return result;
  }
};

/// Products at equal distances, each like the first.
template <class T> struct product_batch {
  product_task<T> first;
  std::ptrdiff_t left_step, right_step, c_step;  ///< in real numbers
  long long count;

  ISOBIT_HOST_DEVICE product_task<T> operator[](long long i) const {
    product_task<T> task = first;
    task.left.data += i * left_step, task.right.data += i * right_step, task.c += i * c_step;
    return task;
  }
  /// Of one product.
  ISOBIT_HOST_DEVICE long long entries() const {
    return static_cast<long long>(first.left.lines) * (first.right.lines / parts_of<T>);
  }
};

/// What is known of a line. All zero before the scan.
struct line_facts {
  double squares;         ///< their sum
  std::uint64_t largest;  ///< the bits of the largest magnitude
  double lost;            ///< what rounding took off its elements, all in all, in units of the whole numbers
  int fineness;           ///< elements are multiples of 2^(finest - fineness)
  int above;              ///< the norm is less than 2^above
  int usable;             ///< not zero but for a line that is left to exact sums
  int remainders;         ///< how many elements were rounded
};
inline constexpr int finest = 1200;

/// What rounding left of an element, in units of the whole numbers.
struct remainder {
  double value;
  int place;
};
inline constexpr int most_remainders = 128;  ///< of a line that are kept

/// Of the factors, for planning.
inline constexpr int most_bits = 90, sampled_pairs = 64;
struct sampled_pair {
  int row, column;
  double size;  ///< of the sum
};
struct product_control {
  int moduli;
  int bits[2];                         ///< for the norms of the lines; none where no plan has room for the sums
  unsigned open, still_open;           ///< how many entries
  int needed[2];                       ///< bits with which no element of any line is rounded
  std::uint64_t largest[2];            ///< the bits of the largest norm of a line over the power of two above it
  unsigned needing[2][most_bits + 2];  ///< sampled elements that need so many bits
  sampled_pair pair[sampled_pairs];
};
inline constexpr int no_bits = 0;

/// How far a place is from the start of the residues of one modulus.
ISOBIT_HOST_DEVICE constexpr std::size_t tiles_along(int count) {
  return (static_cast<std::size_t>(count) + tile_lines - 1) / tile_lines;
}
/// In whole tiles, and as many as blocks side by side need.
ISOBIT_HOST_DEVICE constexpr std::size_t padded_tiles(int lines) {
  return (tiles_along(lines) + side_by_side - 1) / side_by_side * side_by_side;
}

/// Moduli in pairs, m and m', of a system: sums are put together from m' y + m y' < 2^17 times digits of M/(m m').
inline constexpr int most_pairs = linalg::most_moduli / 2, pair_digit_bits = 33, most_pair_digits = 5;
struct pair_system {
  int pairs, digits;
  unsigned weights[most_pairs];  ///< m' and 2^16 m
  double digit[most_pairs][most_pair_digits];
  double product_digits[most_pair_digits];  ///< of M; the last one may be large
  double shares[most_pair_digits];          ///< 2^(33 i) / M
};
struct product_system {
  linalg::residue_system residues;
  pair_system pairs;
};

/// The memory of a product.
struct product_memory {
  product_control* control;
  line_facts* lines[2];
  remainder* remainders[2];
  std::uint8_t* residues[2];
  std::uint32_t* sums;  ///< residues of four entries in a word
  unsigned* open;       ///< entries that the first test left open
  unsigned* still_open;
  product_system const* systems;  ///< of 0, 1, ... moduli
};

/// A factor that was converted before.
struct converted_factor {
  int which = -1;  ///< 0: the left one, 1: the right one, -1: none
  int moduli = 0, bits = 0;
  line_facts* lines = nullptr;
  remainder* remainders = nullptr;
  std::uint8_t* residues = nullptr;

  /// Which factor has plain residues; those of the other are times the inverse of M/m.
  ISOBIT_HOST_DEVICE int plain() const { return which < 0 ? 1 : which; }
};

/// The residues of entries: words of two by two entries that one thread of a tensor core has, rows eight apart, and
/// neighbouring columns. A block's sums are 8 (warps, 16 rows each) x 32 (8 columns each) x 32 (lanes) words.
struct place_of_sum {
  std::size_t word;
  int byte;
};
inline constexpr std::size_t words_of_block = block_rows * block_columns / 4;
ISOBIT_HOST_DEVICE constexpr place_of_sum place_of(int row, int column, std::size_t column_blocks) {
  std::size_t const block = row / block_rows * column_blocks + column / block_columns;
  int const warp = row % block_rows / 16, group = column % block_columns / 8, lane = row % 8 * 4 + column % 8 / 2;
  return {block * words_of_block + static_cast<std::size_t>((warp * 32 + group) * 32 + lane),
          row % 16 / 8 * 2 + column % 2};
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
