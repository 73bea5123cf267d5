#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../basics/version.hpp"
#include "../output/json.hpp"
#include "report.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

constexpr std::uint64_t schema_version = 1;

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

/// One for each function that an address is in.
std::vector<json_object> frames_json(call_site const& site, symbol_table const& symbols) {
  std::vector<json_object> frames;
  for (auto const& where : site.frames) {
    auto const places = symbols.all_at(where);
    for (std::size_t i = 0; i < places.size(); ++i) {
      auto& object = frames.emplace_back();
      object.add("module", clean_utf8(where.module)).add("offset", where.offset);
      object.add("function", clean_utf8(places[i].function)).add("file", clean_utf8(places[i].file));
      object.add("line", places[i].line).add("inlined", i + 1 < places.size());
    }
  }
  return frames;
}

/// Where a site is, in words and as members; `callers` tells it from others.
void add_place(json_object& object, call_site const& site, std::string const& callers, symbol_table const& symbols) {
  auto const* const caller = symbol_table::caller(site);
  auto const source = caller != nullptr ? symbols.at(*caller) : source_place{};
  object.add("place", clean_utf8(symbols.describe(site) + callers));
  object.add("label", clean_utf8(symbols.label(site) + callers)).add("function", clean_utf8(source.function));
  object.add("file", clean_utf8(source.file)).add("line", source.line).add("call", clean_utf8(site.call));
}

std::vector<json_object> findings_json(std::vector<finding> const& findings) {
  std::vector<json_object> list;
  for (auto const& each : findings)
    list.push_back(
        json_object().add("code", each.code).add("level", name_of(each.level)).add("text", clean_utf8(each.text)));
  return list;
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
  time.add("calls", site.timed).add("native_total_ns", site.native_total);
  time.add("isobit_total_ns", site.isobit_total).add("native_median_ns", site.native_median);
  return time.add("isobit_median_ns", site.isobit_median).text();
}

void add_comparison(json_object& object, site_statistics const& site) {
  object.add("compared", site.compared).add("different", site.different);
  object.add("compared_elements", site.compared_elements).add("different_elements", site.different_elements);
  object.add("most_ulps", site.most_ulps);
  object.add_raw("median_ulps", site.median_ulps ? std::to_string(*site.median_ulps) : "null");
  object.add("disagreed", site.disagreed)
      .add("unsteady", site.unsteady)
      .add_raw("condition", condition_text(site.condition));
  object.add("with_nan", site.with_nan).add("with_infinity", site.with_infinity);
  object.add("overflowed", site.overflowed);
}

std::vector<json_object> passed_json(std::vector<merged_passed> const& passed) {
  std::vector<json_object> list;
  for (auto const& each : passed) {
    json_object object;
    object.add("reason", name_of(each.why)).add("covered", !is_uncovered(each.why)).add("calls", each.calls);
    object.add("rank_calls", each.rank_calls).add("elements", each.elements).add("bytes", each.bytes);
    list.push_back(object);
  }
  return list;
}

json_object site_json(audit_report const& report, site_statistics const& site) {
  auto const& place = report.audit.sites[site.site];
  auto const& findings = report.findings[site.site];
  json_object object;
  object.add("site", site.site);
  add_place(object, place, report.callers[site.site], report.symbols);
  object.add("type", clean_utf8(place.type)).add("operation", clean_utf8(place.operation));
  object.add_raw("communicators", list_of(site.communicators));
  object.add("level", name_of(worst_of(findings))).add("findings", findings_json(findings));
  object.add("calls", site.calls).add("incomplete", site.incomplete).add("nonblocking", site.nonblocking);
  object.add("least_count", site.least_count).add("most_count", site.most_count).add("bytes", site.bytes);
  add_comparison(object, site);
  object.add_raw("time", time_json(site));
  object.add("input_hash", hash_text(site.inputs)).add("result_hash", hash_text(site.results));
  object.add_raw("ulps_histogram", trimmed_list(site.ulps_histogram));
  object.add_raw("condition_histogram", trimmed_list(site.condition_histogram));
  object.add_raw("timeline", timeline_json(site.timeline));
  return object.add("passed", passed_json(site.passed)).add("frames", frames_json(place, report.symbols));
}

json_object receives_json(audit_report const& report) {
  auto const& [counts, sites, calls] = report.audit.receives;
  std::vector<json_object> list;
  for (auto const& each : calls) {
    auto const& site = sites[each.site];
    json_object object;
    object.add("kind", name_of(each.what)).add("calls", each.calls);
    add_place(object, site, report.receive_callers[each.site], report.symbols);
    list.push_back(object.add("frames", frames_json(site, report.symbols)));
  }
  json_object object;
  object.add("all", counts.all).add("any_source", counts.any_source).add("any_source_probe", counts.any_source_probe);
  object.add("any_request", counts.any_request).add("level", name_of(worst_of(report.receive_findings)));
  return object.add("findings", findings_json(report.receive_findings)).add("sites", list);
}

json_object run_json(merged_audit const& audit) {
  json_object run;
  run.add("program", clean_utf8(audit.run.program)).add("arguments", cleaned(audit.run.arguments));
  run.add("ranks", audit.run.ranks).add("mpi", clean_utf8(audit.run.mpi)).add("mode", clean_utf8(audit.run.mode));
  run.add("hosts", cleaned(audit.hosts)).add("isobit", clean_utf8(audit.run.version));
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (auto const& each : audit.calls) {
    first = std::min(first, each.start);
    last = std::max(last, each.start);
  }
  run.add("first_call_ns", audit.calls.empty() ? 0 : first).add("last_call_ns", last);
  run.add_raw("recorded_ranks", list_of(audit.ranks)).add_raw("missing_ranks", list_of(audit.missing));
  return run.add_raw("unfinished_ranks", list_of(audit.unfinished)).add_raw("aborted_ranks", list_of(audit.aborted));
}

json_object totals_json(audit_report const& report) {
  auto const totals = totals_of(report);
  json_object object;
  object.add("sites", report.sites.size()).add("calls", totals.calls).add("compared", totals.compared);
  object.add("different", totals.different).add("most_ulps", totals.most_ulps);
  object.add("disagreed", totals.disagreed).add_raw("condition", condition_text(totals.condition));
  return object.add("passed", totals.passed).add("uncovered", totals.uncovered);
}

json_object answer_json(same_bits const& it) {
  std::vector<json_object> because;
  for (auto const& each : it.because) {
    std::vector<json_object> places;
    for (auto const& place : each.places)
      places.push_back(json_object()
                           .add("label", clean_utf8(place.label))
                           .add_raw("site", place.site < 0 ? "null" : std::to_string(place.site)));
    because.push_back(json_object().add("code", each.code).add("answer", name_of(each.makes_it)));
    because.back().add("cured", each.cured).add("text", each.text).add("places", places);
  }
  json_object object;
  object.add("change", name_of(it.what)).add("question", it.question).add("answer", name_of(it.program));
  object.add("with_isobit", name_of(it.with_isobit)).add("text", clean_utf8(sentence_of(it)));
  return object.add("covers", it.covers).add("because", because);
}

json_object same_bits_json(audit_report const& report) {
  std::vector<json_object> answers;
  for (auto const& each : report.answers) answers.push_back(answer_json(each));
  return json_object().add("answers", answers).add("limits", limits_of_answers);
}

}  // namespace

std::string json_of(audit_report const& report) {
  std::vector<json_object> communicators, sites;
  for (auto const& each : report.audit.communicators)
    communicators.push_back(json_object()
                                .add("name", clean_utf8(each.name))
                                .add("ranks", each.ranks)
                                .add("remote_ranks", each.remote_ranks)
                                .add("group", clean_utf8(each.group))
                                .add("lineage", clean_utf8(each.lineage))
                                .add("ordinal", each.ordinal));
  for (auto const& each : report.sites) sites.push_back(site_json(report, each));
  json_object object;
  object.add("schema", "isobit-audit").add("schema_version", schema_version).add("isobit", version());
  object.add_raw("run", run_json(report.audit).text()).add_raw("totals", totals_json(report).text());
  object.add("same_bits", same_bits_json(report));
  object.add("remarks", cleaned(report.remarks)).add("communicators", communicators);
  return object.add("sites", sites).add("receives", receives_json(report)).text();
}

}  // namespace isobit::tool
