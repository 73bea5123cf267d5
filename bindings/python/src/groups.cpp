#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <isobit/sum/grouped.hpp>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

/// The distinct keys in ascending order; groups[i] becomes the number of keys[i] among them.
std::vector<std::int64_t> number(std::span<std::int64_t const> keys, std::span<std::uint32_t> groups) {
  if (keys.empty()) return {};
  auto const [least, most] = std::ranges::minmax(keys);
  std::uint64_t const range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  std::vector<std::int64_t> distinct;
  std::vector<std::uint32_t> rank;
  if (range < 2 * keys.size() && range < std::numeric_limits<std::uint32_t>::max()) {
    // Few enough to have a place for each.
    auto const place = [least = least](std::int64_t key) { return static_cast<std::size_t>(key - least); };
    rank.assign(range + 1, 0);
    for (auto const key : keys) rank[place(key)] = 1;
    for (std::size_t at = 0; at <= range; ++at)
      if (rank[at] != 0) {
        rank[at] = static_cast<std::uint32_t>(distinct.size());
        distinct.push_back(least + static_cast<std::int64_t>(at));
      }
    for (std::size_t i = 0; i < keys.size(); ++i) groups[i] = rank[place(keys[i])];
    return distinct;
  }
  isobit::detail::key_index<std::int64_t> index;
  for (std::size_t i = 0; i < keys.size(); ++i) groups[i] = index.number_of(keys[i]);
  distinct = index.keys();
  std::ranges::sort(distinct);
  rank.resize(distinct.size());
  for (std::size_t at = 0; at < distinct.size(); ++at)
    rank[index.number_of(distinct[at])] = static_cast<std::uint32_t>(at);
  for (auto& group : groups) group = rank[group];
  return distinct;
}

nanobind::bytes number_keys(nanobind::handle keys, nanobind::handle groups) {
  buffer const from(keys), to(groups, true);
  auto const distinct = without_lock(static_cast<std::size_t>(from.elements()),
                                     [&] { return number(from.all<std::int64_t const>(), to.all<std::uint32_t>()); });
  return nanobind::bytes(distinct.data(), distinct.size() * sizeof(std::int64_t));
}

/// body(T) for what can be summed by groups.
template <class Body> void with_grouped_type(char letter, Body body) {
  with_element_type(letter, [&]<class T>(std::type_identity<T> type) {
    if constexpr (std::same_as<T, double> || std::same_as<T, float>)
      body(type);
    else
      throw nanobind::type_error("isobit: sums of groups are of float32 or float64");
  });
}

/// sums[g] = the sum of the values of group g. All contiguous; every group is below the number of sums, which Python
/// has checked.
void sum_groups(nanobind::handle groups, nanobind::handle values, nanobind::handle sums, char letter,
                std::size_t threads) {
  buffer const of(groups), from(values), to(sums, true);
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(from.elements()), [&] {
    with_grouped_type(letter, [&]<class T>(std::type_identity<T>) {
      isobit::detail::sum_groups<T>(on.ref(), of.all<std::uint32_t const>(), from.all<T const>(), to.all<T>());
    });
  });
}

void segmented_sum(nanobind::handle values, nanobind::handle offsets, nanobind::handle sums, char letter,
                   std::size_t threads) {
  buffer const from(values), at(offsets), to(sums, true);
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(from.elements() + at.elements()), [&] {
    with_grouped_type(letter, [&]<class T>(std::type_identity<T>) {
      isobit::detail::segmented_sum<T>(on.ref(), from.all<T const>(), at.all<std::size_t const>(), to.all<T>());
    });
  });
}

}  // namespace

void add_groups(nanobind::module_& module) {
  module.def("number_keys", number_keys);
  module.def("sum_groups", sum_groups);
  module.def("segmented_sum", segmented_sum);
}

}  // namespace isobit_python
