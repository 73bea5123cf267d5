#pragma once

#include "linalg/panels.hpp"
#include "linalg/residues/norm_limit.hpp"
#include "linalg/residues/residue_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How the sums of a product of packed factors are found: by tiles of doubles, or by residues.
enum class product_way { automatic, tiles, residues };

/// What decides that. Tests name all of it; nothing here shows in the bits of a result.
struct product_choice {
  product_way way = product_way::automatic;
  residue_table const* kernels = nullptr;  ///< for residues; none: those in use
  int moduli = 0;                          ///< 0: as many as take the least time
};
/// As ISOBIT_FORCE_PRODUCTS says when the first large product runs. Throws `error` where it says something unknown.
[[nodiscard]] product_choice const& product_choice_in_use();

/// How many moduli, and how large the norms of rounded lines may be; none: tiles.
struct residue_plan {
  int moduli = 0;
  norm_limit left = {};
  norm_limit right = {};
};

/// Whether this many moduli are enough for sums of `depth` products of lines with such norms: below half of the
/// product, with room for the quotient. docs/maths/residues.md#size
[[nodiscard]] bool sums_fit(residue_system const& system, index depth, norm_limit const& left, norm_limit const& right);

/// The kernels for a product of that shape, or null: then it is none for residues. Throws `error` where
/// ISOBIT_FORCE_ISA=amx cannot be met.
[[nodiscard]] residue_table const* residue_kernels_for(index rows, index columns, index depth,
                                                       product_choice const& choice);

/// Plans the product of packed factors with those kernels, by their lines and a sample of elements and sums, of which
/// results have `precision` bits. What is wrong with the sample costs time only.
[[nodiscard]] residue_plan plan_residues(residue_table const& kernels, panels const& left, panels const& right,
                                         int precision, product_choice const& choice);

}  // namespace linalg
ISOBIT_NAMESPACE_END
