#include "answers.hpp"

#include <algorithm>
#include <functional>

#include "text.hpp"

namespace isobit::tool {
namespace {

using reason = interpose::passed_record::reason;

struct asked_site {
  merged_audit const& audit;
  site_statistics const& facts;

  [[nodiscard]] bool was_passed(auto... whys) const {
    return std::ranges::any_of(facts.passed, [&](merged_passed const& each) { return ((each.why == whys) || ...); });
  }
  /// Rounded, and of so many numbers that they can be added in more than one order.
  [[nodiscard]] bool has_orders() const { return facts.calls != 0 && facts.most_ranks > 2; }
  /// Two numbers have one sum: where that is not what the MPI computed, it did something else.
  [[nodiscard]] bool order_shows() const { return facts.different + facts.disagreed + facts.unsteady != 0; }
  [[nodiscard]] bool leaves_order_to_mpi() const {
    return was_passed(reason::user_operation, reason::unknown_type, reason::too_large, reason::enqueued);
  }
  [[nodiscard]] bool on_several_hosts() const { return audit.hosts.size() > 1; }
};

constexpr unsigned on(auto... what) { return ((1u << static_cast<unsigned>(what)) | ...); }
constexpr unsigned always = on(change::ranks, change::mpi, change::day);

/// One rule: which questions it answers, how, and when it holds.
template <class Subject> struct answer_rule {
  std::string_view code;
  unsigned changes;
  answer makes_it;
  bool cured;
  std::string_view text;
  bool (*holds)(Subject const&);
};

// Of each site.
constexpr answer_rule<asked_site> site_rules[] = {
    {"unsteady", always, answer::no, true, "the MPI gave other bits for the same numbers in this very run",
     [](asked_site const& site) { return site.facts.unsteady != 0; }},
    {"order_shows", on(change::ranks, change::mpi), answer::no, true, "the bits depend on the order of the addends",
     [](asked_site const& site) { return site.order_shows(); }},
    {"order_may_show", on(change::mpi), answer::cannot_tell, true,
     "right in this run, but another order of the addends may give other bits",
     [](asked_site const& site) { return site.has_orders() && !site.order_shows(); }},
    {"placement", on(change::day), answer::cannot_tell, true,
     "the MPI may choose another order where its ranks lie on other nodes",
     [](asked_site const& site) { return site.on_several_hosts() && site.has_orders(); }},
    {"contributions", on(change::ranks), answer::cannot_tell, false,
     "what a rank contributes it has computed by itself, from its part of the data",
     [](asked_site const& site) {
       return site.facts.calls != 0 || site.was_passed(reason::one_rank, reason::local, reason::switched_off);
     }},
    {"python_objects", on(change::ranks), answer::cannot_tell, false,
     "mpi4py reduces Python objects in an order that changes with the number of ranks",
     [](asked_site const& site) { return site.was_passed(reason::python_objects); }},
    {"user_operation", on(change::ranks, change::mpi), answer::cannot_tell, false,
     "isobit cannot know what a user-defined operation does",
     [](asked_site const& site) { return site.was_passed(reason::user_operation); }},
    {"unknown_type", on(change::ranks, change::mpi), answer::cannot_tell, false, "isobit does not know the type",
     [](asked_site const& site) { return site.was_passed(reason::unknown_type); }},
    {"too_large", on(change::ranks, change::mpi), answer::cannot_tell, false,
     "more elements than the MPI can be told of at once were left to it",
     [](asked_site const& site) { return site.was_passed(reason::too_large); }},
    {"enqueued", on(change::ranks, change::mpi), answer::cannot_tell, false,
     "what waits in the queue of a GPU is left to the MPI",
     [](asked_site const& site) { return site.was_passed(reason::enqueued); }},
    {"placement_left", on(change::day), answer::cannot_tell, false,
     "left to the MPI, which may choose another order where its ranks lie on other nodes",
     [](asked_site const& site) { return site.on_several_hosts() && site.leaves_order_to_mpi(); }},
    {"one_sided", always, answer::cannot_tell, false, "nobody fixes the order of one-sided accumulations",
     [](asked_site const& site) { return site.was_passed(reason::one_sided); }},
};

// Of each place that receives.
constexpr answer_rule<merged_receive> receive_rules[] = {
    {"any_source", always, answer::cannot_tell, false, "the message that comes first is taken, whoever sent it",
     [](merged_receive const& it) {
       using kind = interpose::receive_record::kind;
       return it.what == kind::any_source || it.what == kind::any_source_probe;
     }},
    {"any_request", always, answer::cannot_tell, false, "of several requests, the one that is complete first is taken",
     [](merged_receive const& it) { return it.what == interpose::receive_record::kind::any_request; }},
};

// Of the run as a whole.
constexpr answer_rule<merged_audit> run_rules[] = {
    {"one_rank", on(change::ranks), answer::cannot_tell, false, "a run on one rank does not show what several exchange",
     [](merged_audit const& audit) { return audit.run.ranks == 1; }},
    {"incomplete", always, answer::cannot_tell, false, "the record of this run is not complete",
     [](merged_audit const& audit) {
       return !audit.missing.empty() || !audit.unfinished.empty() || !audit.aborted.empty() || !audit.problems.empty();
     }},
};

/// Several sites can lie on one line, which is named once.
std::string places_text(std::vector<cause_place> const& places) {
  constexpr std::size_t most = 3;
  std::vector<std::string> labels;
  for (auto const& each : places)
    if (std::ranges::find(labels, each.label) == labels.end()) labels.push_back(each.label);
  std::string text;
  std::size_t const named = labels.size() <= most + 1 ? labels.size() : most;
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? ": " : ", ") + labels[i];
  return named == labels.size() ? text : text + " and " + grouped(labels.size() - named) + " more";
}

/// What the rules find in each of some places; `place_of` names it.
template <class Rules, class Facts, class Subject, class Place>
void add_causes(std::vector<cause>& causes, change what, Rules const& rules, Facts const& all, Subject subject_of,
                Place place_of) {
  for (auto const& each : rules) {
    if ((each.changes & on(what)) == 0) continue;
    cause found{each.code, each.makes_it, each.cured, std::string(each.text), {}};
    for (auto const& facts : all)
      if (each.holds(subject_of(facts))) found.places.push_back(place_of(facts));
    if (!found.places.empty()) causes.push_back(std::move(found));
  }
}

std::vector<cause> causes_of(change what, merged_audit const& audit, std::vector<site_statistics> const& sites,
                             symbol_table const& symbols) {
  std::vector<cause> causes;
  add_causes(
      causes, what, site_rules, sites,
      [&](site_statistics const& facts) {
        return asked_site{audit, facts};
      },
      [&](site_statistics const& facts) -> cause_place {
        return {symbols.label(audit.sites[facts.site]), facts.site};
      });
  add_causes(causes, what, receive_rules, audit.receives.calls, std::identity{},
             [&](merged_receive const& it) -> cause_place {
               return {symbols.label(audit.receives.sites[it.site]), -1};
             });
  for (auto const& each : run_rules)
    if ((each.changes & on(what)) != 0 && each.holds(audit))
      causes.push_back({each.code, each.makes_it, each.cured, std::string(each.text), {}});
  std::ranges::stable_sort(causes, std::greater(), &cause::makes_it);
  return causes;
}

std::string covers(change what, merged_audit const& audit, std::vector<site_statistics> const& sites) {
  bool const has_orders = std::ranges::any_of(sites, [&](site_statistics const& facts) {
    return asked_site{audit, facts}.has_orders();
  });
  switch (what) {
  case change::ranks:
    return "no reduction of this run rounds, so nothing depends on how many ranks there are but what each contributes";
  case change::mpi:
    return "no reduction of this run leaves the MPI a choice of order";
  default:
    return has_orders ? "with the same MPI, number and placement of ranks, for which the MPI standard recommends, but "
                        "does not require, the same bits"
                      : "no reduction of this run depends on an order";
  }
}

constexpr std::pair<change, std::string_view> questions[] = {
    {change::ranks, "on another number of ranks"}, {change::mpi, "with another MPI"}, {change::day, "on another day"}};

}  // namespace

std::string_view const limits_of_answers =
    "Seen was one run, with one input, and not what a rank computes by itself: its own sums, threads, compiler and "
    "mathematical library.";

std::string_view name_of(change what) noexcept {
  constexpr std::string_view names[] = {"ranks", "mpi", "day"};
  return names[static_cast<std::size_t>(what)];
}

std::string_view name_of(answer it) noexcept {
  constexpr std::string_view names[] = {"yes", "cannot_tell", "no"};
  return names[static_cast<std::size_t>(it)];
}

std::vector<same_bits> answers_of(merged_audit const& audit, std::vector<site_statistics> const& sites,
                                  symbol_table const& symbols) {
  auto busiest_first = sites;
  std::ranges::stable_sort(busiest_first, std::greater(), &site_statistics::calls);
  std::vector<same_bits> answers;
  for (auto const& [what, question] : questions) {
    auto& it = answers.emplace_back();
    it.what = what;
    it.question = question;
    it.covers = covers(what, audit, sites);
    it.because = causes_of(what, audit, busiest_first, symbols);
    for (auto const& each : it.because) {
      it.program = std::max(it.program, each.makes_it);
      if (!each.cured) it.with_isobit = std::max(it.with_isobit, each.makes_it);
    }
  }
  return answers;
}

std::string sentence_of(same_bits const& it) {
  if (it.program == answer::yes) return "Yes: " + it.covers + ".";
  std::string text;
  for (auto const& each : it.because)
    if (each.makes_it == it.program) text += (text.empty() ? "" : "; ") + each.text + places_text(each.places);
  return (it.program == answer::no ? "No: " : "Cannot tell: ") + text + ".";
}

}  // namespace isobit::tool
