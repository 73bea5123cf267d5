#include "linalg/kernels.hpp"

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace kernel {
#define ISOBIT_SET(name, has)               \
  namespace name {                          \
  extern gemm_table const gemm_kernels;     \
  extern gemv_table const gemv_kernels;     \
  extern vector_table const vector_kernels; \
  }
#include "arithmetic/for_each_set.hpp"
#if defined(ISOBIT_HAS_avx512_halves)
namespace avx512_halves {
extern gemm_table const gemm_kernels;
}  // namespace avx512_halves
#endif
}  // namespace kernel

namespace {

constexpr arithmetic::kernels_of_set<gemm_table> gemm_sets[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &kernel::name::gemm_kernels},
#include "arithmetic/for_each_set.hpp"
};
constexpr arithmetic::kernels_of_set<gemv_table> gemv_sets[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &kernel::name::gemv_kernels},
#include "arithmetic/for_each_set.hpp"
};
constexpr arithmetic::kernels_of_set<vector_table> vector_sets[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &kernel::name::vector_kernels},
#include "arithmetic/for_each_set.hpp"
};

gemm_table const* choose_gemm() {
  auto const& sets = arithmetic::sets_in_use();
#if defined(ISOBIT_HAS_avx512_halves)
  if (sets.in_halves) return &kernel::avx512_halves::gemm_kernels;
#endif
  return arithmetic::find_kernels(gemm_sets, sets.widest);
}

}  // namespace

gemm_table const& gemm_kernels() {
  static gemm_table const& chosen = *choose_gemm();
  return chosen;
}
gemv_table const& gemv_kernels() {
  static gemv_table const& chosen = *arithmetic::find_kernels(gemv_sets, arithmetic::sets_in_use().widest);
  return chosen;
}
vector_table const& vector_kernels() {
  static vector_table const& chosen = *arithmetic::find_kernels(vector_sets, arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
