#include "merge.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "../basics/failure.hpp"
#include "call_kind.hpp"

namespace isobit::tool {
namespace {

using interpose::call_record;

/// Gives equal things the same index, in order of appearance.
template <class T> class numbering {
public:
  explicit numbering(std::vector<T>& things) : things_(things) {}
  std::uint32_t of(T const& thing) {
    auto const [place, is_new] = known_.try_emplace(thing, static_cast<std::uint32_t>(things_.size()));
    if (is_new) things_.push_back(thing);
    return place->second;
  }

private:
  std::vector<T>& things_;
  std::map<T, std::uint32_t> known_;
};

void add_first(merged_call& call, call_record const& record, std::uint32_t site) {
  call.start = record.start;
  call.site = site;
  call.least_count = record.count;
  call.native_time = call.isobit_time = ~std::uint64_t{0};
}

void add_result(merged_call& call, call_record const& record, std::uint32_t site, call_kind kind) {
  if (!call.has(call_record::has_result)) call.site = site;
  call.isobit_time = std::min(call.isobit_time, record.isobit_time);
  if ((record.flags & call_record::has_native) == 0) return;
  if ((record.flags & call_record::nonblocking) == 0) call.native_time = std::min(call.native_time, record.native_time);
  bool const parts = kind == call_kind::split || kind == call_kind::own;
  call.different = parts ? call.different + record.different : std::max(call.different, record.different);
  call.ulps = std::max(call.ulps, record.ulps);
  if (!call.has(call_record::has_native)) {
    call.result_hash = record.result_hash;
    call.native_hash = record.native_hash;
  } else if (kind == call_kind::same_for_all && call.result_hash == record.result_hash) {
    // The two sides of an intercommunicator get different results, and may get different native ones.
    call.disagreed |= call.native_hash != record.native_hash;
  }
}

void add_record(merged_call& call, call_record const& record, std::uint32_t site, call_kind kind) {
  if (call.ranks == 0) add_first(call, record, site);
  call.start = std::min(call.start, record.start);
  call.least_count = std::min(call.least_count, record.count);
  call.most_count = std::max(call.most_count, record.count);
  call.elements = kind == call_kind::own ? call.elements + record.count : std::max(call.elements, record.count);
  call.bytes += record.bytes;
  call.inputs = mix(call.inputs, record.input_hash);
  bool const has_result = (record.flags & call_record::has_result) != 0;
  call.results = mix(call.results, has_result ? record.result_hash : 0);
  if (has_result) add_result(call, record, site, kind);
  if ((record.flags & call_record::saw_columns) != 0) call.condition = std::max(call.condition, record.condition);
  call.flags |= record.flags;
  ++call.ranks;
}

/// The calls by communicator and sequence. Ranks mostly record them in the same order, so the next one is tried first.
class call_table {
public:
  explicit call_table(std::vector<merged_call>& calls) : calls_(calls) {}

  merged_call& at(std::uint32_t communicator, std::uint64_t sequence) {
    if (++last_ < calls_.size() && is(calls_[last_], communicator, sequence)) return calls_[last_];
    auto const [place, is_new] = places_.try_emplace({communicator, sequence}, calls_.size());
    if (is_new) {
      calls_.emplace_back();
      calls_.back().communicator = communicator;
      calls_.back().sequence = sequence;
    }
    last_ = place->second;
    return calls_[last_];
  }

private:
  struct key {
    std::uint32_t communicator;
    std::uint64_t sequence;
    bool operator==(key const&) const = default;
  };
  struct hash {
    std::size_t operator()(key const& k) const noexcept { return mix(k.communicator, k.sequence); }
  };
  static bool is(merged_call const& call, std::uint32_t communicator, std::uint64_t sequence) {
    return call.communicator == communicator && call.sequence == sequence;
  }

  std::vector<merged_call>& calls_;
  std::unordered_map<key, std::size_t, hash> places_;
  std::size_t last_ = 0;
};

class merger {
public:
  merger(merged_audit& into, progress& watcher) : into_(into), watcher_(watcher) {}

  void add(rank_files const& files) {
    auto const names = read_places(files.places);
    add_facts(files.rank, names);
    std::vector<std::uint32_t> sites, communicators;
    std::uint64_t unnamed = 0;
    std::uint64_t unread = 0;
    auto problem = read_calls(files.calls, [&](call_record const& record) {
      if (unread += sizeof record; unread >= 1 << 16) watcher_.advance(std::exchange(unread, 0));
      if (!names.sites.contains(record.site)) ++unnamed;
      auto const site = cached(sites, record.site, [&] { return sites_.of(site_of(names, record.site)); });
      auto const communicator = cached(communicators, record.communicator,
                                       [&] { return communicators_.of(communicator_of(files.rank, names, record)); });
      add_record(calls_.at(communicator, record.sequence), record, site, kind_of(into_.sites[site].call));
    });
    if (!problem.empty()) into_.problems.push_back(problem);
    problem = read_passed(files.passed, [&](interpose::passed_record const& record) { add_passed(names, record); });
    if (!problem.empty()) into_.problems.push_back(problem);
    problem =
        read_receives(files.receives, [&](interpose::receive_record const& record) { add_receive(names, record); });
    if (!problem.empty()) into_.problems.push_back(problem);
    if (unnamed != 0)
      into_.problems.push_back(files.places.filename().string() + " does not know the places of " +
                               std::to_string(unnamed) + " calls");
  }

private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t most_cached = 1 << 20;

  template <class Find> static std::uint32_t cached(std::vector<std::uint32_t>& known, std::uint32_t index, Find find) {
    if (index >= most_cached) return find();
    if (index >= known.size()) known.resize(index + 1, unknown);
    if (known[index] == unknown) known[index] = find();
    return known[index];
  }

  static call_site site_of(places const& names, std::uint32_t index) {
    auto const found = names.sites.find(index);
    return found == names.sites.end() ? call_site{"?", "?", "?", {}} : found->second;
  }

  /// One that the rank does not name, or that no other can share (MPI_Reduce_local has none), is the rank's own.
  static communicator communicator_of(std::uint64_t rank, places const& names, call_record const& record) {
    auto const found = names.communicators.find(record.communicator);
    if (found != names.communicators.end() && !found->second.group.empty()) return found->second;
    return {"rank " + std::to_string(rank), record.communicator, 1, "rank " + std::to_string(rank) + " only"};
  }

  void add_facts(std::uint64_t rank, places const& names) {
    into_.ranks.push_back(rank);
    if (!names.problem.empty()) into_.problems.push_back(names.problem);
    if (names.end.empty()) into_.unfinished.push_back(rank);
    if (names.end == "MPI_Abort") into_.aborted.push_back(rank);
    if (!names.run) return;
    if (into_.hosts.empty()) into_.run = *names.run;
    if (std::find(into_.hosts.begin(), into_.hosts.end(), names.run->host) == into_.hosts.end())
      into_.hosts.push_back(names.run->host);
  }

  void add_passed(places const& names, interpose::passed_record const& record) {
    auto const site = sites_.of(site_of(names, record.site));
    auto const [place, is_new] = passed_.try_emplace({site, record.why}, into_.passed.size());
    if (is_new) into_.passed.push_back({site, record.why, 0, 0, 0, 0});
    auto& all = into_.passed[place->second];
    all.calls = std::max(all.calls, record.calls);
    all.rank_calls += record.calls;
    all.elements += record.elements;
    all.bytes += record.bytes;
  }

  void add_receive(places const& names, interpose::receive_record const& record) {
    into_.receives.counts.add(record);
    if (record.site == interpose::receive_record::all_sites) return;
    auto const site = receive_sites_.of(site_of(names, record.site));
    auto const [place, is_new] = receives_.try_emplace({site, record.what}, into_.receives.calls.size());
    if (is_new) into_.receives.calls.push_back({site, record.what, 0});
    into_.receives.calls[place->second].calls += record.calls;
  }

  merged_audit& into_;
  progress& watcher_;
  numbering<call_site> sites_{into_.sites};
  numbering<communicator> communicators_{into_.communicators};
  call_table calls_{into_.calls};
  std::map<std::pair<std::uint32_t, interpose::passed_record::reason>, std::size_t> passed_;
  numbering<call_site> receive_sites_{into_.receives.sites};
  std::map<std::pair<std::uint32_t, interpose::receive_record::kind>, std::size_t> receives_;
};

}  // namespace

merged_audit merge_audit(std::filesystem::path const& folder, bool show_progress) {
  auto const [ranks, remarks] = find_run(folder);
  if (ranks.empty())
    throw failure(exit_code::io, folder.string() + ": holds no log of an audit (rank-000000.calls and so on)");
  std::uint64_t size = 0;
  for (auto const& each : ranks) size += each.size();
  progress watcher(size, show_progress);
  merged_audit all;
  all.problems = remarks;
  merger merging(all, watcher);
  for (auto const& each : ranks) merging.add(each);
  std::ranges::stable_sort(all.receives.calls, std::greater(), &merged_receive::calls);
  for (std::uint64_t rank = 0; rank < std::min<std::uint64_t>(all.run.ranks, 1 << 24); ++rank)
    if (!std::binary_search(all.ranks.begin(), all.ranks.end(), rank)) all.missing.push_back(rank);
  return all;
}

}  // namespace isobit::tool
