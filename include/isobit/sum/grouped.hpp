#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/sum/key_index.hpp>
#include <isobit/sum/key_rank.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

/// sums[g] = the sum of the values whose group is g. Precondition: every group is below sums.size().
template <class T>
ISOBIT_API void sum_groups(driver_ref const& on, std::span<std::uint32_t const> groups, std::span<T const> values,
                           std::span<T> sums);
template <class T>
ISOBIT_API void segmented_sum(driver_ref const& on, std::span<T const> values, std::span<std::size_t const> offsets,
                              std::span<T> sums);

}  // namespace detail

/// One key and the sum of its values.
template <class Key, class T> struct group_sum {
  Key key;
  T sum;
  bool operator==(group_sum const&) const = default;
};

/// The correctly rounded sum of the values of every key, in ascending order of the keys; keys[i] belongs to values[i]
/// and may come in any order. Needs memory for a copy of the values. Throws `error` where the sizes differ.
/// Keys that are floating-point numbers (float or double) are grouped by value: -0 is +0, and all NaN are one key,
/// after all others and returned as the canonical one.
///
///     for (auto const& [account, total] : isobit::sum_by_key(accounts, amounts)) print(account, total);
template <std::ranges::input_range Keys, detail::contiguous_elements Values>
[[nodiscard]] auto sum_by_key(Keys&& keys, Values const& values, driver_ref const& on = {}) {
  using key = std::ranges::range_value_t<Keys>;
  using T = std::ranges::range_value_t<Values>;
  static_assert(std::same_as<T, float> || std::same_as<T, double>,
                "isobit::sum_by_key: values must be float or double");
  using ranks = detail::key_rank<key>;
  detail::key_index<typename ranks::type> index;
  std::vector<std::uint32_t> groups;
  groups.reserve(std::ranges::size(values));
  for (auto const& k : keys) groups.push_back(index.number_of(ranks::of(k)));
  std::span<T const> const amounts(std::ranges::data(values), std::ranges::size(values));
  if (groups.size() != amounts.size())
    throw error(status::invalid_argument, "isobit::sum_by_key: as many keys as values are needed");
  std::vector<T> sums(index.keys().size());
  detail::sum_groups<T>(on, groups, amounts, sums);
  std::vector<group_sum<key, T>> result;
  result.reserve(sums.size());
  for (std::size_t g = 0; g < sums.size(); ++g) result.push_back({ranks::key_of(index.keys()[g]), sums[g]});
  std::ranges::sort(result, {}, [](auto const& one) -> decltype(auto) { return ranks::of(one.key); });
  return result;
}

/// sums[s] = the sum of values[offsets[s]] up to values[offsets[s+1]-1]; offsets has one entry more than there are
/// segments, ascends, and ends within the values (as in CSR). Throws `error` where it does not.
///
///     std::vector<std::size_t> offsets = {0, 2, 5};
///     std::vector<double> sums = isobit::segmented_sum(values, offsets);  // of values[0..1] and of values[2..4]
template <detail::contiguous_elements Values>
[[nodiscard]] auto segmented_sum(Values const& values, std::span<std::size_t const> offsets,
                                 driver_ref const& on = {}) {
  using T = std::ranges::range_value_t<Values>;
  static_assert(std::same_as<T, float> || std::same_as<T, double>,
                "isobit::segmented_sum: values must be float or double");
  std::vector<T> sums(offsets.empty() ? 0 : offsets.size() - 1);
  detail::segmented_sum<T>(on, std::span<T const>(std::ranges::data(values), std::ranges::size(values)), offsets, sums);
  return sums;
}

ISOBIT_NAMESPACE_END
