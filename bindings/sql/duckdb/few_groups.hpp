#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/environment.hpp"
#include "host.h"

/// The sums of a chunk's rows by group, where groups are few. Added to a group itself, a row would wait for the one
/// before; here the rows of a group go to lanes in turn, each cut in two halves that are added up apart, which is exact
/// as long as the machine's flags stay clear: docs/maths/sum.md#flags
namespace isobit::sql {

/// Groups that some rows of a chunk belong to: nearly all of its groups, where they are few.
struct sampled_groups {
  static constexpr idx_t samples = 16;
  std::array<duckdb_aggregate_state, samples> groups = {};
  std::size_t size = 0;

  sampled_groups(duckdb_aggregate_state const* states, idx_t count) {
    for (idx_t i = 0; i < samples; ++i) {
      auto const state = states[i * count / samples];
      std::size_t k = 0;
      while (k < size && groups[k] != state) ++k;
      if (k == size) groups[size++] = state;
    }
  }
};

struct lane {
  double high = -0.0, low = 0;
  std::uint64_t count = 0;

  [[nodiscard]] bool is_finite() const { return high - high == 0 && low - low == 0; }
};
constexpr std::uint64_t upper_half = ~std::uint64_t{0} << 27;

/// Rows that were not added; where they are many, groups are not few.
class rows_left {
public:
  bool add(idx_t row) {
    if (size_ == most) return false;
    rows_[size_++] = row;
    return true;
  }
  [[nodiscard]] idx_t const* begin() const { return rows_.data(); }
  [[nodiscard]] idx_t const* end() const { return rows_.data() + size_; }

private:
  static constexpr std::size_t most = 256;
  std::array<idx_t, most> rows_;
  std::size_t size_ = 0;
};

/// On any machine: a table of a few places, each for the group that came first.
class sums_in_table {
public:
  rows_left left;

  /// False where sums were rounded or are not finite, or the groups are not so few.
  template <class T> bool add(sampled_groups const&, duckdb_aggregate_state const* states, T const* x, idx_t count) {
    return in_standard_environment([&](environment_guard& environment) {
      idx_t row = 0;
      for (; row + lane_count <= count; row += lane_count) {
#pragma GCC unroll 2
        for (std::size_t k = 0; k < lane_count; ++k)
          if (!add_row(states[row + k], x[row + k], row + k, k)) [[unlikely]]
            return false;
      }
      for (; row < count; ++row)
        if (!add_row(states[row], x[row], row, 0)) return false;
      bool finite = true;
      for_each_lane([&](auto, lane const& from) { finite &= from.is_finite(); });
      return finite && !environment.rounded();
    });
  }

  /// action(group, lane) for every lane.
  template <class Action> void for_each_lane(Action const& action) const {
    for (std::size_t place = 0; place < place_count; ++place)
      if (owners_[place] != nullptr)
        for (lane const& from : lanes_[place]) action(owners_[place], from);
  }

private:
  static constexpr int place_bits = 6;
  static constexpr std::size_t place_count = std::size_t{1} << place_bits, lane_count = 2;

  [[gnu::always_inline]] bool add_row(duckdb_aggregate_state group, double x, idx_t row, std::size_t k) {
    std::size_t const place = reinterpret_cast<std::uintptr_t>(group) * 0x9e3779b97f4a7c15u >> (64 - place_bits);
    if (owners_[place] != group) [[unlikely]] {
      if (owners_[place] != nullptr) return left.add(row);
      owners_[place] = group;
      lanes_[place] = {};
    }
    lane& into = lanes_[place][k];
    double const half = from_bits<double>(bits_of(x) & upper_half);
    into.high += half;
    into.low += x - half;
    ++into.count;
    return true;
  }

  std::array<duckdb_aggregate_state, place_count> owners_ = {};
  std::array<std::array<lane, lane_count>, place_count> lanes_;  // of a place that has an owner
};

}  // namespace isobit::sql
