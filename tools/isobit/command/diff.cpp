#include "../audit/divergence.hpp"
#include "../audit/symbols.hpp"
#include "../audit/text.hpp"
#include "../output/json.hpp"
#include "../output/report.hpp"
#include "commands.hpp"

namespace isobit::tool {
namespace {

std::string on_ranks(std::vector<std::uint64_t> const& ranks) {
  return (ranks.size() == 1 ? "rank " : "ranks ") + ranges(ranks);
}

std::string sentence_of(divergence const& first) {
  switch (first.kind) {
  case divergence_kind::control_flow:
    return "control flow differed on " + on_ranks(first.ranks) + ": the runs called different reductions";
  case divergence_kind::inputs:
    return "inputs already differed on " + on_ranks(first.ranks) +
           ": look at what the program computed before this reduction";
  case divergence_kind::reduction:
    return "the reduction differed: the same inputs on all ranks, another result on " + on_ranks(first.ranks);
  case divergence_kind::results:
    return "the results differed; on different numbers of ranks the inputs cannot be compared";
  case divergence_kind::stopped:
    return std::string("one run stopped earlier: ") + (first.two ? "the first" : "the second") +
           " has no such call on " + on_ranks(first.ranks) + "; until then they are the same";
  }
  return {};
}

std::string site_line(std::optional<call_site> const& site, std::uint64_t count, symbol_table const& symbols) {
  if (!site) return "no call";
  return printable(site->call + " of " + plural(count, "element") + ", " + site->type + ", " + site->operation +
                   "  at " + symbols.describe(*site));
}

std::vector<call_site> sites_of(audit_comparison const& result) {
  std::vector<call_site> sites;
  if (result.first && result.first->one) sites.push_back(*result.first->one);
  if (result.first && result.first->two) sites.push_back(*result.first->two);
  return sites;
}

/// Why results may differ although reductions do not, or before they do: "" where nothing is known.
std::string about_receives(audit_comparison const& result) {
  auto const& one = result.receives_one;
  auto const& two = result.receives_two;
  if (!one.in_any_order() && !two.in_any_order()) return {};
  if (!result.one.order().empty() && result.one.order() == result.two.order()) return {};
  std::string const counts = one.in_any_order() && two.in_any_order() && text_of(one) != text_of(two)
                                 ? text_of(one) + " in the first run, " + text_of(two) + " in the second"
                                 : text_of(one.in_any_order() ? one : two);
  return "the program takes messages as they come (" + counts +
         "): what it makes of them may differ from run to run, " +
         (result.same() ? "and so may its results" : "which may be why the runs differ");
}

void print_text(audit_comparison const& result) {
  for (auto const& each : result.notes) print_line("note: " + printable(each));
  auto const receives = about_receives(result);
  if (!receives.empty()) print_line("note: " + receives);
  if (result.same()) {
    print_line("the reductions are the same: " + plural(result.compared, "reduction") +
               " with the same bits in and out");
    return;
  }
  auto const& first = *result.first;
  symbol_table const symbols(sites_of(result));
  print_line("different: " + sentence_of(first));
  print_line("  reduction " + grouped(first.sequence) + " (from 0) on " + printable(first.where.name) + ", " +
             plural(first.where.ranks, "rank"));
  auto const one = site_line(first.one, first.count_one, symbols), two = site_line(first.two, first.count_two, symbols);
  if (one == two || first.kind != divergence_kind::control_flow) {
    print_line("  " + (first.one ? one : two));
  } else {
    print_line("  run 1: " + one);
    print_line("  run 2: " + two);
  }
  std::string counts;
  for (auto const& [kind, number] : result.divergent)
    counts += (counts.empty() ? "" : ", ") + std::string(name_of(kind)) + " " + grouped(number);
  print_line("  of " + plural(result.compared, "common reduction") + ", these differ: " + counts);
}

std::string site_json(std::optional<call_site> const& site, std::uint64_t count, symbol_table const& symbols) {
  if (!site) return "null";
  auto const* const caller = symbol_table::caller(*site);
  auto const source = caller != nullptr ? symbols.at(*caller) : source_place{};
  json_object object;
  object.add("call", clean_utf8(site->call)).add("type", clean_utf8(site->type));
  object.add("operation", clean_utf8(site->operation)).add("count", count);
  object.add("place", clean_utf8(symbols.describe(*site))).add("function", clean_utf8(source.function));
  return object.add("file", clean_utf8(source.file)).add("line", source.line).text();
}

std::string first_json(audit_comparison const& result) {
  if (!result.first) return "null";
  auto const& first = *result.first;
  symbol_table const symbols(sites_of(result));
  std::string ranks;
  for (auto const rank : first.ranks) ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
  json_object object;
  object.add("kind", name_of(first.kind)).add("text", sentence_of(first));
  object.add("communicator", clean_utf8(first.where.name)).add("communicator_ranks", first.where.ranks);
  object.add("sequence", first.sequence).add_raw("ranks", "[" + ranks + "]").add("start_ns", first.start);
  object.add_raw("run1", site_json(first.one, first.count_one, symbols));
  return object.add_raw("run2", site_json(first.two, first.count_two, symbols)).text();
}

json_object receives_json(receive_counts const& counts) {
  json_object object;
  object.add("all", counts.all).add("any_source", counts.any_source);
  return object.add("any_source_probe", counts.any_source_probe).add("any_request", counts.any_request);
}

void print_json(audit_comparison const& result) {
  json_object object, counts, receives;
  receives.add("run1", receives_json(result.receives_one)).add("run2", receives_json(result.receives_two));
  for (auto const kind : {divergence_kind::control_flow, divergence_kind::inputs, divergence_kind::reduction,
                          divergence_kind::results, divergence_kind::stopped}) {
    auto const found = result.divergent.find(kind);
    counts.add(name_of(kind), found == result.divergent.end() ? 0 : found->second);
  }
  auto notes = result.notes;
  for (auto& each : notes) each = clean_utf8(each);
  object.add("schema", "isobit-diff").add("schema_version", 1).add("same", result.same());
  object.add("compared", result.compared).add_raw("different", counts.text()).add("notes", notes);
  object.add("receives", receives).add("about_receives", about_receives(result));
  print_line(object.add_raw("first", first_json(result)).text());
}

}  // namespace

exit_code run_diff(request const& wanted) {
  try {
    auto const result = compare_audits(wanted.diff.one, wanted.diff.two, wanted.diff.ignored);
    if (wanted.output.json)
      print_json(result);
    else if (!wanted.diff.quiet)
      print_text(result);
    return result.same() ? exit_code::success : exit_code::bad_data;
  } catch (...) {
    // As diff(1): 1 is for what differs.
    throw failure(exit_code::usage, current_failure().what());
  }
}

}  // namespace isobit::tool
