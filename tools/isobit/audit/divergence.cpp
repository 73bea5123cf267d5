#include "divergence.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "../basics/failure.hpp"
#include "call_kind.hpp"
#include "merge.hpp"
#include "symbols.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

using interpose::call_record;
using interpose::site_kind;

/// The logs of one run, but for the records.
struct run {
  std::filesystem::path folder;
  std::map<std::uint64_t, rank_files> files;
  std::map<std::uint64_t, places> names;
  run_facts facts;
  receive_counts receives;
  std::vector<std::string> remarks;
};

run open_run(std::filesystem::path const& folder) {
  run all;
  all.folder = folder;
  auto const found = find_run(folder);
  all.remarks = found.remarks;
  for (auto const& each : found.ranks) {
    all.files[each.rank] = each;
    auto const& names = all.names[each.rank] = read_places(each.places);
    if (names.run && all.facts.ranks == 0) all.facts = *names.run;
    auto const problem = read_receives(each.receives, [&](auto const& record) { all.receives.add(record); });
    if (!problem.empty()) all.remarks.push_back(problem);
  }
  if (all.files.empty())
    throw failure(exit_code::usage, folder.string() + ": holds no log of an audit (rank-000000.calls and so on)");
  if (all.facts.ranks == 0)
    throw failure(exit_code::usage, folder.string() + ": no rank says what was run: the logs are damaged");
  return all;
}

/// A call in both runs: the communicator, by its index, and its place on it.
struct call_key {
  std::uint32_t communicator;
  std::uint64_t sequence;
  bool operator==(call_key const&) const = default;
};
struct call_key_hash {
  std::size_t operator()(call_key const& k) const noexcept { return mix(k.communicator, k.sequence); }
};

/// What is compared of a record.
struct call_facts {
  std::uint64_t start, count, input_hash, result_hash;
  std::uint32_t site;
  bool has_result;
};

/// What is known of a call that is not the same in both runs.
struct difference {
  std::uint64_t start = 0;
  std::optional<std::uint32_t> site_one, site_two;
  std::uint64_t count_one = 0, count_two = 0;
  std::map<divergence_kind, std::vector<std::uint64_t>> ranks;
  /// All ranks' results follow from any rank's inputs, and everything from the control flow.
  [[nodiscard]] divergence_kind kind() const { return ranks.begin()->first; }
};

class comparer {
public:
  comparer(run const& one, run const& two, std::vector<std::string> const& ignored, audit_comparison& into)
      : one_(one), two_(two), into_(into), same_ranks_(one.facts.ranks == two.facts.ranks) {
    by_frames_ = shares_sites();
    if (!ignored.empty()) ignore(ignored);
  }

  void compare() {
    for (auto const& [rank, files] : one_.files)
      if (two_.files.contains(rank) && (same_ranks_ || rank == 0)) compare_rank(rank);
    into_.compared = compared_.size();
    std::optional<call_key> first;
    for (auto const& [key, each] : differences_) {
      ++into_.divergent[each.kind()];
      if (!first || each.start < differences_.at(*first).start) first = key;
    }
    if (first) into_.first = told(*first, differences_.at(*first));
  }

  [[nodiscard]] bool by_frames() const noexcept { return by_frames_; }

private:
  using call_map = std::unordered_map<call_key, call_facts, call_key_hash>;

  [[nodiscard]] call_site normal(call_site site) const {
    if (!by_frames_) site.frames.clear();
    for (auto& each : site.frames) each.module = base_name(each.module);
    return site;
  }

  /// Two builds of a program have no addresses in common.
  bool shares_sites() {
    by_frames_ = true;
    std::set<call_site> known;
    bool any = false;
    for (auto const& [rank, names] : one_.names)
      for (auto const& [index, site] : names.sites) known.insert(normal(site));
    for (auto const& [rank, names] : two_.names)
      for (auto const& [index, site] : names.sites) {
        any = true;
        if (known.contains(normal(site))) return true;
      }
    return known.empty() || !any;
  }

  void ignore(std::vector<std::string> const& parts) {
    std::vector<call_site> all;
    for (auto const* const which : {&one_, &two_})
      for (auto const& [rank, names] : which->names)
        for (auto const& [index, site] : names.sites) {
          if (site.kind == site_kind::receive) continue;
          site_of(names, index);
          all.push_back(site);
        }
    symbol_table const symbols(all);
    for (auto const& site : all) {
      std::string name = symbols.describe(site);
      for (auto const& each : site.frames)
        for (auto const& place : symbols.all_at(each))
          name += "\n" + place.function + "\n" + symbol_table::line_of(each, place);
      bool const named =
          std::ranges::any_of(parts, [&](std::string const& part) { return name.find(part) != name.npos; });
      if (named) ignored_.insert(sites_.at(normal(site)));
    }
    into_.notes.push_back(plural(ignored_.size(), "place") + " left out, as asked");
  }

  std::uint32_t site_of(places const& names, std::uint32_t index) {
    auto const found = names.sites.find(index);
    auto const site = found == names.sites.end() ? call_site{"?", "?", "?", {}} : found->second;
    auto const [place, is_new] = sites_.try_emplace(normal(site), static_cast<std::uint32_t>(originals_.size()));
    if (is_new) originals_.push_back(site);
    return place->second;
  }

  /// Nothing where the communicator has no counterpart in the other run.
  std::optional<std::uint32_t> communicator_of(run const& which, std::uint64_t rank, std::uint32_t index) {
    auto const& known = which.names.at(rank).communicators;
    auto const found = known.find(index);
    communicator comm = found == known.end() || found->second.group.empty()
                            ? communicator{"rank " + std::to_string(rank), index, 1, "this rank only"}
                            : found->second;
    if (!same_ranks_) {
      if (comm.ranks != which.facts.ranks || comm.remote_ranks != 0) return {};
      comm.group = "all ranks";
    }
    auto const [place, is_new] =
        communicators_.try_emplace(comm, static_cast<std::uint32_t>(communicator_list_.size()));
    if (is_new) communicator_list_.push_back(comm);
    return place->second;
  }

  /// Calls `each` with the key and the facts of every record that can be compared. False where the log is damaged.
  template <class Each> bool read(run const& which, std::uint64_t rank, Each each) {
    auto const& names = which.names.at(rank);
    std::map<std::uint32_t, std::optional<std::uint32_t>> communicators;
    std::map<std::uint32_t, std::uint32_t> sites;
    auto const problem = read_calls(which.files.at(rank).calls, [&](call_record const& record) {
      auto const [comm, new_comm] = communicators.try_emplace(record.communicator);
      if (new_comm) comm->second = communicator_of(which, rank, record.communicator);
      auto const [site, new_site] = sites.try_emplace(record.site);
      if (new_site) site->second = site_of(names, record.site);
      if (!comm->second || ignored_.contains(site->second)) return;
      each(call_key{*comm->second, record.sequence},
           call_facts{record.start, record.count, record.input_hash, record.result_hash, site->second,
                      (record.flags & call_record::has_result) != 0});
    });
    if (!problem.empty()) into_.notes.push_back(which.folder.string() + ": " + problem);
    return problem.empty();
  }

  std::optional<divergence_kind> kind_of_difference(call_facts const& a, call_facts const& b) const {
    bool const same_for_all = kind_of(originals_[a.site].call) == call_kind::same_for_all;
    if (a.site != b.site || (a.count != b.count && (same_ranks_ || same_for_all))) return divergence_kind::control_flow;
    if (!same_ranks_)
      return same_for_all && a.result_hash != b.result_hash ? std::optional(divergence_kind::results) : std::nullopt;
    if (a.has_result != b.has_result) return divergence_kind::control_flow;
    if (a.input_hash != b.input_hash) return divergence_kind::inputs;
    if (a.has_result && a.result_hash != b.result_hash) return divergence_kind::reduction;
    return {};
  }

  void note(call_key key, std::uint64_t rank, divergence_kind kind, std::uint64_t start, call_facts const* one,
            call_facts const* two) {
    auto const [place, is_new] = differences_.try_emplace(key);
    auto& each = place->second;
    bool const graver = is_new || kind < each.kind();
    each.start = is_new ? start : std::min(each.start, start);
    each.ranks[kind].push_back(rank);
    if (!graver) return;
    each.site_one = one != nullptr ? std::optional(one->site) : std::nullopt;
    each.site_two = two != nullptr ? std::optional(two->site) : std::nullopt;
    each.count_one = one != nullptr ? one->count : 0;
    each.count_two = two != nullptr ? two->count : 0;
  }

  void compare_rank(std::uint64_t rank) {
    call_map calls;
    std::uint64_t begin_one = ~std::uint64_t{0}, begin_two = 0;
    bool const whole_one = read(one_, rank, [&](call_key key, call_facts const& facts) {
      begin_one = std::min(begin_one, facts.start);
      calls.emplace(key, facts);
    });
    bool const ended_one = whole_one && one_.names.at(rank).end == "MPI_Finalize";
    bool const whole_two = read(two_, rank, [&](call_key key, call_facts const& facts) {
      if (begin_two == 0) begin_two = facts.start;
      auto const found = calls.find(key);
      if (found == calls.end()) {
        note(key, rank, ended_one ? divergence_kind::control_flow : divergence_kind::stopped,
             facts.start - begin_two + begin_one, nullptr, &facts);
        return;
      }
      compared_.insert(key);
      if (auto const kind = kind_of_difference(found->second, facts))
        note(key, rank, *kind, found->second.start, &found->second, &facts);
      calls.erase(found);
    });
    bool const ended_two = whole_two && two_.names.at(rank).end == "MPI_Finalize";
    for (auto const& [key, facts] : calls)
      note(key, rank, ended_two ? divergence_kind::control_flow : divergence_kind::stopped, facts.start, &facts,
           nullptr);
  }

  divergence told(call_key key, difference const& each) const {
    divergence first;
    first.kind = each.kind();
    first.start = each.start;
    first.where = communicator_list_[key.communicator];
    first.sequence = key.sequence;
    if (each.site_one) first.one = originals_[*each.site_one];
    if (each.site_two) first.two = originals_[*each.site_two];
    first.count_one = each.count_one;
    first.count_two = each.count_two;
    first.ranks = each.ranks.begin()->second;
    return first;
  }

  run const& one_;
  run const& two_;
  audit_comparison& into_;
  bool same_ranks_;
  bool by_frames_ = true;
  std::map<call_site, std::uint32_t> sites_;
  std::vector<call_site> originals_;
  std::unordered_set<std::uint32_t> ignored_;  // sites that are not compared
  std::map<communicator, std::uint32_t> communicators_;
  std::vector<communicator> communicator_list_;
  std::unordered_set<call_key, call_key_hash> compared_;
  std::unordered_map<call_key, difference, call_key_hash> differences_;
};

bool reduces_objects(run const& all) {
  return std::ranges::any_of(all.names, [](auto const& rank) {
    return std::ranges::any_of(rank.second.sites,
                               [](auto const& site) { return site.second.kind == site_kind::objects; });
  });
}

void add_notes(audit_comparison& result, run const& one, run const& two, bool by_frames) {
  auto const differs = [&](std::string const& what, std::string const& a, std::string const& b) {
    if (a != b) result.notes.push_back("the runs are of different " + what + ": " + a + " and " + b);
  };
  if (one.facts.ranks != two.facts.ranks)
    result.notes.push_back("the runs have " + std::to_string(one.facts.ranks) + " and " +
                           std::to_string(two.facts.ranks) +
                           " ranks: only the results of allreduces over all ranks are compared");
  differs("programs", base_name(one.facts.program), base_name(two.facts.program));
  differs("modes", one.facts.mode, two.facts.mode);
  differs("MPIs", one.facts.mpi, two.facts.mpi);
  differs("versions of isobit", one.facts.version, two.facts.version);
  if (one.facts.arguments != two.facts.arguments) result.notes.push_back("the programs had different arguments");
  if (reduces_objects(one) || reduces_objects(two))
    result.notes.push_back("mpi4py's own reductions, of Python objects, are not compared");
  if (!by_frames)
    result.notes.push_back(
        "the runs have no call site in common (another build?): sites are compared by call, type and "
        "operation only");
  for (auto const* const each : {&one, &two}) {
    for (auto const& remark : each->remarks) result.notes.push_back(each->folder.string() + ": " + remark);
    std::vector<std::uint64_t> unfinished, missing;
    for (auto const& [rank, names] : each->names)
      if (names.end.empty()) unfinished.push_back(rank);
    for (std::uint64_t rank = 0; rank < each->facts.ranks && rank < (1 << 24); ++rank)
      if (!each->files.contains(rank)) missing.push_back(rank);
    std::string const where = each->folder.string() + ": rank";
    if (!unfinished.empty())
      result.notes.push_back(where + (unfinished.size() == 1 ? " " : "s ") + ranges(unfinished) +
                             " did not finish; the common part is compared");
    if (!missing.empty())
      result.notes.push_back(where + (missing.size() == 1 ? " " : "s ") + ranges(missing) + " left no log");
  }
}

}  // namespace

std::string_view name_of(divergence_kind kind) noexcept {
  constexpr std::string_view names[] = {"control_flow", "inputs", "reduction", "results", "stopped"};
  return names[static_cast<std::size_t>(kind)];
}

audit_comparison compare_audits(std::filesystem::path const& folder_one, std::filesystem::path const& folder_two,
                                std::vector<std::string> const& ignored) {
  auto const one = open_run(folder_one), two = open_run(folder_two);
  audit_comparison result;
  result.one = one.facts;
  result.two = two.facts;
  result.receives_one = one.receives;
  result.receives_two = two.receives;
  comparer comparing(one, two, ignored, result);
  add_notes(result, one, two, comparing.by_frames());
  comparing.compare();
  return result;
}

}  // namespace isobit::tool
