#include "kernel/dispatch.hpp"
#include "arithmetic/kernel/table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace kernel {

#define ISOBIT_DECLARE(target)                           \
  namespace target {                                     \
  extern interpose::column_kernels const column_kernels; \
  }
ISOBIT_DECLARE(scalar)
#if defined(__x86_64__)
ISOBIT_DECLARE(sse2)
ISOBIT_DECLARE(avx2)
ISOBIT_DECLARE(avx512)
#elif defined(__aarch64__)
ISOBIT_DECLARE(neon)
#endif
#undef ISOBIT_DECLARE

}  // namespace kernel

namespace interpose {

column_kernels const& kernels_of_this_machine() {
  static column_kernels const& chosen = []() -> column_kernels const& {
    switch (kernel::this_machine().kernels->set) {
#if defined(__x86_64__)
    case instruction_set::sse2:
      return kernel::sse2::column_kernels;
    case instruction_set::avx2:
      return kernel::avx2::column_kernels;
    case instruction_set::avx512:
      return kernel::avx512::column_kernels;
#elif defined(__aarch64__)
    case instruction_set::neon:
      return kernel::neon::column_kernels;
#endif
    default:
      return kernel::scalar::column_kernels;
    }
  }();
  return chosen;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
