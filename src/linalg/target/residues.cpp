#if defined(__AVX512VNNI__)
#include "linalg/kernel/residues/vnni.hpp"
#else
#include "linalg/kernel/residues/portable.hpp"
#endif
#include "linalg/kernel/residues/whole_numbers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

extern residue_table const residue_kernels;
residue_table const residue_kernels = {
    .round = round_piece,
    .left = convert_piece<true>,
    .right = convert_piece<false>,
    .multiply = multiply_residues,
    .reconstruct = reconstruct,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
