#include "report.hpp"

#include <algorithm>

#include "text.hpp"

namespace isobit::tool {
namespace {

using reason = interpose::passed_record::reason;

std::string ranks_text(std::vector<std::uint64_t> const& ranks) {
  return (ranks.size() == 1 ? "rank " : "ranks ") + ranges(ranks);
}

std::vector<std::string> remarks_of(merged_audit const& audit, symbol_table const& symbols) {
  std::vector<std::string> remarks;
  if (!audit.unfinished.empty())
    remarks.push_back(ranks_text(audit.unfinished) +
                      " did not finish: killed? What had been recorded until then is in this report.");
  if (!audit.aborted.empty()) remarks.push_back(ranks_text(audit.aborted) + " called MPI_Abort.");
  if (!audit.missing.empty())
    remarks.push_back(ranks_text(audit.missing) + " of " + std::to_string(audit.run.ranks) + " left no log.");
  remarks.insert(remarks.end(), audit.problems.begin(), audit.problems.end());
  if (audit.calls.empty() && audit.passed.empty()) remarks.push_back("No reduction was called.");
  if (!audit.sites.empty() && !symbols.has_lines())
    remarks.push_back("No line numbers: compile with -g to see file:line, and have addr2line (binutils) installed.");
  return remarks;
}

}  // namespace

audit_report make_report(std::filesystem::path const& folder, bool show_progress) {
  auto audit = merge_audit(folder, show_progress);
  auto sites = statistics_of(audit);
  auto places = audit.sites;
  places.insert(places.end(), audit.receives.sites.begin(), audit.receives.sites.end());
  symbol_table symbols(places);
  std::vector<std::vector<finding>> findings;
  for (std::size_t i = 0; i < sites.size(); ++i) findings.push_back(findings_of(audit.sites[i], sites[i]));
  auto answers = answers_of(audit, sites, symbols);
  auto remarks = remarks_of(audit, symbols);
  auto callers = callers_of(audit.sites, symbols), receive_callers = callers_of(audit.receives.sites, symbols);
  auto receive_findings = findings_of(audit.receives.counts, audit.run);
  return {std::move(audit),   std::move(sites),   std::move(findings), std::move(receive_findings),
          std::move(answers), std::move(symbols), std::move(callers),  std::move(receive_callers),
          std::move(remarks)};
}

std::string_view name_of(reason why) noexcept {
  constexpr std::string_view names[] = {"reproducible", "user_operation",    "unknown_type",   "rejected",
                                        "too_large",    "one_sided",         "one_rank",       "switched_off",
                                        "local",        "integer_operation", "python_objects", "enqueued"};
  auto const index = static_cast<std::size_t>(why);
  return index < std::size(names) ? names[index] : "unknown";
}

bool is_uncovered(reason why) noexcept {
  return why != reason::reproducible && why != reason::one_rank && why != reason::rejected && why != reason::local &&
         why != reason::integer_operation && why != reason::python_objects;
}

audit_totals totals_of(audit_report const& report) {
  audit_totals all;
  for (auto const& site : report.sites) {
    all.calls += site.calls;
    all.compared += site.compared;
    all.different += site.different;
    all.disagreed += site.disagreed;
    all.most_ulps = std::max(all.most_ulps, site.most_ulps);
    if (site.condition) all.condition = std::max(all.condition.value_or(0), *site.condition);
    for (auto const& each : site.passed) {
      all.passed += each.calls;
      all.uncovered += is_uncovered(each.why) ? each.calls : 0;
    }
  }
  return all;
}

}  // namespace isobit::tool
