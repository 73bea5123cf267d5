#pragma once

#include <cstddef>
#include <vector>

#include <isobit/tree/tree_index.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Ways to share N elements out over ranks, each a contiguous piece. The result of a reduction along the tree is the
/// same for all; the number of messages is not. docs/maths/tree.md#distributions
enum class distribution_kind {
  lower,             ///< even; the first N mod p ranks hold one element more
  upper,             ///< even; the last N mod p ranks hold one element more
  power_of_two,      ///< the same power of two on all ranks but the last, which holds the rest
  optimised,         ///< even, then every start moved down to a rounder index, by up to alpha * N/p
  optimised_thesis,  ///< the recipe behind the figures of the thesis, which is not the one in its text
};

/// Which rank holds which elements: the same on every rank, machine and in every floating-point environment.
///
///     isobit::distribution shares(n, ranks);
///     auto mine = std::span(values).subspan(shares.start(rank), shares.count(rank));
class ISOBIT_API distribution {
public:
  /// A subtree that a rank reduces and sends away: the node (index, max_y(index)), needed by rank `to`.
  struct outbound_root {
    std::size_t index;
    std::size_t to;
    bool operator==(outbound_root const&) const = default;
  };

  /// `alpha` is how far the optimised kinds may deviate from an even share, relative to it. Throws `error` for no
  /// ranks, or for an alpha outside of [0, 1).
  distribution(std::size_t elements, std::size_t ranks, distribution_kind kind = distribution_kind::optimised,
               double alpha = 0.2);

  [[nodiscard]] std::size_t elements() const noexcept { return elements_; }
  [[nodiscard]] std::size_t ranks() const noexcept { return ranks_; }
  [[nodiscard]] distribution_kind kind() const noexcept { return kind_; }

  /// The index of a rank's first element, and how many it holds. Throw `error` for a rank that is not there.
  [[nodiscard]] std::size_t start(std::size_t rank) const;
  [[nodiscard]] std::size_t count(std::size_t rank) const;

  /// The rank that holds element x, in constant time. Throws `error` for x >= elements().
  [[nodiscard]] std::size_t rank_from_index(std::size_t x) const;

  /// How many values cross from rank to rank: pairs of a highest node and its parent on different ranks. Algorithm 2
  [[nodiscard]] std::size_t message_count() const;

  /// The time of a reduction in the model of the thesis, equation 3.7, in nanoseconds: so long a message, so long an
  /// addition.
  [[nodiscard]] double score(double nanoseconds_a_message = 281, double nanoseconds_an_addition = 4.15) const;

  /// What a rank sends, and to whom, in the order of the indices. Throws `error` for a rank that is not there.
  [[nodiscard]] std::vector<outbound_root> outbound_roots(std::size_t rank) const;

private:
  [[nodiscard]] std::size_t start_of(std::size_t rank) const noexcept;
  [[nodiscard]] std::size_t even_start(std::size_t rank) const noexcept;
  [[nodiscard]] std::size_t even_rank(std::size_t x) const noexcept;
  template <class Body> void for_each_outbound(std::size_t rank, Body body) const;
  void require_rank(std::size_t rank) const;
  void optimise(double alpha);
  void optimise_as_in_thesis(double alpha);

  std::size_t elements_;
  std::size_t ranks_;
  distribution_kind kind_;
  bool upper_;                       // the even distribution underneath
  std::vector<std::size_t> starts_;  // of the optimised kinds
};

ISOBIT_NAMESPACE_END
