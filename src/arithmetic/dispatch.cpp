#include "arithmetic/dispatch.hpp"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <isobit/error.hpp>
#include <isobit/forced_instruction_set.hpp>

#include "arithmetic/tiles.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

namespace {

// Zen 4 runs 512-bit operations as two halves: conversions from float lose by that. AMD's processors add on two pipes
// and multiply on two others, Intel's do both on the same. AMD's gather more slowly than they load one by one
// (docs/performance/sparse.md), and Intel's before Sapphire Rapids let gathers wait, since they would tell what others
// have in their registers.
processor this_processor() noexcept {
#if defined(__x86_64__)
  bool const amd = __builtin_cpu_is("amd");
  return {.halves_avx512 = bool(__builtin_cpu_is("amdfam19h")),
          .adds_apart = amd,
          .gathers_slowly = amd || __builtin_cpu_is("skylake-avx512") || __builtin_cpu_is("cascadelake") ||
                            __builtin_cpu_is("cooperlake") || __builtin_cpu_is("icelake-client") ||
                            __builtin_cpu_is("icelake-server") || __builtin_cpu_is("tigerlake")};
#else
  return {};
#endif
}

// What runs beside tiles is AVX-512's.
bool runs_tiles() noexcept { return has_tiles() && is_available(instruction_set::avx512); }

/// What ISOBIT_FORCE_ISA names; empty where it is unset.
std::string_view forced_name() noexcept {
  char const* const forced = std::getenv("ISOBIT_FORCE_ISA");
  return forced == nullptr ? "" : forced;
}

std::optional<instruction_sets> find_forced(std::string_view forced) noexcept {
#define ISOBIT_SET(set, has)                                \
  if (forced == #set && is_available(instruction_set::set)) \
    return instruction_sets{.widest = instruction_set::set, .quick = instruction_set::set};
#include "arithmetic/for_each_set.hpp"
  if (forced == "amx" && runs_tiles())
    return instruction_sets{
        .widest = instruction_set::avx512, .quick = instruction_set::avx512, .tiles = use_of_tiles::required};
  return std::nullopt;
}

instruction_set find_widest() noexcept {
  auto widest = instruction_set::scalar;
#define ISOBIT_SET(set, has) \
  if (is_available(instruction_set::set)) widest = instruction_set::set;
#include "arithmetic/for_each_set.hpp"
  return widest;
}

instruction_sets choose() {
  if (auto const found = find_sets()) return *found;
  throw error(status::unsupported, why_no_sets());
}

}  // namespace

instruction_sets sets_of(instruction_set widest, processor const& here) noexcept {
  bool const has_avx512 = widest == instruction_set::avx512;
  bool const in_halves = has_avx512 && here.halves_avx512 && is_available(instruction_set::avx2);
  return {.widest = widest,
          .quick = in_halves ? instruction_set::avx2 : widest,
          .in_halves = in_halves,
          .gathers_slowly = has_avx512 && here.gathers_slowly,
          .adds_apart = here.adds_apart,
          .reads_in_turn = has_avx512 && here.adds_apart && !in_halves,
          .tiles = has_avx512 ? use_of_tiles::allowed : use_of_tiles::forbidden};
}

std::optional<instruction_sets> find_sets() noexcept {
  if (auto const forced = forced_name(); !forced.empty()) return find_forced(forced);
  return sets_of(find_widest(), this_processor());
}

std::string why_no_sets() {
  std::string choices;
  for (instruction_set const set : available_instruction_sets()) (choices += name(set)) += ", ";
  choices = runs_tiles() ? choices + "amx" : choices.substr(0, choices.size() - 2);
  return "isobit: ISOBIT_FORCE_ISA=" + std::string(forced_name()) +
         " is not an instruction set of this build and machine; choose one of: " + choices;
}

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

bool forced_instruction_set_is_available() noexcept { return arithmetic::find_sets().has_value(); }

ISOBIT_NAMESPACE_END
