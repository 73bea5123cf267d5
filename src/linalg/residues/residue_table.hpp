#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

#include "linalg/residues/moduli.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Lines (rows of the left factor, columns of the right) are converted in groups, a few elements of each at a time: the
/// residue of element p of line q is byte [q * residue_depth + p].
inline constexpr index residue_lines = 16, residue_depth = 4, residue_piece = residue_lines * residue_depth;
/// A call multiplies up to so many groups of rows by so many columns of a group.
inline constexpr index most_row_groups = 3, columns_of_call = 8;
/// The most products of a sum of 32 bits: 255 * 128 * 2^16 + 255 < 2^31. docs/maths/residues.md#products
inline constexpr index most_residue_products = index{1} << 16;

/// A call of `multiply`.
struct residue_product {
  index row_groups;
  index pieces;               ///< of residue_depth products
  std::uint8_t const* left;   ///< residues from 0 to m - 1
  index left_stride;          ///< from one group of rows to the next
  std::uint8_t const* right;  ///< signed residues, of columns_of_call columns of a group
  bool continues;             ///< a sum: it starts with what is in `out`
  std::uint8_t* out;          ///< residues of the sums, column by column
  index out_stride;           ///< from one column to the next
};

/// Sums that were put together again: high + low, up to the error.
struct reconstructed {
  double* high;
  double* low;
  double* error;
};

/// Kernels of products by residues. All need the standard environment.
struct residue_table {
  /// Multiplies a piece of a group, element p of line q at [p * residue_lines + q], by powers of two, one for each
  /// line, and rounds to whole numbers; adds what each line lost.
  void (*round)(double* piece, double const* factors, double* lost);
  /// The residues of a rounded piece, those of the i-th modulus at out + i * stride.
  void (*left)(residue_system const& system, double const* piece, std::uint8_t* out, index stride);
  void (*right)(residue_system const& system, double const* piece, std::uint8_t* out, index stride);
  void (*multiply)(modulus const& m, residue_product const& call);
  /// The numbers whose residues, of the i-th modulus at residues + i * stride, are given; a multiple of residue_lines
  /// of them.
  void (*reconstruct)(residue_system const& system, index count, std::uint8_t const* residues, index stride,
                      reconstructed const& out);
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
