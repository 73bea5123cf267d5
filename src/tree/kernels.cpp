#include "tree/kernels.hpp"

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace trees {

#define ISOBIT_SET(name, has) \
  namespace name {            \
  extern table const kernels; \
  }
#include "arithmetic/for_each_set.hpp"

namespace {
constexpr arithmetic::kernels_of_set<table> every_set[] = {
#define ISOBIT_SET(name, has) {instruction_set::name, &name::kernels},
#include "arithmetic/for_each_set.hpp"
};
}  // namespace

table const* kernels_for(instruction_set set) noexcept { return arithmetic::find_kernels(every_set, set); }

table const& kernels() {
  static table const& chosen = *kernels_for(arithmetic::sets_in_use().widest);
  return chosen;
}

}  // namespace trees
ISOBIT_NAMESPACE_END
