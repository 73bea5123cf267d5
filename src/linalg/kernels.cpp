#include "linalg/kernels.hpp"

#include <isobit/error.hpp>
#include <isobit/forced_instruction_set.hpp>

#include "arithmetic/dispatch.hpp"
#include "arithmetic/tiles.hpp"
#include "linalg/residues/try_tiles.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace kernel {
#define ISOBIT_TABLE_TYPE gemm_table
#define ISOBIT_KERNELS gemm_kernels
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE_TYPE gemv_table
#define ISOBIT_KERNELS gemv_kernels
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE_TYPE vector_table
#define ISOBIT_KERNELS vector_kernels
#include "arithmetic/kernels_of_sets.hpp"
#define ISOBIT_TABLE_TYPE residue_table
#define ISOBIT_KERNELS residue_kernels
#include "arithmetic/kernels_of_sets.hpp"
#if defined(ISOBIT_HAS_avx512_halves)
namespace avx512_halves {
extern gemm_table const gemm_kernels;
}  // namespace avx512_halves
#endif
#if defined(ISOBIT_HAS_avx512_vnni)
namespace avx512_vnni {
extern residue_table const residue_kernels, tile_kernels;
}  // namespace avx512_vnni
#endif
}  // namespace kernel

namespace {

gemm_table choose_gemm() {
  auto const& sets = arithmetic::sets_in_use();
#if defined(ISOBIT_HAS_avx512_halves)
  if (sets.in_halves) return kernel::avx512_halves::gemm_kernels;
#endif
  gemm_table kernels = *arithmetic::find_kernels(kernel::gemm_kernels_of_sets, sets.widest);
  if (sets.adds_apart) kernels.sliced_f64 = kernels.cutting_f64;
  return kernels;
}

gemv_table choose_gemv() {
  auto const& sets = arithmetic::sets_in_use();
  gemv_table kernels = *arithmetic::find_kernels(kernel::gemv_kernels_of_sets, sets.widest);
  if (sets.reads_in_turn) kernels.rows_f64 = kernels.rows_in_turn_f64, kernels.rows_f32 = kernels.rows_in_turn_f32;
  return kernels;
}

#if defined(ISOBIT_HAS_avx512_vnni)
bool has_vnni() {
  return arithmetic::sets_in_use().widest == instruction_set::avx512 && __builtin_cpu_supports("avx512vnni") != 0;
}
#endif

residue_table const* find_tile_residues() {
  if (arithmetic::sets_in_use().tiles == arithmetic::use_of_tiles::forbidden) return nullptr;
#if defined(ISOBIT_HAS_avx512_vnni)
  residue_table const& kernels = kernel::avx512_vnni::tile_kernels;
  if (has_vnni() && arithmetic::has_tiles() && arithmetic::ask_for_tiles() && tiles_work(kernels)) return &kernels;
#endif
  return nullptr;
}

bool tiles_are_required() { return arithmetic::sets_in_use().tiles == arithmetic::use_of_tiles::required; }

residue_table const* require_tile_residues() {
  residue_table const* const found = find_tile_residues();
  if (found != nullptr || !tiles_are_required()) return found;
  throw error(
      status::unsupported,
      "isobit: ISOBIT_FORCE_ISA=amx, but the system does not grant this process the processor's tiles (a small "
      "stack for signals is one reason), or they do not multiply; leave ISOBIT_FORCE_ISA unset or choose avx512");
}

residue_table const* find_fast_residues() {
#if defined(ISOBIT_HAS_avx512_vnni)
  if (has_vnni()) return &kernel::avx512_vnni::residue_kernels;
#endif
  return nullptr;
}

}  // namespace

residue_table const* fast_residue_kernels() {
  static residue_table const* const found = find_fast_residues();
  return found;
}
residue_table const* tile_residue_kernels() {
  static residue_table const* const found = require_tile_residues();
  return found;
}
bool forced_tiles_are_available() noexcept {
  return forced_instruction_set_is_available() && (!tiles_are_required() || find_tile_residues() != nullptr);
}
residue_table const& residue_kernels() {
  if (residue_table const* const fast = fast_residue_kernels(); fast != nullptr) return *fast;
  static residue_table const& chosen =
      *arithmetic::find_kernels(kernel::residue_kernels_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}
gemm_table const& gemm_kernels() {
  static gemm_table const chosen = choose_gemm();
  return chosen;
}
gemv_table const& gemv_kernels() {
  static gemv_table const chosen = choose_gemv();
  return chosen;
}
vector_table const& vector_kernels() {
  static vector_table const& chosen =
      *arithmetic::find_kernels(kernel::vector_kernels_of_sets, arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
