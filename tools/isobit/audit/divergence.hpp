#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "log_reader.hpp"
#include "receives.hpp"

namespace isobit::tool {

/// How a reduction of one run differs from that of another.
enum class divergence_kind {
  control_flow,  ///< another call, or none
  inputs,        ///< some rank contributed other numbers
  reduction,     ///< all ranks contributed the same numbers, and some got another result
  results,       ///< another result, where the inputs cannot be compared
  stopped,       ///< one run ended before
};
std::string_view name_of(divergence_kind kind) noexcept;

/// A reduction that is not the same in both runs.
struct divergence {
  divergence_kind kind = divergence_kind::control_flow;
  std::uint64_t start = 0;  ///< in the first run
  communicator where;
  std::uint64_t sequence = 0;
  std::optional<call_site> one, two;  ///< of the first rank that differs; nothing where the run has no such call
  std::uint64_t count_one = 0, count_two = 0;
  std::vector<std::uint64_t> ranks;  ///< on which it differs in this way
};

/// What the reductions of two runs have in common, and where they part.
struct audit_comparison {
  run_facts one, two;
  std::vector<std::string> notes;                      ///< what limits the comparison
  std::uint64_t compared = 0;                          ///< reductions that both runs have
  std::optional<divergence> first;                     ///< in order of time
  std::map<divergence_kind, std::uint64_t> divergent;  ///< how many of each kind
  receive_counts receives_one, receives_two;
  [[nodiscard]] bool same() const noexcept { return !first; }  ///< which is not yet the same results
};

/// Leaves out the reductions of places of which a frame's function, file or module contains one of `ignored`. Throws
/// `failure` where a folder holds no audit.
audit_comparison compare_audits(std::filesystem::path const& one, std::filesystem::path const& two,
                                std::vector<std::string> const& ignored);

}  // namespace isobit::tool
