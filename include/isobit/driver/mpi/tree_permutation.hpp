#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <isobit/driver/mpi/tree_mail.hpp>
#include <isobit/plan/distribution.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// From elements anywhere to even, contiguous shares: who sends what to whom, found out once. O(p) and O(n) numbers.
class tree_permutation {
public:
  /// `indices` are those of this rank's elements. Throws `error` on every rank unless each of 0, 1, ... comes once.
  tree_permutation(std::span<std::size_t const> indices, MPI_Comm comm);

  [[nodiscard]] distribution const& shares() const noexcept { return shares_; }
  /// The local elements, in the order in which they are sent; and the places in this rank's share of those received.
  [[nodiscard]] std::span<std::size_t const> sent() const noexcept { return sent_; }
  [[nodiscard]] std::span<std::size_t const> received() const noexcept { return received_; }
  /// One MPI_Alltoallv.
  void exchange(void const* from, void* to, wire_format format, MPI_Comm comm) const;

private:
  struct side {
    std::vector<int> counts, offsets;
    void set_offsets();
  };

  void exchange(void const* from, void* to, MPI_Datatype type, MPI_Comm comm) const;
  void sort(std::span<std::size_t const> indices);

  distribution shares_;
  side out_, in_;
  std::vector<std::size_t> sent_, received_;
};

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
