#include <algorithm>
#include <cmath>
#include <cstdio>

#include <isobit/version.hpp>

#include "../output/json.hpp"
#include "report.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

constexpr std::uint64_t schema_version = 1;

std::string version() {
  return std::to_string(ISOBIT_VERSION_MAJOR) + "." + std::to_string(ISOBIT_VERSION_MINOR) + "." +
         std::to_string(ISOBIT_VERSION_PATCH);
}

std::string hash_text(std::uint64_t hash) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

template <class Numbers> std::string list_of(Numbers const& numbers) {
  std::string list;
  for (auto const& each : numbers) list += (list.empty() ? "" : ", ") + std::to_string(each);
  return "[" + list + "]";
}

/// Without the zeros at the end.
template <class Numbers> std::string trimmed_list(Numbers const& numbers) {
  auto last = numbers.end();
  while (last != numbers.begin() && *(last - 1) == 0) --last;
  return list_of(std::vector<std::uint64_t>(numbers.begin(), last));
}

std::vector<std::string> cleaned(std::vector<std::string> texts) {
  for (auto& each : texts) each = clean_utf8(each);
  return texts;
}

/// A number; "inf"; null where it is not known.
std::string condition_text(std::optional<double> condition) {
  if (!condition) return "null";
  return std::isinf(*condition) ? "\"inf\"" : decimal({*condition, false});
}

json_object frame_json(frame const& where, symbol_table const& symbols) {
  auto const place = symbols.at(where);
  json_object object;
  object.text("module", clean_utf8(where.module)).integer("offset", where.offset);
  object.text("function", clean_utf8(place.function)).text("file", clean_utf8(place.file));
  return object.integer("line", place.line);
}

std::string timeline_json(std::vector<timeline_point> const& points) {
  std::string list;
  char text[80];
  for (auto const& each : points) {
    std::snprintf(text, sizeof text, "%s[%llu, %.6f, %llu]", list.empty() ? "" : ", ",
                  static_cast<unsigned long long>(each.call), each.seconds, static_cast<unsigned long long>(each.ulps));
    list += text;
  }
  return "[" + list + "]";
}

std::string time_json(site_statistics const& site) {
  if (site.timed == 0) return "null";
  json_object time;
  time.integer("calls", site.timed).integer("native_total_ns", site.native_total);
  time.integer("isobit_total_ns", site.isobit_total).integer("native_median_ns", site.native_median);
  return time.integer("isobit_median_ns", site.isobit_median).str();
}

void add_comparison(json_object& object, site_statistics const& site) {
  object.integer("compared", site.compared).integer("different", site.different);
  object.integer("compared_elements", site.compared_elements).integer("different_elements", site.different_elements);
  object.integer("most_ulps", site.most_ulps);
  object.raw("median_ulps", site.median_ulps ? std::to_string(*site.median_ulps) : "null");
  object.integer("disagreed", site.disagreed).raw("condition", condition_text(site.condition));
  object.integer("with_nan", site.with_nan).integer("with_infinity", site.with_infinity);
  object.integer("overflowed", site.overflowed);
}

std::vector<json_object> passed_json(std::vector<merged_passed> const& passed) {
  std::vector<json_object> list;
  for (auto const& each : passed) {
    json_object object;
    object.text("reason", name_of(each.why)).boolean("covered", !is_uncovered(each.why)).integer("calls", each.calls);
    object.integer("rank_calls", each.rank_calls).integer("elements", each.elements).integer("bytes", each.bytes);
    list.push_back(object);
  }
  return list;
}

json_object site_json(audit_report const& report, site_statistics const& site) {
  auto const& place = report.audit.sites[site.site];
  std::vector<json_object> frames, findings;
  for (auto const& each : place.frames) frames.push_back(frame_json(each, report.symbols));
  for (auto const& each : report.findings[site.site])
    findings.push_back(
        json_object().text("code", each.code).text("level", name_of(each.level)).text("text", each.text));
  auto const* const caller = symbol_table::caller(place);
  auto const source = caller != nullptr ? report.symbols.at(*caller) : source_place{};
  json_object object;
  object.integer("site", site.site)
      .text("place", clean_utf8(report.symbols.describe(place) + report.callers[site.site]));
  object.text("function", clean_utf8(source.function))
      .text("file", clean_utf8(source.file))
      .integer("line", source.line);
  object.text("call", clean_utf8(place.call)).text("type", clean_utf8(place.type));
  object.text("operation", clean_utf8(place.operation)).raw("communicators", list_of(site.communicators));
  object.text("level", name_of(worst_of(report.findings[site.site]))).objects("findings", findings);
  object.integer("calls", site.calls).integer("incomplete", site.incomplete).integer("nonblocking", site.nonblocking);
  object.integer("least_count", site.least_count).integer("most_count", site.most_count).integer("bytes", site.bytes);
  add_comparison(object, site);
  object.raw("time", time_json(site));
  object.text("input_hash", hash_text(site.inputs)).text("result_hash", hash_text(site.results));
  object.raw("ulps_histogram", trimmed_list(site.ulps_histogram));
  object.raw("condition_histogram", trimmed_list(site.condition_histogram));
  object.raw("timeline", timeline_json(site.timeline));
  return object.objects("passed", passed_json(site.passed)).objects("frames", frames);
}

json_object run_json(merged_audit const& audit) {
  json_object run;
  run.text("program", clean_utf8(audit.run.program)).strings("arguments", cleaned(audit.run.arguments));
  run.integer("ranks", audit.run.ranks).text("mpi", clean_utf8(audit.run.mpi)).text("mode", clean_utf8(audit.run.mode));
  run.strings("hosts", cleaned(audit.hosts)).text("isobit", clean_utf8(audit.run.version));
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (auto const& each : audit.calls) {
    first = std::min(first, each.start);
    last = std::max(last, each.start);
  }
  run.integer("first_call_ns", audit.calls.empty() ? 0 : first).integer("last_call_ns", last);
  run.raw("recorded_ranks", list_of(audit.ranks)).raw("missing_ranks", list_of(audit.missing));
  return run.raw("unfinished_ranks", list_of(audit.unfinished)).raw("aborted_ranks", list_of(audit.aborted));
}

json_object totals_json(audit_report const& report) {
  auto const totals = totals_of(report);
  json_object object;
  object.integer("sites", report.sites.size()).integer("calls", totals.calls).integer("compared", totals.compared);
  object.integer("different", totals.different).integer("most_ulps", totals.most_ulps);
  object.integer("disagreed", totals.disagreed).raw("condition", condition_text(totals.condition));
  return object.integer("passed", totals.passed).integer("uncovered", totals.uncovered);
}

}  // namespace

std::string json_of(audit_report const& report) {
  std::vector<json_object> communicators, sites;
  for (auto const& each : report.audit.communicators)
    communicators.push_back(json_object()
                                .text("name", clean_utf8(each.name))
                                .integer("ranks", each.ranks)
                                .integer("remote_ranks", each.remote_ranks)
                                .text("group", clean_utf8(each.group))
                                .text("lineage", clean_utf8(each.lineage))
                                .integer("ordinal", each.ordinal));
  for (auto const& each : report.sites) sites.push_back(site_json(report, each));
  json_object object;
  object.text("schema", "isobit-audit").integer("schema_version", schema_version).text("isobit", version());
  object.raw("run", run_json(report.audit).str()).raw("totals", totals_json(report).str());
  object.strings("remarks", cleaned(report.remarks)).objects("communicators", communicators);
  return object.objects("sites", sites).str();
}

}  // namespace isobit::tool
