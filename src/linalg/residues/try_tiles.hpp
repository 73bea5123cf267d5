#pragma once

#include "linalg/residues/residue_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Whether kernels with tiles give the residues of a product that was also found without: an emulator or a virtual
/// machine may announce what it does not do. In the standard environment.
[[nodiscard]] bool tiles_work(residue_table const& kernels);

}  // namespace linalg
ISOBIT_NAMESPACE_END
