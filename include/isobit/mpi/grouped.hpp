#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <isobit/mpi/local.hpp>
#include <isobit/sum/grouped.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// All ranks' bytes one after the other, on every rank.
ISOBIT_API std::vector<std::byte> gather_bytes(communicator const& comm, std::span<std::byte const> mine);

/// The distinct keys of all ranks, ascending.
template <class Key> std::vector<Key> keys_of_all(communicator const& comm, std::vector<Key> const& mine) {
  auto const bytes = gather_bytes(comm, std::as_bytes(std::span(mine)));
  std::vector<Key> all(bytes.size() / sizeof(Key));
  std::ranges::copy(bytes, std::as_writable_bytes(std::span(all)).begin());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace detail

/// The exact sum of the values of every key, over all ranks, rounded once, in ascending order of the keys, on every
/// rank; keys[i] belongs to values[i], may come in any order and on any rank. Floating-point keys are grouped as by
/// isobit::sum_by_key. The keys are exchanged as bytes, then one reduction for all sums; every rank holds all keys and
/// sums for a while. Throws `error`, on every rank, where the sizes differ on one.
///
///     for (auto const& [cell, mass] : isobit::mpi::sum_by_key(my_cells, my_masses, comm)) print(cell, mass);
template <std::ranges::input_range Keys, isobit::detail::contiguous_elements Values, destination To = everyone>
[[nodiscard]] auto sum_by_key(Keys&& keys, Values const& values, MPI_Comm comm, To to = {}) {
  using key = std::ranges::range_value_t<Keys>;
  using T = std::ranges::range_value_t<Values>;
  using ranked = isobit::detail::key_rank<key>;
  using rank_type = typename ranked::type;
  static_assert(std::is_trivially_copyable_v<key> &&
                    (std::is_enum_v<key> || std::three_way_comparable<rank_type, std::strong_ordering>),
                "isobit::mpi::sum_by_key: keys travel as bytes and are sorted; use numbers, enumerations or the like");
  static_assert(std::same_as<T, float> || std::same_as<T, double>,
                "isobit::mpi::sum_by_key: values must be float or double");
  detail::communicator const ranks(comm, "sum_by_key");
  to.agree(ranks, "sum_by_key");
  detail::require_agreement(ranks, "sum_by_key", {{"size of a key", sizeof(key)}, {"size of a value", sizeof(T)}});
  std::span<T const> const amounts(std::ranges::data(values), std::ranges::size(values));

  // Keys and values are brought together first, so that a failure is known before the reduction.
  std::unordered_map<rank_type, exact> groups;
  std::exception_ptr problem;
  try {
    std::size_t i = 0;
    for (auto const& k : keys) {
      if (i < amounts.size()) groups[ranked::of(k)].add(amounts[i]);
      ++i;
    }
    if (i != amounts.size())
      throw error(status::invalid_argument, "isobit::mpi::sum_by_key: " + std::to_string(i) + " keys and " +
                                                std::to_string(amounts.size()) + " values; pass as many");
  } catch (...) {
    problem = std::current_exception();
  }

  std::vector<rank_type> mine;
  for (auto const& [k, state] : groups) mine.push_back(k);
  auto const all = detail::keys_of_all(ranks, mine);
  std::vector<exact> states(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto const found = groups.find(all[i]); found != groups.end()) states[i] = found->second;
  detail::merge_exact(ranks, std::span<exact>(states), problem, "sum_by_key");

  std::vector<group_sum<key, T>> sums;
  for (std::size_t i = 0; i < all.size(); ++i) sums.push_back({ranked::key_of(all[i]), states[i].template round<T>()});
  return to.keep(ranks, std::move(sums));
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
