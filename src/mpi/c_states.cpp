#include <concepts>
#include <cstring>
#include <memory>
#include <vector>

#include <isobit/mpi/grouped.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/tree_plan.hpp>

#include "c/exact_handle.hpp"
#include "mpi/c_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

namespace isobit::c_interface {
namespace {

using accumulator_owner = std::unique_ptr<isobit_accumulator, decltype(&isobit_accumulator_destroy)>;

/// What failed in another function of the C interface.
void require_ok(isobit_status status) {
  if (status != ISOBIT_OK) throw error(static_cast<isobit::status>(status), isobit_last_error());
}

accumulator_owner copy_of(isobit_accumulator const* state) {
  isobit_accumulator* copy = nullptr;
  require_ok(isobit_accumulator_copy(state, &copy));
  return {copy, isobit_accumulator_destroy};
}

std::vector<std::byte> bytes_of(isobit_accumulator const* state) {
  std::size_t size = 0;
  require_ok(isobit_accumulator_serialise(state, nullptr, 0, &size));
  std::vector<std::byte> bytes(size);
  require_ok(isobit_accumulator_serialise(state, bytes.data(), size, &size));
  return bytes;
}

/// How many bytes each rank's state has.
std::vector<std::uint64_t> sizes_of_all(mpi::detail::communicator const& ranks, std::uint64_t mine) {
  auto const bytes = mpi::detail::gather_bytes(ranks, std::as_bytes(std::span(&mine, 1)));
  std::vector<std::uint64_t> sizes(bytes.size() / sizeof mine);
  std::memcpy(sizes.data(), bytes.data(), bytes.size());
  return sizes;
}

/// None of what lies at a null pointer: a plan for more of them tells all ranks.
std::size_t readable(void const* values, std::size_t count) { return values == nullptr ? 0 : count; }

/// A value of the caller's tree, which no one but his operation looks into.
struct opaque_value {
  std::vector<std::byte> bytes;
  [[nodiscard]] std::vector<std::byte> const& serialise() const { return bytes; }
  static opaque_value deserialise(std::span<std::byte const> from) { return {{from.begin(), from.end()}}; }
};

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

isobit_status isobit_mpi_exact_merge(isobit_exact* state, MPI_Comm comm) {
  return guard([&] {
    require_pointers(state);
    state->value = mpi::merge(state->value, comm);
  });
}

isobit_status isobit_mpi_accumulator_merge(isobit_accumulator* state, MPI_Comm comm) {
  return guard([&] {
    require_pointers(state);
    mpi::detail::communicator const ranks(comm, "merge");
    auto const mine = bytes_of(state);
    auto const sizes = sizes_of_all(ranks, mine.size());
    auto const all = mpi::detail::gather_bytes(ranks, mine);
    accumulator_owner merged = copy_of(state), next = copy_of(state);
    std::size_t start = 0;
    for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
      auto* const into = rank == 0 ? merged.get() : next.get();
      require_ok(isobit_accumulator_deserialise(into, all.data() + start, sizes[rank]));
      if (rank != 0) require_ok(isobit_accumulator_merge(merged.get(), next.get()));
      start += sizes[rank];
    }
    auto const bytes = bytes_of(merged.get());
    require_ok(isobit_accumulator_deserialise(state, bytes.data(), bytes.size()));
  });
}

isobit_status isobit_mpi_tree_reduce(void const* values, size_t count, size_t size,
                                     void (*operation)(void*, void const*, void const*, void*), void* context,
                                     MPI_Comm comm, int root, void* result) {
  return guard([&] {
    auto const* const first = static_cast<std::byte const*>(values);
    auto const value_at = [&](std::byte const* place) { return opaque_value{{place, place + size}}; };
    auto const combine = [&](opaque_value const& left, opaque_value const& right) {
      if (operation == nullptr)
        throw error(status::invalid_argument, "isobit: invalid argument: a null pointer for the operation");
      opaque_value combined{std::vector<std::byte>(size)};
      operation(context, left.bytes.data(), right.bytes.data(), combined.bytes.data());
      return combined;
    };
    mpi::tree_plan const plan({"tree_reduce", size}, count, comm);
    std::vector<std::byte const*> places(readable(values, count));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = first + i * size;
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
