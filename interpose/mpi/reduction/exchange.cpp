#include "reduction/exchange.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

layout layout::of(std::span<std::size_t const> elements, carrier by) {
  layout result;
  result.counts.reserve(elements.size());
  result.firsts.reserve(elements.size());
  std::size_t first = 0;
  for (std::size_t const count : elements) {
    result.counts.push_back(static_cast<count_type>(count * by.per_element));
    result.firsts.push_back(static_cast<displacement_type>(first * by.per_element));
    first += count;
  }
  return result;
}

layout layout::even(int ranks, std::size_t elements, carrier by) {
  return of(std::vector<std::size_t>(static_cast<std::size_t>(ranks), elements), by);
}

gathering::gathering(reduction const& call) : call_(call), by_(carrier::of(call.type)) {
  auto const contributors = static_cast<std::size_t>(call.ranks.contributors);
  rows_ = contributors;
  row_length_ = call.count;
  if (call.what == form::reduce) {
    way_ = way::to_root;
    if (call.results() == 0) rows_ = 0;
  } else if (call.is_scatter() && !call.ranks.is_inter) {
    way_ = way::to_owner;
    row_length_ = call.results();
    sent_ = layout::of(call.parts, by_);
    received_ = layout::even(call.ranks.contributors, row_length_, by_);
  } else {
    // The sides of an intercommunicator do not know how the other side scatters.
    way_ = way::to_all;
  }
  // MPICH 4.0 gets the prepared forms for equal counts wrong, MPI_Allgather_init from its second start on.
  if (call.is_persistent && way_ != way::to_owner) received_ = layout::even(call.ranks.contributors, call.count, by_);
}

template <class Manner> int gathering::run(void* buffer, Manner manner) const {
  auto const n = static_cast<count_type>(call_.count * by_.per_element);
  MPI_Datatype const type = by_.type;
  std::byte const* const input = call_.input();
  auto const* const counts = received_.counts.data();
  auto const* const firsts = received_.firsts.data();
  if (way_ == way::to_owner)
    return ISOBIT_COLLECTIVE(Alltoallv, Ialltoallv, input, sent_.counts.data(), sent_.firsts.data(), type, buffer,
                             counts, firsts, type, call_.comm);
  if constexpr (std::is_same_v<Manner, prepared>)
    return way_ == way::to_root
               ? ISOBIT_COLLECTIVE(Gatherv, Igatherv, input, n, type, buffer, counts, firsts, type, call_.root,
                                   call_.comm)
               : ISOBIT_COLLECTIVE(Allgatherv, Iallgatherv, input, n, type, buffer, counts, firsts, type, call_.comm);
  else
    return way_ == way::to_root
               ? ISOBIT_COLLECTIVE(Gather, Igather, input, n, type, buffer, n, type, call_.root, call_.comm)
               : ISOBIT_COLLECTIVE(Allgather, Iallgather, input, n, type, buffer, n, type, call_.comm);
}

template int gathering::run(void*, at_once) const;
template int gathering::run(void*, started) const;
template int gathering::run(void*, prepared) const;

rows gathering::received(void const* buffer) const noexcept {
  std::size_t const skipped = way_ == way::to_all ? call_.first_result() : 0;
  return {static_cast<std::byte const*>(buffer) + skipped * call_.type.size(), row_length_ * call_.type.size(),
          call_.rows_of_results(), call_.results()};
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
