#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/method/reduce_stream.hpp>

#include "../basics/failure.hpp"
#include "../basics/left_out.hpp"
#include "../input/table_source.hpp"

namespace isobit::tool {

/// Cells for every key that has been seen, as many as there are columns. A hash table whose slots say where a group is.
template <class Cell> class group_map {
public:
  struct group {
    std::string key;
    std::size_t hash;
  };

  explicit group_map(std::size_t columns) : columns_(columns), slots_(least_slots, empty) {}

  /// The place of a key's group, which is made where there is none.
  std::size_t place_of(std::string_view key, std::size_t hash) {
    for (std::size_t at = hash;; ++at) {
      std::uint32_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot == empty) {
        slot = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({std::string(key), hash});
        for (std::size_t c = 0; c < columns_; ++c) cells_.emplace_back();
        if (2 * groups_.size() > slots_.size()) double_slots();
        return groups_.size() - 1;
      }
      if (groups_[slot].hash == hash && groups_[slot].key == key) return slot;
    }
  }
  static std::size_t hash_of(std::string_view key) noexcept { return std::hash<std::string_view>()(key); }

  [[nodiscard]] std::size_t size() const noexcept { return groups_.size(); }
  [[nodiscard]] group const& operator[](std::size_t place) const { return groups_[place]; }
  [[nodiscard]] Cell& cell(std::size_t place, std::size_t column) { return cells_[place * columns_ + column]; }
  [[nodiscard]] Cell const& cell(std::size_t place, std::size_t column) const {
    return cells_[place * columns_ + column];
  }
  void clear() {
    groups_.clear();
    cells_.clear();
    slots_.assign(slots_.size(), empty);
  }

private:
  static constexpr std::uint32_t empty = 0xffffffff;
  static constexpr std::size_t least_slots = 16;

  void double_slots() {
    if (groups_.size() >= empty / 2) throw failure(exit_code::internal, "there are more groups than isobit can hold");
    slots_.assign(2 * slots_.size(), empty);
    for (std::size_t place = 0; place < groups_.size(); ++place) {
      std::size_t at = groups_[place].hash;
      while (slots_[at & (slots_.size() - 1)] != empty) ++at;
      slots_[at & (slots_.size() - 1)] = static_cast<std::uint32_t>(place);
    }
  }

  std::size_t columns_;
  std::vector<std::uint32_t> slots_;
  std::deque<group> groups_;  // these grow without a copy of what is there
  std::deque<Cell> cells_;
};

/// The groups of the whole input, which all threads add to. It is cut into parts, each with a lock of its own.
template <class Cell> class shared_groups {
public:
  explicit shared_groups(std::size_t columns) : columns_(columns) {
    for (std::size_t i = 0; i < std::size_t{1} << part_bits; ++i) parts_.emplace_back(columns);
  }

  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  /// Adds the groups of one thread, and empties them.
  void take(group_map<Cell>& mine) {
    for (std::size_t place = 0; place < mine.size(); ++place) {
      auto const& [key, hash] = mine[place];
      part& there = parts_[hash >> (64 - part_bits)];
      std::lock_guard const lock(there.sharing);
      std::size_t const same = there.groups.place_of(key, hash);
      for (std::size_t c = 0; c < columns_; ++c) there.groups.cell(same, c).merge(mine.cell(place, c));
    }
    mine.clear();
  }

  /// A group of the result.
  struct found {
    group_map<Cell> const* groups;
    std::size_t place;
    [[nodiscard]] std::string_view key() const { return (*groups)[place].key; }
    [[nodiscard]] Cell const& cell(std::size_t column) const { return groups->cell(place, column); }
  };
  /// All of them, in no order.
  [[nodiscard]] std::vector<found> all() const {
    std::vector<found> list;
    for (auto const& each : parts_)
      for (std::size_t place = 0; place < each.groups.size(); ++place) list.push_back({&each.groups, place});
    return list;
  }

private:
  static constexpr int part_bits = 6;
  struct part {
    explicit part(std::size_t columns) : groups(columns) {}
    std::mutex sharing;
    group_map<Cell> groups;
  };
  std::size_t columns_;
  std::deque<part> parts_;
};

/// What was left out: of every column its entries, and rows that have too few or too many fields.
struct table_left_out {
  std::vector<left_out> columns;
  std::uint64_t bad_rows = 0;
};

/// What one thread has seen. Few groups stay with it, so that threads wait for each other rarely; many are handed over.
template <class Cell> class grouping {
public:
  explicit grouping(shared_groups<Cell>& all) : all_(&all), mine_(all.columns()) {
    skipped_.columns.resize(all.columns());
  }

  void add(table_rows const& rows) {
    places_.clear();
    for (std::size_t r = 0; r < rows.rows; ++r)
      places_.push_back(mine_.place_of(rows.keys[r], mine_.hash_of(rows.keys[r])));
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
      auto const values = rows.columns[c].values.span();
      auto const entries = rows.columns[c].entries.span();
      for (std::size_t r = 0; r < rows.rows; ++r) {
        if (entries[r] == entry::number) [[likely]]
          mine_.cell(places_[r], c).add(values[r]);
        else
          ++(entries[r] == entry::missing ? skipped_.columns[c].missing : skipped_.columns[c].bad);
      }
    }
    skipped_.bad_rows += rows.bad_rows;
    if (mine_.size() > most_of_mine) all_->take(mine_);
  }
  void merge(grouping&& other) {
    all_->take(other.mine_);
    for (std::size_t c = 0; c < skipped_.columns.size(); ++c) skipped_.columns[c] += other.skipped_.columns[c];
    skipped_.bad_rows += other.skipped_.bad_rows;
  }
  /// Hands over what is left.
  table_left_out finish() {
    all_->take(mine_);
    return std::move(skipped_);
  }

private:
  static constexpr std::size_t most_of_mine = std::size_t{1} << 14;
  shared_groups<Cell>* all_;
  group_map<Cell> mine_;
  std::vector<std::size_t> places_;  // of the rows' groups
  table_left_out skipped_;
};

/// Adds all rows to their groups, on so many threads, whose number does not show: the sums are exact until the end.
template <class Cell>
table_left_out group_rows(table_source& source, shared_groups<Cell>& into, std::size_t thread_count) {
  auto const rows = block_stream_of<table_rows>([&source](table_rows& next) { return source.cut(next); },
                                                [&source](table_rows& next) { source.decode(next); });
  return isobit::detail::reduce_blocks<grouping<Cell>>(threads(thread_count), rows,
                                                       [&into] { return grouping<Cell>(into); })
      .finish();
}

}  // namespace isobit::tool
