#include <isobit/sum/grouped.hpp>

#include <vector>

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
  auto const& machine = summation::this_machine();
  std::size_t const parts = std::min(driver.parts(values.size()), std::max<std::size_t>(sums.size(), 1));
  summation::for_each_part(driver, parts, sums.size(), [&](std::size_t first, std::size_t count, std::size_t) {
    for (std::size_t s = first; s < first + count; ++s)
      sums[s] = summation::reduce_serially(machine, typename terms<T>::values{values.data() + offsets[s]},
                                           offsets[s + 1] - offsets[s], summation::rounded_to<T>{});
  });
}

template <class T>
void sum_groups(driver_ref const& driver, std::span<std::uint32_t const> groups, std::span<T const> values,
                std::span<T> sums) {
  // A counting sort puts the values of a group next to each other; then they are segments.
  std::vector<std::size_t> offsets(sums.size() + 1);
  for (std::uint32_t const group : groups) ++offsets[std::size_t{group} + 1];
  for (std::size_t g = 0; g < sums.size(); ++g) offsets[g + 1] += offsets[g];
  std::vector<T> sorted(values.size());
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < values.size(); ++i) sorted[next[groups[i]]++] = values[i];
  segmented_sum<T>(driver, sorted, offsets, sums);
}

template void segmented_sum(driver_ref const&, std::span<double const>, std::span<std::size_t const>,
                            std::span<double>);
template void segmented_sum(driver_ref const&, std::span<float const>, std::span<std::size_t const>, std::span<float>);
template void sum_groups(driver_ref const&, std::span<std::uint32_t const>, std::span<double const>, std::span<double>);
template void sum_groups(driver_ref const&, std::span<std::uint32_t const>, std::span<float const>, std::span<float>);

}  // namespace detail
ISOBIT_NAMESPACE_END
