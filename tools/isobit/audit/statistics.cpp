#include "statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "call_kind.hpp"

namespace isobit::tool {
namespace {

using interpose::call_record;
using indices = std::span<std::size_t const>;

constexpr std::uint64_t no_time = std::numeric_limits<std::uint64_t>::max();

std::uint64_t median(std::vector<std::uint64_t>& values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::size_t decade(double condition) {
  if (std::isinf(condition)) return 21;
  double bound = 10;
  for (std::size_t i = 0; i < 20; ++i, bound *= 10)
    if (condition < bound) return i;
  return 20;
}

/// Communicators in an order that does not depend on which rank named them first.
std::vector<std::uint32_t> order_of(std::vector<communicator> const& all) {
  std::vector<std::uint32_t> order(all.size()), position(all.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return all[a] < all[b]; });
  for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  return position;
}

void add_comparison(site_statistics& site, merged_call const& call) {
  ++site.compared;
  site.compared_elements += call.elements;
  site.different += call.different != 0 ? 1 : 0;
  site.different_elements += call.different;
  site.most_ulps = std::max(site.most_ulps, call.ulps);
  site.disagreed += call.disagreed ? 1 : 0;
  ++site.ulps_histogram[static_cast<std::size_t>(std::bit_width(call.ulps))];
}

void add_call(site_statistics& site, merged_call const& call, communicator const& comm) {
  if (site.calls++ == 0) {
    site.least_count = call.least_count;
    site.least_ranks = comm.contributors();
  }
  site.incomplete += call.ranks < comm.ranks ? 1 : 0;
  site.nonblocking += call.has(call_record::nonblocking) ? 1 : 0;
  site.least_count = std::min(site.least_count, call.least_count);
  site.most_count = std::max(site.most_count, call.most_count);
  site.least_ranks = std::min(site.least_ranks, comm.contributors());
  site.most_ranks = std::max(site.most_ranks, comm.contributors());
  site.bytes += call.bytes;
  if (site.communicators.empty() || site.communicators.back() != call.communicator)
    site.communicators.push_back(call.communicator);
  if (call.has(call_record::has_native)) add_comparison(site, call);
  if (call.has(call_record::saw_columns) && call.condition > 0) {
    site.condition = std::max(site.condition.value_or(0), call.condition);
    ++site.condition_histogram[decade(call.condition)];
  }
  site.with_nan += call.has(call_record::has_nan) ? 1 : 0;
  site.with_infinity += call.has(call_record::has_infinity) ? 1 : 0;
  site.overflowed += call.has(call_record::overflowed) ? 1 : 0;
  site.inputs = mix(site.inputs, call.inputs);
  site.results = mix(site.results, call.results);
}

void add_medians(site_statistics& site, merged_audit const& audit, indices calls) {
  std::vector<std::uint64_t> ulps, native, own;
  for (auto const i : calls) {
    auto const& call = audit.calls[i];
    if (call.different != 0) ulps.push_back(call.ulps);
    if (call.native_time == no_time || call.isobit_time == no_time) continue;
    native.push_back(call.native_time);
    own.push_back(call.isobit_time);
  }
  if (!ulps.empty()) site.median_ulps = median(ulps);
  site.timed = native.size();
  if (native.empty()) return;
  site.native_total = std::accumulate(native.begin(), native.end(), std::uint64_t{0});
  site.isobit_total = std::accumulate(own.begin(), own.end(), std::uint64_t{0});
  site.native_median = median(native);
  site.isobit_median = median(own);
}

/// Of results that all ranks get: others depend on the root as well, which the logs do not name.
std::uint64_t count_unsteady(merged_audit const& audit, indices calls) {
  std::vector<merged_call const*> whole;
  for (auto const i : calls) {
    auto const& call = audit.calls[i];
    bool const is_whole = call.ranks == audit.communicators[call.communicator].ranks;
    if (is_whole && call.has(call_record::has_native)) whole.push_back(&call);
  }
  auto const key = [](merged_call const* call) { return std::tie(call->communicator, call->inputs, call->sequence); };
  std::ranges::sort(whole, {}, key);
  std::uint64_t unsteady = 0;
  for (std::size_t i = 1; i < whole.size(); ++i) {
    auto const &one = *whole[i - 1], &two = *whole[i];
    bool const is_repeated = one.communicator == two.communicator && one.inputs == two.inputs;
    unsteady += is_repeated && one.native_hash != two.native_hash ? 1 : 0;
  }
  return unsteady;
}

std::vector<timeline_point> timeline_of(merged_audit const& audit, indices calls, std::uint64_t begin,
                                        std::size_t most) {
  std::vector<std::size_t> compared;
  for (auto const i : calls)
    if (audit.calls[i].has(call_record::has_native)) compared.push_back(i);
  std::sort(compared.begin(), compared.end(),
            [&](auto a, auto b) { return audit.calls[a].start < audit.calls[b].start; });
  std::vector<timeline_point> points;
  std::size_t const step = (compared.size() + most - 1) / most;
  for (std::size_t first = 0; first < compared.size(); first += step) {
    std::size_t const last = std::min(first + step, compared.size());
    std::size_t largest = first;
    for (std::size_t i = first; i < last; ++i)
      if (audit.calls[compared[i]].ulps > audit.calls[compared[largest]].ulps) largest = i;
    auto const& call = audit.calls[compared[largest]];
    points.push_back({largest, static_cast<double>(call.start - begin) / 1e9, call.ulps});
  }
  return points;
}

}  // namespace

std::vector<site_statistics> statistics_of(merged_audit const& audit) {
  auto const position = order_of(audit.communicators);
  std::vector<std::size_t> order(audit.calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) {
    auto const& one = audit.calls[a];
    auto const& two = audit.calls[b];
    return std::tie(one.site, position[one.communicator], one.sequence) <
           std::tie(two.site, position[two.communicator], two.sequence);
  });
  std::uint64_t begin = no_time;
  for (auto const& call : audit.calls) begin = std::min(begin, call.start);
  std::size_t const most = std::clamp<std::size_t>(100000 / std::max<std::size_t>(audit.sites.size(), 1), 100, 2000);

  std::vector<site_statistics> all(audit.sites.size());
  std::size_t first = 0;
  for (std::uint32_t site = 0; site < all.size(); ++site) {
    all[site].site = site;
    std::size_t last = first;
    for (; last < order.size() && audit.calls[order[last]].site == site; ++last) {
      auto const& call = audit.calls[order[last]];
      add_call(all[site], call, audit.communicators[call.communicator]);
    }
    indices const calls(order.data() + first, last - first);
    add_medians(all[site], audit, calls);
    if (kind_of(audit.sites[site].call) == call_kind::same_for_all) all[site].unsteady = count_unsteady(audit, calls);
    all[site].timeline = timeline_of(audit, calls, begin, most);
    first = last;
  }
  for (auto const& each : audit.passed) all[each.site].passed.push_back(each);
  return all;
}

}  // namespace isobit::tool
