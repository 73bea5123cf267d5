#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "text.hpp"

namespace isobit::tool {
namespace {

using reason = interpose::passed_record::reason;

struct subject {
  call_site const& site;
  site_statistics const& facts;

  [[nodiscard]] bool is_sum() const { return site.operation == "MPI_SUM"; }
  [[nodiscard]] std::uint64_t passed(reason why) const {
    std::uint64_t calls = 0;
    for (auto const& each : facts.passed) calls += each.why == why ? each.calls : 0;
    return calls;
  }
  /// Digits that the worst condition number leaves certain.
  [[nodiscard]] double certain_digits() const {
    return digits_of(site.type) - std::log10(std::max(facts.condition.value_or(1), 1.0));
  }
  [[nodiscard]] bool is_ill_conditioned() const {
    return facts.condition && certain_digits() < digits_of(site.type) / 2;
  }
  [[nodiscard]] bool only_pairs() const { return facts.most_ranks == 2; }
};

/// One rule: when it holds, and what it says.
struct rule {
  std::string_view code;
  severity level;
  bool (*holds)(subject const&);
  std::string (*says)(subject const&);
};

constexpr std::uint64_t few = 16;

constexpr rule rules[] = {
    {"user_operation", severity::alarm, [](subject const& s) { return s.passed(reason::user_operation) != 0; },
     [](subject const& s) {
       return "Not covered: a user-defined operation, in " + plural(s.passed(reason::user_operation), "call") +
              "; isobit cannot know what it does, so its bits may depend on the order.";
     }},
    {"integer_operation", severity::note, [](subject const& s) { return s.passed(reason::integer_operation) != 0; },
     [](subject const&) -> std::string {
       return "A user-defined operation on integers: nothing is rounded, so the bits are the same in any order if the "
              "operation is associative, as MPI requires.";
     }},
    {"unknown_type", severity::alarm, [](subject const& s) { return s.passed(reason::unknown_type) != 0; },
     [](subject const& s) {
       return "Not covered: a type that isobit does not know, in " + plural(s.passed(reason::unknown_type), "call") +
              ".";
     }},
    {"too_large", severity::alarm, [](subject const& s) { return s.passed(reason::too_large) != 0; },
     [](subject const& s) {
       return "Not covered: more elements than the MPI can be told of at once, in " +
              plural(s.passed(reason::too_large), "call") + ".";
     }},
    {"rejected", severity::note, [](subject const& s) { return s.passed(reason::rejected) != 0; },
     [](subject const& s) {
       return "The MPI itself does not compute this: " + plural(s.passed(reason::rejected), "call") + " left to it.";
     }},
    {"one_sided", severity::alarm, [](subject const& s) { return s.passed(reason::one_sided) != 0; },
     [](subject const& s) {
       return "Not covered: accumulates into another rank's memory in an order that nobody fixes, in " +
              plural(s.passed(reason::one_sided), "call") + ".";
     }},
    {"enqueued", severity::alarm, [](subject const& s) { return s.passed(reason::enqueued) != 0; },
     [](subject const& s) {
       return "Not covered: waits in the queue of a GPU, in " + plural(s.passed(reason::enqueued), "call") + ".";
     }},
    {"python_objects", severity::warn, [](subject const& s) { return s.passed(reason::python_objects) != 0; },
     [](subject const& s) {
       return "Not checked: " + plural(s.passed(reason::python_objects), "reduction") +
              " of Python objects (reduce, allreduce, scan, exscan in lower case), which mpi4py computes itself: in an "
              "order that is fixed for a number of ranks, and changes with it. Reduce arrays in upper case "
              "(Allreduce).";
     }},
    {"switched_off", severity::note, [](subject const& s) { return s.passed(reason::switched_off) != 0; },
     [](subject const&) -> std::string { return "Left to the MPI because ISOBIT_MPI=off."; }},
    {"reproducible", severity::fine, [](subject const& s) { return s.passed(reason::reproducible) != 0; },
     [](subject const&) -> std::string {
       return "The same bits in any order (integers, minima, maxima or logical operations): nothing to do.";
     }},
    {"one_rank", severity::fine, [](subject const& s) { return s.passed(reason::one_rank) != 0; },
     [](subject const&) -> std::string { return "One rank only, or nothing to reduce: nothing to do."; }},
    {"local", severity::fine, [](subject const& s) { return s.passed(reason::local) != 0; },
     [](subject const&) -> std::string { return "Computed by isobit, without communication: nothing to do."; }},
    {"ranks_disagreed", severity::alarm, [](subject const& s) { return s.facts.disagreed != 0; },
     [](subject const& s) {
       return "The MPI gave ranks different bits of the same result in " + plural(s.facts.disagreed, "call") +
              ": decisions taken from it can differ between ranks.";
     }},
    {"unsteady", severity::alarm, [](subject const& s) { return s.facts.unsteady != 0; },
     [](subject const& s) {
       return "The MPI gave other bits for the same numbers of all ranks in " + plural(s.facts.unsteady, "call") + ".";
     }},
    {"differed", severity::warn, [](subject const& s) { return s.facts.different != 0; },
     [](subject const& s) {
       return "The MPI's own result was not the correctly rounded one in " +
              percent(s.facts.different, s.facts.compared) + " of the calls, " + ulps_bound(s.facts.most_ulps) +
              (s.facts.most_ulps > *s.facts.median_ulps
                   ? " (median of those calls: " + ulps_text(*s.facts.median_ulps) + ")."
                   : ".");
     }},
    {"never_differed_of_two", severity::note,
     [](subject const& s) { return s.facts.compared != 0 && s.facts.different == 0 && s.only_pairs(); },
     [](subject const&) -> std::string {
       return "Two ranks have one order only, so nothing could differ; with more ranks it may.";
     }},
    {"never_differed", severity::fine,
     [](subject const& s) { return s.facts.compared != 0 && s.facts.different == 0 && !s.only_pairs(); },
     [](subject const& s) {
       return "The MPI's own result was the correctly rounded one in " +
              (s.facts.compared == 1 ? std::string("the only call") : "all " + plural(s.facts.compared, "call")) +
              " of this run.";
     }},
    {"not_compared", severity::note, [](subject const& s) { return s.facts.calls != 0 && s.facts.compared == 0; },
     [](subject const&) -> std::string { return "No call was compared with the MPI's own result."; }},
    {"total_cancellation", severity::warn,
     [](subject const& s) { return s.facts.condition && std::isinf(*s.facts.condition); },
     [](subject const&) -> std::string {
       return "Addends cancelled to exactly 0: where they carry rounding errors, no digit of that result is certain.";
     }},
    {"ill_conditioned", severity::warn,
     [](subject const& s) { return s.is_ill_conditioned() && std::isfinite(*s.facts.condition); },
     [](subject const& s) {
       auto const digits = static_cast<std::uint64_t>(std::max(0.0, std::floor(s.certain_digits())));
       return "Condition number up to " + three_digits(*s.facts.condition) +
              ": where the addends carry rounding errors, only about " + plural(digits, "digit") + " of the result " +
              (digits == 1 ? "is" : "are") + " certain.";
     }},
    {"overflowed", severity::warn, [](subject const& s) { return s.facts.overflowed != 0; },
     [](subject const& s) { return "Finite inputs overflowed in " + plural(s.facts.overflowed, "call") + "."; }},
    {"not_finite", severity::warn, [](subject const& s) { return s.facts.with_nan + s.facts.with_infinity != 0; },
     [](subject const& s) {
       std::string const both = s.facts.with_nan != 0 && s.facts.with_infinity != 0
                                    ? "NaN (" + plural(s.facts.with_nan, "call") + ") and infinities (" +
                                          plural(s.facts.with_infinity, "call") + ")"
                                : s.facts.with_nan != 0 ? "NaN (" + plural(s.facts.with_nan, "call") + ")"
                                                        : "infinities (" + plural(s.facts.with_infinity, "call") + ")";
       return "Inputs held " + both + ".";
     }},
    {"partial_sums", severity::note,
     [](subject const& s) { return s.is_sum() && s.facts.calls != 0 && s.facts.most_count <= few; },
     [](subject const& s) -> std::string {
       return (s.facts.most_count <= 1 ? std::string("One number a rank") : std::string("A few numbers a rank")) +
              ": most likely the inputs are per-rank partial sums. Changing the number of ranks will still change "
              "them; "
              "see docs/guide/mpi_programs.md.";
     }},
    {"incomplete", severity::note, [](subject const& s) { return s.facts.incomplete != 0; },
     [](subject const& s) { return plural(s.facts.incomplete, "call") + " not recorded by all ranks."; }},
    {"counted_elsewhere", severity::note, [](subject const& s) { return s.facts.calls == 0 && s.facts.passed.empty(); },
     [](subject const&) -> std::string {
       return "Ranks that got no result called from here; their calls are counted where the result arrived.";
     }},
};

}  // namespace

std::string_view name_of(severity level) noexcept {
  constexpr std::string_view names[] = {"fine", "note", "warn", "alarm"};
  return names[static_cast<std::size_t>(level)];
}

double digits_of(std::string const& type) noexcept {
  auto const is = [&](std::initializer_list<char const*> names) {
    return std::any_of(names.begin(), names.end(), [&](char const* name) { return type == name; });
  };
  constexpr double digits_a_bit = 0.30103;
  if (is({"MPI_FLOAT", "MPI_REAL", "MPI_REAL4", "MPI_COMPLEX", "MPI_COMPLEX8", "MPI_C_COMPLEX", "MPI_C_FLOAT_COMPLEX",
          "MPI_CXX_FLOAT_COMPLEX"}))
    return 24 * digits_a_bit;
  if (is({"MPI_LONG_DOUBLE", "MPI_C_LONG_DOUBLE_COMPLEX", "MPI_CXX_LONG_DOUBLE_COMPLEX"})) return 64 * digits_a_bit;
  if (is({"MPI_REAL16", "MPI_COMPLEX32"})) return 113 * digits_a_bit;
  if (is({"MPI_REAL2", "MPI_COMPLEX4"})) return 11 * digits_a_bit;
  return 53 * digits_a_bit;
}

std::vector<finding> findings_of(call_site const& site, site_statistics const& facts) {
  subject const s{site, facts};
  std::vector<finding> all;
  for (auto const& each : rules)
    if (each.holds(s)) all.push_back({each.code, each.level, each.says(s)});
  std::ranges::stable_sort(all, std::greater(), &finding::level);
  return all;
}

std::vector<finding> findings_of(receive_counts const& receives, run_facts const& run) {
  std::vector<finding> all;
  bool const is_repeated = !run.order_repeated.empty();
  if (receives.in_any_order())
    all.push_back({"any_source", is_repeated ? severity::note : severity::warn,
                   "The program takes messages as they come: " + text_of(receives) +
                       (is_repeated ? ". This run repeated the order of an earlier one, " + run.order_repeated + "."
                                    : ". Where it matters which comes first, results may differ from run to run; no "
                                      "reduction can cure that. ISOBIT_MPI_RECV can repeat the order of a run.")});
  if (receives.any_request != 0)
    all.push_back({"any_request", severity::note,
                   "The program takes requests as they complete, in " + plural(receives.any_request, "call") +
                       " of MPI_Waitany and its kind. Where it adds up what they bring, results may differ from run to "
                       "run."});
  return all;
}

severity worst_of(std::vector<finding> const& findings) noexcept {
  return findings.empty() ? severity::fine : findings.front().level;
}

}  // namespace isobit::tool
