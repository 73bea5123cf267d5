#pragma once

#include <string>

#include "interpose/mpi/log/log.hpp"

namespace isobit::tool {

/// How many receives of all ranks took the message that came first: a source of differences that no reduction cures.
struct receive_counts {
  std::uint64_t all = 0;               ///< receives, probes not counted
  std::uint64_t any_source = 0;        ///< of these, with MPI_ANY_SOURCE
  std::uint64_t any_source_probe = 0;  ///< probes with it that found a message
  std::uint64_t any_request = 0;       ///< MPI_Waitany and its kind

  void add(interpose::receive_record const& record) noexcept;
  /// Whether the program may get its messages in another order in every run.
  [[nodiscard]] bool in_any_order() const noexcept { return any_source + any_source_probe != 0; }
};

/// The word for a kind of receive.
std::string_view name_of(interpose::receive_record::kind what) noexcept;

/// "99 of 100 receives (99 %) and 3 probes with MPI_ANY_SOURCE".
std::string text_of(receive_counts const& counts);

}  // namespace isobit::tool
