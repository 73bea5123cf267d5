#include "column/kernels.hpp"

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

#define ISOBIT_SET(name, has)          \
  namespace name {                     \
  extern column_kernels const kernels; \
  }
#include "arithmetic/for_each_set.hpp"

namespace {
constexpr arithmetic::kernels_of_set<column_kernels> every_set[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &name::kernels},
#include "arithmetic/for_each_set.hpp"
};
}  // namespace

column_kernels const& kernels() {
  static column_kernels const& chosen = *arithmetic::find_kernels(every_set, arithmetic::sets_in_use().quick);
  return chosen;
}

}  // namespace columns
ISOBIT_NAMESPACE_END
