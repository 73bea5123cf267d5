#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <isobit/sparse/assemble.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Contributions after which it is looked which sums are complete.
inline constexpr std::size_t batch = std::size_t{1} << 12;

[[nodiscard]] inline std::size_t batches_of(std::size_t count) noexcept { return (count + batch - 1) / batch; }

/// When sums, of which there are `end`, are begun and complete if contributions come to them in this order; nothing
/// where one is to another sum.
template <class Index> detail::batch_schedule schedule_of(std::span<Index const> order, std::size_t end) {
  std::size_t const batches = batches_of(order.size());
  detail::batch_schedule schedule;
  schedule.begun.resize(batches), schedule.complete.resize(batches);
  std::vector<Index> least(batches);
  std::size_t begun = 0;
  for (std::size_t b = 0; b < batches; ++b) {
    auto const of_batch = order.subspan(b * batch, std::min(batch, order.size() - b * batch));
    Index smallest = of_batch.front(), largest = smallest;
    for (Index const one : of_batch) smallest = std::min(smallest, one), largest = std::max(largest, one);
    if (smallest < 0 || static_cast<std::size_t>(largest) >= end) return {};
    least[b] = smallest;
    schedule.begun[b] = begun = std::max(begun, static_cast<std::size_t>(largest) + 1);
  }
  std::size_t later = end, complete = 0;
  for (std::size_t b = batches; b-- > 0;) {
    schedule.complete[b] = std::min(later, schedule.begun[b]);
    later = std::min(later, static_cast<std::size_t>(least[b]));
  }
  for (std::size_t b = 0; b < batches; ++b) {
    while (schedule.ring < schedule.begun[b] - complete) schedule.ring *= 2;
    complete = schedule.complete[b];
  }
  return schedule;
}

}  // namespace sparse
ISOBIT_NAMESPACE_END
