#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include <mpi.h>

#include "basics/failure.hpp"
#include "input/reader.hpp"

namespace isobit::tool {

/// What a rank brings to `least` that has nothing to say.
inline constexpr std::uint64_t nothing = std::numeric_limits<std::int64_t>::max();

/// Another rank tells the user; this one leaves with the same status.
struct failure_elsewhere {
  exit_code code;
};

/// This process among those of an MPI job. All members but the first few are collective.
class ranks {
public:
  explicit ranks(MPI_Comm comm);

  [[nodiscard]] MPI_Comm communicator() const noexcept { return comm_; }
  [[nodiscard]] bool is_first() const noexcept { return rank_ == 0; }
  [[nodiscard]] share part() const noexcept { return {rank_, size_}; }

  // Of numbers below 2^63: MPICH 4.0 compares unsigned ones as if they were signed.
  [[nodiscard]] std::uint64_t sum(std::uint64_t mine) const { return reduced(mine, MPI_SUM); }
  [[nodiscard]] std::uint64_t least(std::uint64_t mine) const { return reduced(mine, MPI_MIN); }
  [[nodiscard]] std::uint64_t largest(std::uint64_t mine) const { return reduced(mine, MPI_MAX); }

  /// What `work()` gives here. Where it failed on any rank, throws on all: the failure that comes first in the input on
  /// its rank, `failure_elsewhere` on the others. So no rank goes on to wait for one that does not.
  template <class Work> std::invoke_result_t<Work> together(Work work) const {
    std::optional<std::invoke_result_t<Work>> result;
    std::optional<failure> problem;
    try {
      result.emplace(work());
    } catch (...) {
      problem = current_failure();
    }
    agree(problem);
    return std::move(*result);
  }

  /// Throws, on all ranks, where they do not have the same hash.
  void require_same(std::uint64_t hash, failure const& otherwise) const;

private:
  [[nodiscard]] std::uint64_t reduced(std::uint64_t mine, MPI_Op operation) const;
  void agree(std::optional<failure> const& mine) const;

  MPI_Comm comm_;
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
};

}  // namespace isobit::tool
