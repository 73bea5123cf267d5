#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "../output/progress.hpp"
#include "log_reader.hpp"
#include "receives.hpp"

namespace isobit::tool {

/// One reduction, as all of its ranks saw it.
struct merged_call {
  std::uint64_t start = 0;     ///< when the first rank began, nanoseconds since 1970
  std::uint64_t sequence = 0;  ///< on the communicator
  std::uint32_t site = 0;      ///< of the first rank that got a result, else of the first rank
  std::uint32_t communicator = 0;
  std::uint64_t least_count = 0, most_count = 0;   ///< elements that a rank contributed
  std::uint64_t elements = 0;                      ///< of the results of all ranks, copies counted once
  std::uint64_t bytes = 0;                         ///< contributed by all ranks
  std::uint64_t inputs = 0, results = 0;           ///< hashes over the ranks' hashes, in order of ranks
  std::uint64_t result_hash = 0, native_hash = 0;  ///< of the first rank that has both
  std::uint64_t different = 0;                     ///< elements of the native result that are not correctly rounded
  std::uint64_t ulps = 0;                          ///< at most
  double condition = 0;                            ///< the worst; there if a rank saw_columns
  std::uint64_t native_time = 0, isobit_time = 0;  ///< of the rank with a result that was fastest: it waited least
  std::uint32_t flags = 0;                         ///< of all ranks
  std::uint32_t ranks = 0;                         ///< that recorded it
  bool disagreed = false;                          ///< ranks that must get the same result got different native bits
  [[nodiscard]] bool has(std::uint32_t flag) const noexcept { return (flags & flag) != 0; }
};

/// Calls that were left to the MPI, of all ranks.
struct merged_passed {
  std::uint32_t site = 0;
  interpose::passed_record::reason why = interpose::passed_record::reason::reproducible;
  std::uint64_t calls = 0;       ///< of the rank that made most of them
  std::uint64_t rank_calls = 0;  ///< of all ranks together
  std::uint64_t elements = 0, bytes = 0;
};

/// Receives from one place that take what comes first, of all ranks.
struct merged_receive {
  std::uint32_t site = 0;  ///< in merged_receives::sites
  interpose::receive_record::kind what = interpose::receive_record::kind::any_source;
  std::uint64_t calls = 0;
};

/// The receives of all ranks.
struct merged_receives {
  receive_counts counts;
  std::vector<call_site> sites;
  std::vector<merged_receive> calls;  ///< the most frequent first
};

/// The logs of all ranks, put together.
struct merged_audit {
  run_facts run;  ///< of the first rank that says
  std::vector<std::string> hosts;
  std::vector<std::uint64_t> ranks;       ///< that left a log
  std::vector<std::uint64_t> missing;     ///< that did not
  std::vector<std::uint64_t> unfinished;  ///< neither MPI_Finalize nor MPI_Abort
  std::vector<std::uint64_t> aborted;
  std::vector<std::string> problems;  ///< what could not be read
  std::vector<call_site> sites;
  std::vector<communicator> communicators;
  std::vector<merged_call> calls;
  std::vector<merged_passed> passed;
  merged_receives receives;
};

/// Throws `failure` where the folder cannot be read or holds no log.
merged_audit merge_audit(std::filesystem::path const& folder, bool show_progress);

/// A hash over a sequence of hashes.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t next) noexcept {
  std::uint64_t const x = (hash ^ next) * 0x9e3779b97f4a7c15u;
  return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + 0x94d049bb133111ebu;
}

}  // namespace isobit::tool
