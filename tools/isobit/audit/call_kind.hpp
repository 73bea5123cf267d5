#pragma once

#include <string_view>

namespace isobit::tool {

/// Who gets which result of a reduction.
enum class call_kind {
  same_for_all,  ///< MPI_Allreduce
  root,          ///< MPI_Reduce
  split,         ///< MPI_Reduce_scatter, MPI_Reduce_scatter_block: every rank a part
  own,           ///< MPI_Scan, MPI_Exscan: every rank a result of its own
  local,         ///< MPI_Reduce_local, and what isobit does not know
};

/// From the name of the MPI function, nonblocking (I...), persistent (..._init) and large-count (..._c) ones included.
constexpr call_kind kind_of(std::string_view call) noexcept {
  auto const has = [&](std::string_view part) { return call.find(part) != call.npos; };
  if (has("llreduce")) return call_kind::same_for_all;
  if (has("educe_scatter")) return call_kind::split;
  if (has("scan") || has("Scan")) return call_kind::own;
  if (has("educe_local") || !has("educe")) return call_kind::local;
  return call_kind::root;
}

}  // namespace isobit::tool
