#include <isobit/sum/grouped.hpp>

#include <limits>
#include <vector>

#include "sum/pair_sum.hpp"
#include "sum/reduce.hpp"
#include "sum/views.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class T>
void segmented_sum(driver_ref const& driver, std::span<T const> values, std::span<std::size_t const> offsets,
                   std::span<T> sums) {
  if (offsets.empty()) return;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    if (offsets[s] > offsets[s + 1])
      throw error(status::invalid_argument,
                  "isobit::segmented_sum: offsets[" + std::to_string(s + 1) + "] is below the one before");
  if (offsets.back() > values.size())
    throw error(status::out_of_range, "isobit::segmented_sum: the last offset, " + std::to_string(offsets.back()) +
                                          ", lies beyond the " + std::to_string(values.size()) + " values");
  if (overlap<T>(values, sums))
    throw error(status::invalid_argument,
                "isobit::segmented_sum: the sums would overwrite values that are still to be read; give them an array "
                "of their own");
  auto const& machine = summation::this_machine<T>();
  std::size_t const parts = std::min(driver.parts(values.size()), std::max<std::size_t>(sums.size(), 1));
  summation::for_each_part(driver, parts, sums.size(), [&](std::size_t first, std::size_t count, std::size_t) {
    for (std::size_t s = first; s < first + count; ++s)
      sums[s] = summation::reduce_serially(machine, typename terms<T>::values{values.data() + offsets[s]},
                                           offsets[s + 1] - offsets[s], summation::rounded_to<T>{});
  });
}

namespace {

using summation::pair_sum;

/// What a pair becomes that cannot hold its sum; it stays so.
constexpr double lost = std::numeric_limits<double>::quiet_NaN();
void add_or_lose(pair_sum& sum, double x) noexcept {
  if (!sum.add(x)) sum.low = lost;
}

/// For every group the sum of its values; a few values a group, and more threads cost more than they bring.
std::vector<pair_sum> pairs_of_groups(driver_ref const& driver, std::span<std::uint32_t const> groups, auto values,
                                      std::size_t count) {
  constexpr std::size_t least_values = 16;
  std::size_t const worth = std::max<std::size_t>(1, values.size() / (least_values * std::max<std::size_t>(count, 1)));
  std::size_t const parts = std::min(part_count(driver, values.size()), worth);
  std::vector<std::vector<pair_sum>> of_part(parts);
  summation::for_each_part(driver, parts, values.size(), [&](std::size_t first, std::size_t size, std::size_t part) {
    std::vector<pair_sum> sums(count);
    in_standard_environment([&](environment_guard&) {
      for (std::size_t i = first; i < first + size; ++i) add_or_lose(sums[groups[i]], static_cast<double>(values[i]));
    });
    of_part[part] = std::move(sums);
  });
  in_standard_environment([&](environment_guard&) {
    for (std::size_t part = 1; part < parts; ++part)
      for (std::size_t g = 0; g < count; ++g) {
        add_or_lose(of_part[0][g], of_part[part][g].high);
        if (of_part[part][g].low != 0) add_or_lose(of_part[0][g], of_part[part][g].low);  // +0 would hide a sum of -0
      }
  });
  return std::move(of_part[0]);
}

/// A counting sort puts the values of a group next to each other; then they are segments.
template <class T>
void sum_sorted_groups(driver_ref const& driver, std::span<std::uint32_t const> groups, std::span<T const> values,
                       std::span<T> sums) {
  std::vector<std::size_t> offsets(sums.size() + 1);
  for (std::uint32_t const group : groups) ++offsets[std::size_t{group} + 1];
  for (std::size_t g = 0; g < sums.size(); ++g) offsets[g + 1] += offsets[g];
  std::vector<T> sorted(values.size());
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < values.size(); ++i) sorted[next[groups[i]]++] = values[i];
  segmented_sum<T>(driver, sorted, offsets, sums);
}

/// The sums of the groups whose pairs were lost.
template <class T>
void sum_lost_groups(driver_ref const& driver, std::span<std::uint32_t const> groups, std::span<T const> values,
                     std::span<pair_sum const> pairs, std::span<T> sums) {
  std::vector<std::uint32_t> number(pairs.size()), chosen_groups, lost_groups;
  std::vector<T> chosen_values;
  for (std::uint32_t g = 0; g < pairs.size(); ++g)
    if (is_nan(pairs[g].low)) {
      number[g] = static_cast<std::uint32_t>(lost_groups.size());
      lost_groups.push_back(g);
    }
  if (lost_groups.empty()) return;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_nan(pairs[groups[i]].low)) {
      chosen_groups.push_back(number[groups[i]]);
      chosen_values.push_back(values[i]);
    }
  std::vector<T> results(lost_groups.size());
  sum_sorted_groups<T>(driver, chosen_groups, chosen_values, results);
  for (std::size_t k = 0; k < results.size(); ++k) sums[lost_groups[k]] = results[k];
}

}  // namespace

template <class T>
void sum_groups(driver_ref const& driver, std::span<std::uint32_t const> groups, std::span<T const> values,
                std::span<T> sums) {
  auto const pairs = pairs_of_groups(driver, groups, values, sums.size());
  bool negative_zeros = false;
  in_standard_environment([&](environment_guard&) {
    for (std::size_t g = 0; g < sums.size(); ++g) {
      sums[g] = pairs[g].is_negative_zero() ? T(0) : summation::round_pair<T>(pairs[g].high, pairs[g].low);
      negative_zeros |= pairs[g].is_negative_zero();
    }
  });
  // Nothing but -0, or nothing at all, which is +0.
  if (negative_zeros)
    for (std::uint32_t const group : groups)
      if (pairs[group].is_negative_zero()) sums[group] = integer::signed_zero<T>(true);
  sum_lost_groups<T>(driver, groups, values, pairs, sums);
}

template void segmented_sum(driver_ref const&, std::span<double const>, std::span<std::size_t const>,
                            std::span<double>);
template void segmented_sum(driver_ref const&, std::span<float const>, std::span<std::size_t const>, std::span<float>);
template void sum_groups(driver_ref const&, std::span<std::uint32_t const>, std::span<double const>, std::span<double>);
template void sum_groups(driver_ref const&, std::span<std::uint32_t const>, std::span<float const>, std::span<float>);

}  // namespace detail
ISOBIT_NAMESPACE_END
