#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/tree_value.hpp>
#include <isobit/tree/distribution.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

template <class Indices>
concept index_range = std::ranges::contiguous_range<Indices const> && std::ranges::sized_range<Indices const> &&
    std::integral<std::ranges::range_value_t<Indices>> && !std::same_as<std::ranges::range_value_t<Indices>, bool>;

/// Integers of any type as indices; copied unless they are std::size_t already.
class tree_indices {
public:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  template <index_range Indices> explicit tree_indices(Indices const& indices) {
    using integer = std::ranges::range_value_t<Indices>;
    std::span<integer const> const given(std::ranges::data(indices), std::ranges::size(indices));
    if constexpr (std::same_as<integer, std::size_t>) {
      all_ = given;
    } else {
      for (integer const one : given) {
        copy_.push_back(static_cast<std::size_t>(one));
        if constexpr (std::is_signed_v<integer>)
          if (one < 0) below_zero_ = std::min(below_zero_, 0 - static_cast<std::uint64_t>(one));
      }
      all_ = copy_;
    }
  }
  tree_indices(tree_indices const&) = delete;
  tree_indices& operator=(tree_indices const&) = delete;

  [[nodiscard]] std::span<std::size_t const> all() const noexcept { return all_; }
  /// How far the first negative index lies below zero, or `none`.
  [[nodiscard]] std::uint64_t below_zero() const noexcept { return below_zero_; }

private:
  std::vector<std::size_t> copy_;
  std::span<std::size_t const> all_;
  std::uint64_t below_zero_ = none;
};

/// From elements anywhere to even, contiguous shares: who sends what to whom, found out once. O(p) and O(n) numbers.
class ISOBIT_API tree_permutation {
public:
  /// `indices` are those of this rank's elements. Throws `error` on every rank unless each of 0, 1, ... comes once.
  tree_permutation(tree_indices const& indices, MPI_Comm comm);

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
