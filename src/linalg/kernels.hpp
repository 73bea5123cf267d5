#pragma once

#include <isobit/instruction_set.hpp>

#include "linalg/gemm_table.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/residues/residue_table.hpp"
#include "linalg/vector_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The kernels in use, each once per instruction set (src/linalg/target/).
[[nodiscard]] gemm_table const& gemm_kernels();
[[nodiscard]] gemv_table const& gemv_kernels();
[[nodiscard]] vector_table const& vector_kernels();
/// Without tiles; `fast` are those with instructions for products of bytes, or null.
[[nodiscard]] residue_table const& residue_kernels();
[[nodiscard]] residue_table const* fast_residue_kernels();
/// With tiles, which the first call asks the system for and tries; null where there are none. Throws `error` where
/// ISOBIT_FORCE_ISA=amx cannot be met.
[[nodiscard]] residue_table const* tile_residue_kernels();
/// Whether it can, or is unset.
[[nodiscard]] bool forced_tiles_are_available() noexcept;

}  // namespace linalg
ISOBIT_NAMESPACE_END
