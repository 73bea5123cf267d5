#include <isobit/tree/distribution.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <isobit/error.hpp>

#include "arithmetic/environment.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

/// The first index behind the highest node at x > 0, or `end`.
std::size_t next_root(std::size_t x, std::size_t end) noexcept {
  std::size_t const last = tree::largest_subtree_child(x);
  return last < end ? last + 1 : end;
}

/// (base + alpha) * elements / ranks rounded down or up, the same in every environment.
std::size_t portion(double base, double alpha, std::size_t elements, std::size_t ranks, bool up) {
  return in_standard_rounding([&] {
    double share = (base + alpha) * static_cast<double>(elements) / static_cast<double>(ranks);
    pin(share);
    if (share >= 0x1p63) return std::size_t{1} << 63;
    auto const whole = static_cast<std::size_t>(share);
    return up && static_cast<double>(whole) < share ? whole + 1 : whole;
  });
}

}  // namespace

distribution::distribution(std::size_t elements, std::size_t ranks, distribution_kind kind, double alpha)
    : elements_(elements), ranks_(ranks), kind_(kind), upper_(kind == distribution_kind::upper) {
  if (ranks == 0)
    throw error(status::invalid_argument, "isobit::distribution: no ranks; elements need at least one to be on");
  if (!(alpha >= 0 && alpha < 1))
    throw error(status::invalid_argument,
                "isobit::distribution: alpha is the deviation from an even share, at least 0 and below 1");
  if (kind == distribution_kind::optimised) optimise(alpha);
  if (kind == distribution_kind::optimised_thesis) optimise_as_in_thesis(alpha);
}

std::size_t distribution::even_start(std::size_t rank) const noexcept {
  std::size_t const share = elements_ / ranks_, more = elements_ % ranks_;
  std::size_t const without = ranks_ - more;
  return rank * share + (upper_ ? rank - std::min(rank, without) : std::min(rank, more));
}

std::size_t distribution::even_rank(std::size_t x) const noexcept {
  std::size_t const share = elements_ / ranks_, more = elements_ % ranks_;
  if (upper_) {
    std::size_t const without = ranks_ - more, border = without * share;
    return x < border ? x / share : without + (x - border) / (share + 1);
  }
  std::size_t const border = more * (share + 1);
  return x < border ? x / (share + 1) : more + (x - border) / share;
}

std::size_t distribution::start_of(std::size_t rank) const noexcept {
  if (rank == ranks_) return elements_;
  if (!starts_.empty()) return starts_[rank];
  if (kind_ != distribution_kind::power_of_two) return even_start(rank);
  return std::min(rank * std::bit_floor(std::max<std::size_t>(elements_ / ranks_, 1)), elements_);
}

std::size_t distribution::start(std::size_t rank) const {
  require_rank(rank);
  return start_of(rank);
}

std::size_t distribution::count(std::size_t rank) const {
  require_rank(rank);
  return start_of(rank + 1) - start_of(rank);
}

std::size_t distribution::rank_from_index(std::size_t x) const {
  if (x >= elements_)
    throw error(status::invalid_argument, "isobit::distribution: no element " + std::to_string(x) + " of " +
                                              std::to_string(elements_) + "; pass an index below elements()");
  if (kind_ == distribution_kind::power_of_two) {
    auto const shift = static_cast<unsigned>(std::bit_width(std::max<std::size_t>(elements_ / ranks_, 1))) - 1;
    return std::min(x >> shift, ranks_ - 1);
  }
  std::size_t rank = even_rank(x);
  // Starts only move down, and not far: one step, or up to four with an alpha near 1. docs/maths/tree.md#rank
  if (!starts_.empty())
    while (rank + 1 < ranks_ && starts_[rank + 1] <= x) ++rank;
  return rank;
}

template <class Body> void distribution::for_each_outbound(std::size_t rank, Body body) const {
  std::size_t const begin = start_of(rank), end = start_of(rank + 1);
  if (begin == 0) return;  // whoever holds element 0 holds the root
  for (std::size_t x = begin; x < end; x = next_root(x, end)) body(x);
}

std::size_t distribution::message_count() const {
  std::size_t messages = 0;
  for (std::size_t rank = 0; rank < ranks_; ++rank) for_each_outbound(rank, [&](std::size_t) { ++messages; });
  return messages;
}

double distribution::score(double nanoseconds_a_message, double nanoseconds_an_addition) const {
  std::size_t largest = 0;
  for (std::size_t rank = 0; rank < ranks_; ++rank) largest = std::max(largest, start_of(rank + 1) - start_of(rank));
  std::size_t const messages = message_count();
  return in_standard_rounding([&] {
    double score =
        nanoseconds_a_message * static_cast<double>(messages) + nanoseconds_an_addition * static_cast<double>(largest);
    pin(score);
    return score;
  });
}

std::vector<distribution::outbound_root> distribution::outbound_roots(std::size_t rank) const {
  require_rank(rank);
  std::vector<outbound_root> roots;
  for_each_outbound(rank, [&](std::size_t x) { roots.push_back({x, rank_from_index(tree::parent(x))}); });
  return roots;
}

void distribution::require_rank(std::size_t rank) const {
  if (rank >= ranks_)
    throw error(status::invalid_argument, "isobit::distribution: no rank " + std::to_string(rank) + " of " +
                                              std::to_string(ranks_) + "; pass a rank below ranks()");
}

/// Equation 3.9: every start is cleared of its lowest bits while it stays within alpha of an even share.
void distribution::optimise(double alpha) {
  std::size_t const limit = portion(0, alpha, elements_, ranks_, false);
  starts_.resize(ranks_);
  for (std::size_t rank = 1; rank < ranks_; ++rank) {
    std::size_t const even = even_start(rank);
    std::size_t start = even;
    while (start != 0 && even - tree::parent(start) <= limit) start = tree::parent(start);
    starts_[rank] = start;
  }
}

/// The share of the rank before, counted from its own optimised start, is kept within alpha of an even one.
void distribution::optimise_as_in_thesis(double alpha) {
  std::size_t const least = portion(1, -alpha, elements_, ranks_, true);
  std::size_t const most = portion(1, alpha, elements_, ranks_, false);
  starts_.resize(ranks_);
  for (std::size_t rank = 1; rank < ranks_; ++rank) {
    std::size_t const before = starts_[rank - 1];
    auto const allowed = [&](std::size_t x) { return before < x && x - before >= least && x - before <= most; };
    std::size_t start = even_start(rank);
    if (allowed(start))
      while (allowed(tree::parent(start))) start = tree::parent(start);
    starts_[rank] = start;
  }
}

ISOBIT_NAMESPACE_END
