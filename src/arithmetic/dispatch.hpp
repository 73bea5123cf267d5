#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <isobit/instruction_set.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

/// Whether this build has kernels of the instruction set and this machine can run them.
[[nodiscard]] bool is_available(instruction_set set) noexcept;

/// Whether kernels may use tiles (arithmetic/tiles.hpp).
enum class use_of_tiles { forbidden, allowed, required };

/// Which kernels a family takes, from what they need most.
struct instruction_sets {
  instruction_set widest;       ///< the best of this machine
  instruction_set quick;        ///< for kernels that convert from float: the same, or a narrower one
  bool in_halves = false;       ///< the widest runs as two halves: its registers help, its width does not
  bool gathers_slowly = false;  ///< the widest is AVX-512, whose gathers take longer here than single loads
  bool adds_apart = false;      ///< additions have pipes of their own, beside those that multiply
  bool reads_in_turn = false;   ///< memory delivers less to several streams of reads than to one
  use_of_tiles tiles = use_of_tiles::forbidden;
};

/// What a kind of processor is good and bad at, whether or not its AVX-512 is switched on.
struct processor {
  bool halves_avx512 = false, adds_apart = false, gathers_slowly = false;
};

/// Those of such a processor whose best is `widest`.
[[nodiscard]] instruction_sets sets_of(instruction_set widest, processor const& here) noexcept;

/// What ISOBIT_FORCE_ISA asks for now, or else the best of this machine; nothing where it cannot be met.
[[nodiscard]] std::optional<instruction_sets> find_sets() noexcept;
/// The message for that, which names the choices.
[[nodiscard]] std::string why_no_sets();

/// Decided once, at the first call. Throws `error` where ISOBIT_FORCE_ISA cannot be met.
[[nodiscard]] instruction_sets const& sets_in_use();

/// The kernels that a family has for one instruction set; a list of these comes from for_each_set.hpp.
template <class Table> struct kernels_of_set {
  instruction_set set;
  Table const* kernels;
};

/// Those of an instruction set, or null where this build or this machine lacks it.
template <class Table, std::size_t N>
[[nodiscard]] Table const* find_kernels(kernels_of_set<Table> const (&all)[N], instruction_set set) noexcept {
  if (is_available(set))
    for (auto const& one : all)
      if (one.set == set) return one.kernels;
  return nullptr;
}

}  // namespace arithmetic
ISOBIT_NAMESPACE_END
