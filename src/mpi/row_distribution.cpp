#include <isobit/mpi/row_distribution.hpp>

#include <algorithm>
#include <string>
#include <variant>

#include <isobit/mpi/block_cyclic.hpp>

#include "arithmetic/hash.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

namespace {

using linalg::cyclic_axis;

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::invalid_argument, "isobit::mpi::sparse::row_distribution: " + why);
}

/// A block of rows a rank, in the order of the ranks: where each starts, and the end.
struct contiguous {
  std::vector<std::int64_t> starts;

  [[nodiscard]] int owner(std::int64_t row) const noexcept {
    return static_cast<int>(std::upper_bound(starts.begin(), starts.end(), row) - starts.begin()) - 1;
  }
  [[nodiscard]] std::int64_t local(std::int64_t row) const noexcept {
    return row - starts[static_cast<std::size_t>(owner(row))];
  }
  [[nodiscard]] std::int64_t global(std::int64_t local, int rank) const noexcept {
    return starts[static_cast<std::size_t>(rank)] + local;
  }
  [[nodiscard]] std::int64_t count(int rank) const noexcept {
    auto const r = static_cast<std::size_t>(rank);
    return starts[r + 1] - starts[r];
  }
};

/// Every row's owner and number there, and the rows by owner.
struct listed {
  std::vector<int> owners;
  std::vector<std::int64_t> locals, by_owner;
  contiguous places;

  [[nodiscard]] int owner(std::int64_t row) const noexcept { return owners[static_cast<std::size_t>(row)]; }
  [[nodiscard]] std::int64_t local(std::int64_t row) const noexcept { return locals[static_cast<std::size_t>(row)]; }
  [[nodiscard]] std::int64_t global(std::int64_t local, int rank) const noexcept {
    return by_owner[static_cast<std::size_t>(places.global(local, rank))];
  }
  [[nodiscard]] std::int64_t count(int rank) const noexcept { return places.count(rank); }
};

contiguous starts_of(std::span<std::int64_t const> sizes) {
  contiguous result{{0}};
  for (std::int64_t const size : sizes) {
    if (size < 0) refuse("a rank with " + std::to_string(size) + " rows");
    result.starts.push_back(result.starts.back() + size);
  }
  return result;
}

void require_ranks(std::int64_t rows, int ranks) {
  if (rows < 0 || ranks < 1) refuse(std::to_string(rows) + " rows on " + std::to_string(ranks) + " ranks");
}

}  // namespace

struct row_distribution::layout {
  std::int64_t rows = 0;
  int ranks = 0;
  std::variant<contiguous, cyclic_axis, listed> kind;
  std::uint64_t hash = 0;

  layout(std::int64_t rows_, int ranks_, std::variant<contiguous, cyclic_axis, listed> kind_)
      : rows(rows_), ranks(ranks_), kind(std::move(kind_)) {
    arithmetic::fnv1a all;
    auto const add = [&](auto number) { all.add(static_cast<std::uint64_t>(number)); };
    add(rows), add(ranks), add(kind.index());
    if (auto const* const blocks = std::get_if<contiguous>(&kind))
      for (auto const start : blocks->starts) add(start);
    else if (auto const* const axis = std::get_if<cyclic_axis>(&kind))
      add(axis->block);
    else
      for (int const owner : std::get<listed>(kind).owners) add(owner);
    hash = all.value();
  }

  /// body(kind), without the exception of std::visit: there always is one.
  template <class Body> auto with_kind(Body body) const noexcept {
    if (auto const* const blocks = std::get_if<contiguous>(&kind)) return body(*blocks);
    if (auto const* const axis = std::get_if<cyclic_axis>(&kind)) return body(*axis);
    return body(*std::get_if<listed>(&kind));
  }
};

row_distribution::row_distribution() : row_distribution(std::make_shared<layout const>(0, 0, contiguous{{0}})) {}

row_distribution row_distribution::even(std::int64_t rows, int ranks) {
  require_ranks(rows, ranks);
  std::vector<std::int64_t> sizes;
  for (int rank = 0; rank < ranks; ++rank) sizes.push_back(rows / ranks + (rank < rows % ranks ? 1 : 0));
  return blocks(sizes);
}

row_distribution row_distribution::blocks(std::span<std::int64_t const> sizes) {
  require_ranks(0, static_cast<int>(sizes.size()));
  contiguous made = starts_of(sizes);
  auto const rows = made.starts.back();
  return row_distribution(std::make_shared<layout const>(rows, static_cast<int>(sizes.size()), std::move(made)));
}
row_distribution row_distribution::blocks(std::span<int const> sizes) {
  return blocks(std::vector<std::int64_t>(sizes.begin(), sizes.end()));
}

row_distribution row_distribution::cyclic(std::int64_t rows, std::int64_t block, int ranks) {
  require_ranks(rows, ranks);
  if (block < 1) refuse("blocks of " + std::to_string(block) + " rows");
  return row_distribution(std::make_shared<layout const>(rows, ranks, cyclic_axis{rows, block, ranks}));
}

row_distribution row_distribution::list(std::span<int const> owners, int ranks) {
  require_ranks(0, ranks);
  listed made;
  made.owners.assign(owners.begin(), owners.end());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(ranks));
  for (std::size_t row = 0; row < owners.size(); ++row) {
    if (owners[row] < 0 || owners[row] >= ranks)
      refuse("row " + std::to_string(row) + " is on rank " + std::to_string(owners[row]) + " of " +
             std::to_string(ranks));
    made.locals.push_back(sizes[static_cast<std::size_t>(owners[row])]++);
  }
  made.places = starts_of(sizes);
  made.by_owner.resize(owners.size());
  for (std::size_t row = 0; row < owners.size(); ++row)
    made.by_owner[static_cast<std::size_t>(made.places.global(made.locals[row], owners[row]))] =
        static_cast<std::int64_t>(row);
  auto const rows = static_cast<std::int64_t>(owners.size());
  return row_distribution(std::make_shared<layout const>(rows, ranks, std::move(made)));
}

std::int64_t row_distribution::rows() const noexcept { return layout_->rows; }
int row_distribution::ranks() const noexcept { return layout_->ranks; }
std::uint64_t row_distribution::hash() const noexcept { return layout_->hash; }
index row_distribution::count(int rank) const noexcept {
  return layout_->with_kind([&](auto const& kind) { return static_cast<index>(kind.count(rank)); });
}
int row_distribution::owner(std::int64_t row) const noexcept {
  return layout_->with_kind([&](auto const& kind) { return kind.owner(row); });
}
index row_distribution::local(std::int64_t row) const noexcept {
  return layout_->with_kind([&](auto const& kind) { return static_cast<index>(kind.local(row)); });
}
std::int64_t row_distribution::global(index local, int rank) const noexcept {
  return layout_->with_kind([&](auto const& kind) { return static_cast<std::int64_t>(kind.global(local, rank)); });
}

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
