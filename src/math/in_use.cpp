#include "math/in_use.hpp"

#include <cstdio>

#include <isobit/forced_instruction_set.hpp>

#include "arithmetic/dispatch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

table const& functions_or_best() noexcept {
  static table const* const best = []() -> table const* {
    // Nothing is thrown but for lack of memory: programs that the Fortran compiler links may abort there.
    try {
      if (forced_instruction_set_is_available()) return &functions();
      auto const set = available_instruction_sets().back();
      std::fprintf(stderr, "%s; using %s\n", arithmetic::why_no_sets().c_str(), name(set).data());
      return table_for(set);
    } catch (...) {
      return table_for(instruction_set::scalar);
    }
  }();
  return *best;
}

}  // namespace math
ISOBIT_NAMESPACE_END
