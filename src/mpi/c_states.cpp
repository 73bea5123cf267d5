#include <concepts>
#include <cstring>
#include <vector>

#include <isobit/mpi/grouped.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/tree_plan.hpp>

#include "c/accumulator_handle.hpp"
#include "c/exact_handle.hpp"
#include "c/opaque_tree.hpp"
#include "mpi/agree.hpp"
#include "mpi/c_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

namespace isobit::c_interface {
namespace {

/// How many bytes each rank's state has.
std::vector<std::uint64_t> sizes_of_all(mpi::detail::communicator const& ranks, std::uint64_t mine) {
  auto const bytes = mpi::detail::gather_bytes(ranks, std::as_bytes(std::span(&mine, 1)));
  std::vector<std::uint64_t> sizes(bytes.size() / sizeof mine);
  std::memcpy(sizes.data(), bytes.data(), bytes.size());
  return sizes;
}

/// None of what lies at a null pointer: a plan for more of them tells all ranks.
std::size_t readable(void const* values, std::size_t count) { return values == nullptr ? 0 : count; }

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

isobit_status isobit_mpi_exact_merge(isobit_exact* state, MPI_Comm comm) {
  return guard([&] {
    mpi::detail::communicator const ranks(comm, "merge");
    exact_product merged;
    auto const problem = mpi::detail::problem_of([&] {
      require_pointers(state);
      merged = state->value;
    });
    mpi::detail::merge_exact(ranks, std::span(&merged, 1), problem, "merge");
    state->value = merged;
  });
}

isobit_status isobit_mpi_accumulator_merge(isobit_accumulator* state, MPI_Comm comm) {
  return guard([&] {
    mpi::detail::communicator const ranks(comm, "merge");
    std::vector<std::byte> mine;
    std::uint64_t method = 0;
    auto const problem = mpi::detail::problem_of([&] {
      require_pointers(state);
      method = state->method();
      mine = state->serialise();
    });
    mpi::detail::agree(ranks, "merge", problem, {{"method of their accumulators", method}});
    // From here on all ranks do the same, so what is wrong is found by all.
    auto const sizes = sizes_of_all(ranks, mine.size());
    auto const all = mpi::detail::gather_bytes(ranks, mine);
    auto const merged = state->copy(), next = state->copy();
    std::size_t start = 0;
    for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
      (rank == 0 ? merged : next)->deserialise(std::span(all).subspan(start, sizes[rank]));
      if (rank != 0) merged->merge(*next);
      start += sizes[rank];
    }
    state->deserialise(merged->serialise());
  });
}

isobit_status isobit_mpi_tree_reduce(void const* values, size_t count, size_t size,
                                     void (*operation)(void*, void const*, void const*, void*), void* context,
                                     MPI_Comm comm, int root, void* result) {
  return guard([&] {
    opaque_tree const tree{size, operation, context};
    auto const value_at = [&](std::byte const* place) { return tree.value_at(place); };
    auto const combine = [&](opaque_value const& left, opaque_value const& right) {
      return tree.combined(left, right);
    };
    mpi::tree_plan const plan({"tree_reduce", size}, count, comm);
    auto const places = tree.places(values, readable(values, count));
    auto const call = [&](auto to) {
      if constexpr (std::same_as<decltype(to), mpi::root>)
        return plan.reduce(places, combine, to, value_at);
      else
        return plan.allreduce(places, combine, value_at);
    };
    deliver(root, call, [&](opaque_value const& value) {
      require_pointers(result);
      std::memcpy(result, value.bytes.data(), size);
    });
  });
}

#define ISOBIT_ENTRY(suffix, T)                                                                                      \
  isobit_status isobit_mpi_tree_sum_##suffix(T const* values, size_t count, MPI_Comm comm, int root, size_t threads, \
                                             T* result) {                                                            \
    return on_rank(threads, [&](driver_ref const& driver) {                                                          \
      mpi::tree_plan const plan({"tree_sum", sizeof(T)}, count, comm);                                               \
      std::span const mine(values, readable(values, count));                                                         \
      deliver_to(result, root, [&](auto to) {                                                                        \
        if constexpr (std::same_as<decltype(to), mpi::root>)                                                         \
          return plan.sum(mine, to, driver);                                                                         \
        else                                                                                                         \
          return plan.sum(mine, driver);                                                                             \
      });                                                                                                            \
    });                                                                                                              \
  }
ISOBIT_ENTRY(f64, double)
ISOBIT_ENTRY(f32, float)
#undef ISOBIT_ENTRY

}  // extern "C"
