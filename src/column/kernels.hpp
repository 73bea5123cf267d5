#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/instruction_set.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// How many columns a kernel takes at most.
inline constexpr std::size_t block_columns = 64;

/// The same of those for many rows: as many sums, with what goes with them, as stay in the nearest cache beside the
/// rows.
inline constexpr std::size_t panel_columns = 512;

/// Of the hash of long sequences, in column/hash.hpp.
inline constexpr std::size_t hash_lanes = 32;
inline constexpr std::uint64_t hash_factor = 0x9e3779b1u;

/// Up to `block_columns` columns side by side, where nothing else is said: the rows are `stride` bytes apart, and begin
/// at any address.
struct block_rows {
  std::byte const* first;
  std::size_t stride;
  int ranks;  ///< at least 2
  std::size_t count;
};

/// A row, and the lanes of its hash.
struct passing_row {
  std::byte const* first;
  std::uint64_t* lanes;
};
struct passing_facts {
  bool are_within, are_native;
};

/// Sums of columns, once per instruction set: src/column/target/columns.cpp is compiled for each. To be called in the
/// standard environment. Bit i of the answer: the rounding of sum i is not certain, and `result[i]` is to be replaced.
/// docs/maths/columns.md#columns
struct column_kernels {
  std::uint64_t (*sum_f64)(block_rows const& in, std::byte* result);
  std::uint64_t (*sum_f32)(block_rows const& in, std::byte* result);
  /// The same of up to `panel_columns` columns, at least as many as a vector has lanes, in which `open` has 64 to a
  /// word: of many rows of doubles, and of floats. docs/maths/columns.md#many-rows, #floats
  void (*sum_many_rows)(block_rows const& in, std::byte* result, std::uint64_t* open);
  void (*enclose_floats)(block_rows const& in, std::byte* result, std::uint64_t* open);
  /// Sums of as many columns of floats in doubles, rounded wherever that happens, and the floats that are nearest.
  void (*add_floats)(block_rows const& in, double* sums);
  void (*narrow)(double const* sums, std::size_t count, std::byte* result);
  std::size_t lanes;
  /// The larger of `worst` and of sum |x| / |sum x| of each column, where `sums` are their sums. Bit i of the answer:
  /// something about column i is not finite, and it was left out.
  std::uint64_t (*condition_f64)(block_rows const& in, std::byte const* sums, double& worst);
  std::uint64_t (*condition_f32)(block_rows const& in, std::byte const* sums, double& worst);
  /// Whether the condition of every column, of any number, is finite and not above `worst`; false where that is not
  /// certain. Sooner than `condition_f64`. docs/maths/columns.md#condition
  bool (*within_f64)(block_rows const& in, std::byte const* sums, double worst);
  bool (*within_f32)(block_rows const& in, std::byte const* sums, double worst);
  /// Adds how many of `count` numbers differ to `different`, and raises `ulps` to the most steps between two. False,
  /// and nothing happens, where something is not finite.
  bool (*distance_f64)(std::byte const* one, std::byte const* other, std::size_t count, std::uint64_t& different,
                       std::uint64_t& ulps);
  bool (*distance_f32)(std::byte const* one, std::byte const* other, std::size_t count, std::uint64_t& different,
                       std::uint64_t& ulps);
  /// Has each of `hash_lanes` lanes take `rounds` words, those of a round beside each other.
  void (*hash)(std::uint64_t* lanes, std::byte const* words, std::size_t rounds);
  /// `within_f64`, the hashes of one row and of the sums, and whether these have the bits of `native`, at once. For
  /// multiples of `hash_lanes` columns.
  passing_facts (*pass_f64)(block_rows const& in, std::byte const* sums, double worst, passing_row const& own,
                            std::uint64_t* sum_lanes, std::byte const* native);
};

/// Those in use, and for many rows of doubles, where there is much to compute and nothing to convert.
[[nodiscard]] column_kernels const& kernels();
[[nodiscard]] column_kernels const& widest_kernels();

}  // namespace columns
ISOBIT_NAMESPACE_END
