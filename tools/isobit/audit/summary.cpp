#include <algorithm>
#include <numeric>

#include "../basics/utf8.hpp"
#include "report.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t most_rows = 20;
constexpr std::size_t least_place = 12;
constexpr std::uint64_t least_timed = 10;

/// The end of a text, which holds file:line, is worth more than its beginning.
std::string shortened(std::string text, std::size_t width) {
  if (shown_width(text) <= width) return text;
  while (!text.empty() && shown_width(text) > width - 3) {
    do text.erase(0, 1);
    while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xc0) == 0x80);
  }
  return "..." + text;
}

std::string without_prefix(std::string const& name) { return name.starts_with("MPI_") ? name.substr(4) : name; }

/// Single calls mostly wait for the slowest rank, so it takes some of them to say anything.
std::string ratio_text(site_statistics const& site) {
  if (site.timed < least_timed || site.native_median == 0) return "-";
  return three_digits(static_cast<double>(site.isobit_median) / static_cast<double>(site.native_median)) + "x";
}

/// Whether the MPI had all of its calls.
bool is_left(site_statistics const& site) {
  return site.calls == 0 && std::ranges::none_of(site.passed, [](merged_passed const& each) {
           return each.why == interpose::passed_record::reason::local;
         });
}

std::vector<std::string> row_of(audit_report const& report, site_statistics const& site) {
  auto const& place = report.audit.sites[site.site];
  std::string what = without_prefix(place.call);
  if (place.kind == interpose::site_kind::reduction)
    what += " " + without_prefix(place.type) + " " + without_prefix(place.operation);
  std::uint64_t passed = 0;
  for (auto const& each : site.passed) passed += each.calls;
  bool const compared = site.compared != 0;
  return {printable(report.symbols.label(place) + report.callers[site.site]),
          printable(what),
          grouped(site.calls + passed),
          compared        ? percent(site.different, site.compared)
          : is_left(site) ? "left"
                          : "-",
          compared ? ulps_text(site.most_ulps) : "-",
          site.condition ? three_digits(*site.condition) : "-",
          ratio_text(site)};
}

/// The gravest first, then the busiest.
std::vector<std::size_t> ordered_sites(audit_report const& report) {
  std::vector<std::size_t> order(report.sites.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    auto const one = worst_of(report.findings[a]), two = worst_of(report.findings[b]);
    return one != two ? one > two : report.sites[a].calls > report.sites[b].calls;
  });
  return order;
}

std::string mark_of(severity level, bool color) {
  std::string mark = level == severity::alarm ? "!! " : level == severity::warn ? "!  " : "   ";
  if (!color || level < severity::warn) return mark;
  return (level == severity::alarm ? "\x1b[31m" : "\x1b[33m") + mark + "\x1b[0m";
}

/// The first row is the heading. The first two columns are text, of which the first may be shortened.
std::string aligned(std::vector<std::vector<std::string>> const& rows, std::vector<std::string> const& marks,
                    std::size_t width) {
  std::vector<std::size_t> widths(rows[0].size());
  for (auto const& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], shown_width(row[i]));
  std::size_t const others = std::accumulate(widths.begin() + 1, widths.end(), 3 + 2 * (widths.size() - 1));
  widths[0] = std::min(widths[0], std::max(least_place, width > others ? width - others : 0));
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = marks[r];
    for (std::size_t i = 0; i < widths.size(); ++i) {
      auto const cell = shortened(rows[r][i], widths[i]);
      std::string const blanks(widths[i] - shown_width(cell), ' ');
      line += (i == 0 ? "" : "  ") + (i < 2 ? cell + blanks : blanks + cell);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string rest_of(std::size_t all) {
  return all > most_rows ? "   and " + plural(all - most_rows, "more site") + "\n" : "";
}

std::string table_of(audit_report const& report, std::size_t width, bool color) {
  auto const order = ordered_sites(report);
  std::vector<std::vector<std::string>> rows = {{"place", "call", "calls", "differ", "ulps", "condition", "time"}};
  std::vector<std::string> marks = {"   "};
  for (std::size_t i = 0; i < std::min(order.size(), most_rows); ++i) {
    rows.push_back(row_of(report, report.sites[order[i]]));
    marks.push_back(mark_of(worst_of(report.findings[order[i]]), color));
  }
  return aligned(rows, marks, width) + rest_of(order.size());
}

/// What comes in any order, and where.
std::string receives_of(audit_report const& report, std::size_t width, bool color) {
  std::string text;
  for (auto const& each : report.receive_findings) text += printable(each.text) + "\n";
  auto const level = worst_of(report.receive_findings);
  auto const& [counts, sites, calls] = report.audit.receives;
  if (calls.empty()) return text;
  std::vector<std::vector<std::string>> rows = {{"place", "call", "calls"}};
  std::vector<std::string> marks = {"   "};
  for (auto const& each : calls) {
    if (rows.size() > most_rows) break;
    auto const& site = sites[each.site];
    rows.push_back({printable(report.symbols.label(site) + report.receive_callers[each.site]),
                    printable(without_prefix(site.call)), grouped(each.calls)});
    bool const is_request = each.what == interpose::receive_record::kind::any_request;
    marks.push_back(mark_of(is_request ? severity::note : level, color));
  }
  return text + "\n" + aligned(rows, marks, width) + rest_of(calls.size()) + "\n";
}

std::string words_of(answer it) { return it == answer::cannot_tell ? "cannot tell" : std::string(name_of(it)); }

std::string answers_text(audit_report const& report, std::size_t width) {
  std::size_t longest = 0;
  for (auto const& each : report.answers) longest = std::max(longest, each.question.size());
  std::string text = "Would this program give the same bits\n", with_isobit;
  for (auto const& each : report.answers) {
    std::string const question = "  " + std::string(each.question) + "?" + std::string(longest + 2, ' ');
    text += question.substr(0, longest + 5) + wrapped(printable(sentence_of(each)), width, longest + 5) + "\n";
    with_isobit += (with_isobit.empty() ? "" : ", ") + words_of(each.with_isobit);
  }
  return text + "  " + wrapped("With isobit in place of the MPI's reductions: " + with_isobit + ".", width, 2) + "\n";
}

}  // namespace

std::string summary_of(audit_report const& report, std::size_t width, bool color) {
  auto const totals = totals_of(report);
  auto const& run = report.audit.run;
  std::string const mpi = run.mpi.substr(0, run.mpi.find_first_of(",\n"));
  std::string text = "isobit: audit of " + printable(base_name(run.program)) + " on " + plural(run.ranks, "rank") +
                     ", " + printable(mpi) + ", mode " + printable(run.mode) + "\n";
  text += plural(totals.calls, "reduction") + " from " + plural(report.sites.size(), "place");
  if (totals.compared != 0)
    text += "; the MPI's own bits were not the correctly rounded ones in " +
            percent(totals.different, totals.compared) +
            (totals.different != 0 ? ", " + ulps_bound(totals.most_ulps) : "");
  text += ".\n\n" + answers_text(report, width);
  if (!report.sites.empty()) text += "\n" + table_of(report, width, color) + "\n";
  if (totals.disagreed != 0)
    text += "The MPI gave ranks different bits of the same result in " + plural(totals.disagreed, "call") + ".\n";
  if (totals.uncovered != 0)
    text +=
        plural(totals.uncovered, "call") + " could not be made reproducible (user operations, unknown types, RMA).\n";
  text += receives_of(report, width, color);
  for (auto const& each : report.remarks) text += printable(each) + "\n";
  return text;
}

}  // namespace isobit::tool
