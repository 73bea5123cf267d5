#pragma once

#include <isobit/mpi/wire.hpp>

#include "mpi/window.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// The datatype of a window and the operation that merges two.
template <int Words> wire_operation const& window_operation() {
  static wire_operation const handles =
      make_operation(make_struct({{0, 1 + Words, MPI_UINT64_T}}, sizeof(window<Words>)),
                     [](void* in, void* in_out, int* count, MPI_Datatype*) {
                       auto const* const theirs = static_cast<window<Words> const*>(in);
                       auto* const mine = static_cast<window<Words>*>(in_out);
                       for (int i = 0; i < *count; ++i) mine[i].merge(theirs[i]);
                     });
  return handles;
}

/// What a rank that has no result sends.
template <class Window> Window failed_window(int rank) noexcept {
  window_header header;
  header.failed = static_cast<std::uint32_t>(rank) + 1;
  Window result;
  result.header = header.word();
  return result;
}

/// The lowest rank that failed, or -1.
template <class Window> int failed_rank(Window const& merged) noexcept {
  return static_cast<int>(window_header::of(merged.header).failed) - 1;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
