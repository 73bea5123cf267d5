#include "arithmetic/dispatch.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include <isobit/error.hpp>

#include "arithmetic/tiles.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

namespace {

// Zen 4 runs 512-bit operations as two halves: conversions from float lose by that.
bool halves_avx512() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_is("amdfam19h");
#else
  return false;
#endif
}

// What runs beside tiles is AVX-512's.
bool runs_tiles() noexcept { return has_tiles() && is_available(instruction_set::avx512); }

instruction_sets choose() {
  if (char const* const forced = std::getenv("ISOBIT_FORCE_ISA"); forced != nullptr && *forced != '\0') {
    std::string choices;
    for (instruction_set const set : available_instruction_sets()) {
      if (name(set) == forced) return {set, set, false, use_of_tiles::forbidden};
      choices += choices.empty() ? "" : ", ";
      choices += name(set);
    }
    if (runs_tiles()) {
      if (std::string_view(forced) == "amx")
        return {instruction_set::avx512, instruction_set::avx512, false, use_of_tiles::required};
      choices += ", amx";
    }
    throw error(status::unsupported,
                "isobit: ISOBIT_FORCE_ISA=" + std::string(forced) +
                    " is not an instruction set of this build and machine; choose one of: " + choices);
  }
  auto const widest = available_instruction_sets().back();
  bool const in_halves = widest == instruction_set::avx512 && halves_avx512() && is_available(instruction_set::avx2);
  auto const tiles = widest == instruction_set::avx512 ? use_of_tiles::allowed : use_of_tiles::forbidden;
  return {widest, in_halves ? instruction_set::avx2 : widest, in_halves, tiles};
}

}  // namespace

bool is_available(instruction_set set) noexcept {
#if defined(__x86_64__)
#define HAS(feature) (__builtin_cpu_supports(feature) != 0)
#endif
  switch (set) {
#define ISOBIT_SET(name, has) \
  case instruction_set::name: \
    return has;
#include "arithmetic/for_each_set.hpp"
#undef HAS
  default:
    return false;
  }
}

instruction_sets const& sets_in_use() {
  static instruction_sets const chosen = choose();
  return chosen;
}

}  // namespace arithmetic

std::string_view name(instruction_set set) noexcept {
  switch (set) {
#define ISOBIT_INSTRUCTION_SET(name, machine, bytes, has, flags) \
  case instruction_set::name:                                    \
    return #name;
#define ISOBIT_VARIANT(name, bytes, flags)
#include "arithmetic/instruction_sets.def"
#undef ISOBIT_VARIANT
#undef ISOBIT_INSTRUCTION_SET
  }
  return "unknown";
}

std::vector<instruction_set> available_instruction_sets() {
  std::vector<instruction_set> sets;
#define ISOBIT_SET(name, has) \
  if (arithmetic::is_available(instruction_set::name)) sets.push_back(instruction_set::name);
#include "arithmetic/for_each_set.hpp"
  return sets;
}

instruction_set active_instruction_set() { return arithmetic::sets_in_use().widest; }

ISOBIT_NAMESPACE_END
