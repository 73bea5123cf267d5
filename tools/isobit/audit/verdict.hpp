#pragma once

#include <string>
#include <vector>

#include "statistics.hpp"

namespace isobit::tool {

/// How much a finding matters.
enum class severity {
  fine,   ///< nothing to do
  note,   ///< good to know
  warn,   ///< this reduction depends on the order, or its result on rounding errors
  alarm,  ///< ranks disagree, or isobit cannot make it reproducible
};
std::string_view name_of(severity level) noexcept;

/// A sentence for people and a word for programs.
struct finding {
  std::string_view code;
  severity level;
  std::string text;
};

/// What the statistics of a site mean, the gravest first; never empty. Who shows but one shows the first.
std::vector<finding> findings_of(call_site const& site, site_statistics const& facts);

/// What the receives of the program mean, likewise; empty where it names the source of every message.
std::vector<finding> findings_of(receive_counts const& receives, run_facts const& run);

/// The gravest of them.
severity worst_of(std::vector<finding> const& findings) noexcept;

/// Decimal digits of an MPI type.
double digits_of(std::string const& type) noexcept;

}  // namespace isobit::tool
