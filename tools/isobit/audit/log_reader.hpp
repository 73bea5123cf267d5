#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "interpose/mpi/log/log.hpp"

namespace isobit::tool {

/// What a rank says of the run it is part of.
struct run_facts {
  std::uint64_t ranks = 0;
  std::uint64_t id = 0;  ///< the same on all ranks of a run only; 0: not known
  std::string mpi, program, mode, host, version;
  std::vector<std::string> arguments;
  std::string order_recorded, order_repeated;  ///< the folder with the order of its messages; "" where there is none
  /// Of the two one, or "".
  [[nodiscard]] std::string const& order() const noexcept {
    return order_repeated.empty() ? order_recorded : order_repeated;
  }
};

/// An address in a program or library, or a line of a script.
struct frame {
  std::string module;
  std::uint64_t offset = 0;
  std::string symbol;      ///< not part of what the frame is, only of what it is called
  std::uint64_t line = 0;  ///< 0: an address
  [[nodiscard]] bool is_script() const noexcept { return line != 0; }
  [[nodiscard]] bool operator<(frame const& other) const noexcept {
    return std::tie(module, offset, line) < std::tie(other.module, other.offset, other.line);
  }
};

/// A place in a program that reduces something, or receives it.
struct call_site {
  std::string call, type, operation;  ///< the last two "" but for reductions of MPI's
  std::vector<frame> frames;          ///< innermost first
  interpose::site_kind kind = interpose::site_kind::reduction;
  /// The frames that tell it from other sites; those further out are the ones of its first call.
  [[nodiscard]] std::span<frame const> own_frames() const noexcept {
    return std::span(frames).first(std::min(frames.size(), interpose::site_frames));
  }
  [[nodiscard]] bool operator<(call_site const& other) const noexcept {
    auto const one = std::tie(call, type, operation), two = std::tie(other.call, other.type, other.operation);
    auto const mine = own_frames(), others = other.own_frames();
    return one != two ? one < two
                      : std::lexicographical_compare(mine.begin(), mine.end(), others.begin(), others.end());
  }
};

struct communicator {
  std::string group;
  std::uint64_t ordinal = 0;
  std::uint64_t ranks = 0;
  std::string name;                ///< of the first rank that named it; no part of its identity
  std::string lineage = {};        ///< "" where nobody saw how it was made
  std::uint64_t remote_ranks = 0;  ///< of an intercommunicator: those of the ranks that are on the other side
  [[nodiscard]] bool operator<(communicator const& other) const noexcept {
    return std::tie(group, lineage, ordinal) < std::tie(other.group, other.lineage, other.ordinal);
  }
  /// How many ranks' numbers meet in a reduction, at most.
  [[nodiscard]] std::uint64_t contributors() const noexcept {
    return std::max(remote_ranks, ranks - std::min(ranks, remote_ranks));
  }
};

/// What the indices in the records of a rank mean.
struct places {
  std::optional<run_facts> run;
  std::map<std::uint32_t, call_site> sites;
  std::map<std::uint32_t, communicator> communicators;
  std::string end;         ///< MPI_Finalize or MPI_Abort; "" where the rank did not get that far
  std::uint64_t lost = 0;  ///< lines that were not written for lack of space
  std::string problem;     ///< what could not be read; "" where all could
};

/// The files that one rank left in the folder of an audit.
struct rank_files {
  std::uint64_t rank = 0;
  std::filesystem::path calls, passed, receives, places;
  /// How many bytes of records there are.
  [[nodiscard]] std::uint64_t size() const;
};

/// Whether the name is one of those that an audit writes: rank-*, report.json, report.html.
bool is_of_audit(std::string const& file_name);

/// The logs of one run.
struct run_files {
  std::vector<rank_files> ranks;     ///< in their order
  std::vector<std::string> remarks;  ///< which logs are of other runs, and so left out
};
/// The run is that of the first rank that says. Throws `failure` where the folder cannot be read.
run_files find_run(std::filesystem::path const& folder);

places read_places(std::filesystem::path const& file);

// They give every complete record to `each`, and say what is wrong with the file: "" where nothing is.
std::string read_calls(std::filesystem::path const& file,
                       std::function<void(interpose::call_record const&)> const& each);
std::string read_passed(std::filesystem::path const& file,
                        std::function<void(interpose::passed_record const&)> const& each);
std::string read_receives(std::filesystem::path const& file,
                          std::function<void(interpose::receive_record const&)> const& each);

}  // namespace isobit::tool
