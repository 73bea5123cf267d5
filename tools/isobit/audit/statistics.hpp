#pragma once

#include <array>
#include <optional>

#include "merge.hpp"

namespace isobit::tool {

/// A call of a site, for the plot over time.
struct timeline_point {
  std::uint64_t call = 0;  ///< which of the site's compared calls, in order of time, from 0
  double seconds = 0;      ///< since the first call of the audit
  std::uint64_t ulps = 0;
};

/// What the calls from one place amount to. Where there is a native result to compare with, a call is "compared".
struct site_statistics {
  std::uint32_t site = 0;
  std::uint64_t calls = 0;
  std::uint64_t incomplete = 0;  ///< not recorded by all ranks of the communicator
  std::uint64_t nonblocking = 0;
  std::uint64_t least_count = 0, most_count = 0;  ///< elements a rank contributed
  std::uint64_t bytes = 0;                        ///< contributed by all ranks
  std::uint64_t least_ranks = 0, most_ranks = 0;  ///< whose numbers met
  std::vector<std::uint32_t> communicators;

  std::uint64_t compared = 0, compared_elements = 0;
  std::uint64_t different = 0, different_elements = 0;  ///< native bits that are not the correctly rounded ones
  std::uint64_t most_ulps = 0;
  std::optional<std::uint64_t> median_ulps;  ///< over the calls that differ
  std::uint64_t disagreed = 0;               ///< calls whose native bits differed between ranks
  std::uint64_t unsteady = 0;                ///< calls with the inputs of an earlier one, and other native bits
  std::optional<double> condition;           ///< the worst
  std::uint64_t with_nan = 0, with_infinity = 0, overflowed = 0;

  std::uint64_t timed = 0;                                                                 ///< calls with both times
  std::uint64_t native_total = 0, isobit_total = 0, native_median = 0, isobit_median = 0;  ///< of those, nanoseconds
  std::uint64_t inputs = 0, results = 0;  ///< hashes over all calls, in order of communicator and sequence

  std::array<std::uint64_t, 65> ulps_histogram{};       ///< by bit width: 0, 1, 2 to 3, 4 to 7, ...
  std::array<std::uint64_t, 22> condition_histogram{};  ///< by decade: below 10, 100, ... 1e20; the rest; infinite
  std::vector<timeline_point> timeline;
  std::vector<merged_passed> passed;
};

/// One for each of the audit's sites, in their order. All timelines together have at most about 10^5 points, one of
/// them at most 2000; where there are more calls, each point is the largest of several.
std::vector<site_statistics> statistics_of(merged_audit const& audit);

}  // namespace isobit::tool
