#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "answers.hpp"
#include "merge.hpp"
#include "statistics.hpp"
#include "symbols.hpp"
#include "verdict.hpp"

namespace isobit::tool {

/// Everything that is to be said of an audit.
struct audit_report {
  merged_audit audit;
  std::vector<site_statistics> sites;          ///< one for each of audit.sites
  std::vector<std::vector<finding>> findings;  ///< likewise
  std::vector<finding> receive_findings;       ///< on audit.receives
  std::vector<same_bits> answers;
  symbol_table symbols;
  std::vector<std::string> callers;          ///< one for each of audit.sites: see callers_of
  std::vector<std::string> receive_callers;  ///< one for each of audit.receives.sites
  std::vector<std::string> remarks;          ///< what is missing in the logs, and why that may be
};

/// Throws `failure` where the folder holds no audit.
audit_report make_report(std::filesystem::path const& folder, bool show_progress);

/// One line; docs/guide/audit.md describes it.
std::string json_of(audit_report const& report);
/// A page that needs nothing but itself. `json` is that of the report.
std::string page_of(std::string const& json);
/// For a terminal of this width.
std::string summary_of(audit_report const& report, std::size_t width, bool color);

/// The word for why calls were left to the MPI.
std::string_view name_of(interpose::passed_record::reason why) noexcept;
/// Whether that leaves the bits to chance.
bool is_uncovered(interpose::passed_record::reason why) noexcept;

/// Sums over all sites.
struct audit_totals {
  std::uint64_t calls = 0, compared = 0, different = 0, most_ulps = 0, disagreed = 0;
  std::uint64_t passed = 0, uncovered = 0;
  std::optional<double> condition;
};
audit_totals totals_of(audit_report const& report);

}  // namespace isobit::tool
