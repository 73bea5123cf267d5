#include <isobit/mpi/tree_permutation.hpp>

#include <isobit/mpi/tree_network.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

constexpr std::uint64_t none = tree_indices::none;

distribution even_shares(std::size_t count, MPI_Comm comm) {
  communicator const all(comm, "tree_plan");
  require_agreement(all, "tree_plan of indices", {});
  std::uint64_t total = count;
  check(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UINT64_T, MPI_SUM, comm), "MPI_Allreduce");
  return {static_cast<std::size_t>(total), static_cast<std::size_t>(all.size()), distribution_kind::lower};
}

}  // namespace

void tree_permutation::side::set_offsets() {
  offsets.resize(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
}

tree_permutation::tree_permutation(tree_indices const& given, MPI_Comm comm)
    : shares_(even_shares(given.all().size(), comm)) {
  std::span<std::size_t const> const indices = given.all();
  int rank = 0;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  std::size_t const total = shares_.elements();
  auto const me = static_cast<std::size_t>(rank);
  constexpr auto limit = static_cast<std::size_t>(std::numeric_limits<int>::max());

  std::uint64_t outside[] = {none, indices.size() > limit || shares_.count(me) > limit ? me : none, given.below_zero()};
  for (std::size_t const index : indices)
    if (index >= total) outside[0] = std::min<std::uint64_t>(outside[0], index);
  take_smallest(comm, outside);
  if (outside[2] != none)
    throw plan_error("-" + std::to_string(outside[2]) + " is one of the indices; each from 0 on must come once");
  if (outside[0] != none)
    throw plan_error("the indices of all ranks are " + std::to_string(total) + ", and " + std::to_string(outside[0]) +
                     " is one of them; each from 0 on must come once");
  if (outside[1] != none)
    throw plan_error("rank " + std::to_string(outside[1]) +
                     " has 2^31 elements or more; distribute them over more ranks");

  sort(indices);
  in_.counts.resize(shares_.ranks());
  check(MPI_Alltoall(out_.counts.data(), 1, MPI_INT, in_.counts.data(), 1, MPI_INT, comm), "MPI_Alltoall");
  // With a double index more elements could come than the share has, and too many for an int.
  std::uint64_t const coming = std::accumulate(in_.counts.begin(), in_.counts.end(), std::uint64_t{0});
  std::uint64_t too_many[] = {coming > limit ? me : none};
  take_smallest(comm, too_many);
  if (too_many[0] != none)
    throw plan_error("many indices come more than once, on rank " + std::to_string(too_many[0]) + " first");
  in_.set_offsets();

  std::vector<std::uint64_t> outgoing(sent_.size()), incoming(coming);
  std::transform(sent_.begin(), sent_.end(), outgoing.begin(), [&](std::size_t i) { return indices[i]; });
  exchange(outgoing.data(), incoming.data(), MPI_UINT64_T, comm);

  std::size_t const first = shares_.start(me);
  std::vector<bool> seen(shares_.count(me));
  std::uint64_t wrong[] = {none, none};
  for (std::uint64_t const index : incoming) {
    auto const place = static_cast<std::size_t>(index) - first;
    if (seen[place]) wrong[0] = std::min(wrong[0], index);
    seen[place] = true;
    received_.push_back(place);
  }
  auto const missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) wrong[1] = first + static_cast<std::size_t>(missing - seen.begin());
  take_smallest(comm, wrong);
  auto const text = [](std::uint64_t index) { return std::to_string(index); };
  if (wrong[0] != none)
    throw plan_error("index " + text(wrong[0]) + " comes more than once, and index " + text(wrong[1]) +
                     " is missing; each must come once");
}

/// By the rank they go to, and among those in the order in which they are.
void tree_permutation::sort(std::span<std::size_t const> indices) {
  out_.counts.resize(shares_.ranks());
  for (std::size_t const index : indices) ++out_.counts[shares_.rank_from_index(index)];
  out_.set_offsets();
  std::vector<int> next = out_.offsets;
  sent_.resize(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
    sent_[static_cast<std::size_t>(next[shares_.rank_from_index(indices[i])]++)] = i;
}

void tree_permutation::exchange(void const* from, void* to, MPI_Datatype type, MPI_Comm comm) const {
  check(MPI_Alltoallv(from, out_.counts.data(), out_.offsets.data(), type, to, in_.counts.data(), in_.offsets.data(),
                      type, comm),
        "MPI_Alltoallv");
}

void tree_permutation::exchange(void const* from, void* to, wire_format format, MPI_Comm comm) const {
  MPI_Datatype value = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(format.items, format.type, &value), "MPI_Type_contiguous");
  check(MPI_Type_commit(&value), "MPI_Type_commit");
  exchange(from, to, value, comm);
  check(MPI_Type_free(&value), "MPI_Type_free");
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
