#include "math/in_use.hpp"

#include <cstdio>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace math {

table const& functions_or_best() noexcept {
  static table const* const best = []() -> table const* {
    try {
      return &functions();
    } catch (error const& problem) {
      auto const set = available_instruction_sets().back();
      std::fprintf(stderr, "%s; using %s\n", problem.what(), name(set).data());
      return table_for(set);
    } catch (...) {
      return table_for(instruction_set::scalar);  // no memory left for a message
    }
  }();
  return *best;
}

}  // namespace math
ISOBIT_NAMESPACE_END
