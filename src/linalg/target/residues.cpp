#if defined(__AVX512VNNI__)
#include "linalg/kernel/residues/tiles.hpp"
#else
#include "linalg/kernel/residues/portable.hpp"
#endif

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

extern residue_table const residue_kernels;
#if defined(__AVX512VNNI__)
residue_table const residue_kernels = vnni_residues;
extern residue_table const tile_kernels;
residue_table const tile_kernels = tile_residues<machine_tiles>;
#else
residue_table const residue_kernels = portable_residues;
#endif

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
