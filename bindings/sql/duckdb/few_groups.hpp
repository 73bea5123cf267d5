#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/environment.hpp"
#include "host.h"

namespace isobit::sql {

/// How many groups some rows of a chunk belong to: nearly all of its groups, where they are few.
inline std::size_t sampled_groups(duckdb_aggregate_state const* states, idx_t count) {
  constexpr idx_t samples = 16;
  std::array<duckdb_aggregate_state, samples> found;
  std::size_t size = 0;
  for (idx_t i = 0; i < samples; ++i) {
    auto const state = states[i * count / samples];
    std::size_t k = 0;
    while (k < size && found[k] != state) ++k;
    if (k == size) found[size++] = state;
  }
  return size;
}

/// The sums of a chunk's rows by group, for a few groups. Added to a group itself, a row would wait for the one before;
/// here rows go to the lanes of their group in turn, each cut in two halves that are added up apart, which is exact as
/// long as the machine's flags stay clear: docs/maths/sum.md#flags
class sums_of_few_groups {
public:
  struct lane {
    double high = -0.0, low = 0;
    std::uint64_t count = 0;
  };

  /// False where sums were rounded or are not finite, or the groups are not so few.
  template <class T> bool add(duckdb_aggregate_state const* states, T const* x, idx_t count) {
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
      return !environment.rounded() && are_finite();
    });
  }

  /// Rows whose group found its place taken: they were not added.
  template <class Action> void for_each_left(Action const& action) const {
    for (std::size_t i = 0; i < left_count_; ++i) action(left_[i]);
  }
  /// action(group, lane) for every lane that has rows.
  template <class Action> void for_each_lane(Action const& action) const {
    for (std::size_t place = 0; place < place_count; ++place)
      if (owners_[place] != nullptr)
        for (lane const& from : lanes_[place])
          if (from.count > 0) action(owners_[place], from);
  }

private:
  static constexpr int place_bits = 6;
  static constexpr std::size_t place_count = std::size_t{1} << place_bits, lane_count = 2, most_left = 256;

  [[gnu::always_inline]] bool add_row(duckdb_aggregate_state group, double x, idx_t row, std::size_t k) {
    std::size_t const place = reinterpret_cast<std::uintptr_t>(group) * 0x9e3779b97f4a7c15u >> (64 - place_bits);
    if (owners_[place] != group) [[unlikely]] {
      if (owners_[place] != nullptr) return leave(row);
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
  bool leave(idx_t row) {
    if (left_count_ == most_left) return false;
    left_[left_count_++] = row;
    return true;
  }
  [[nodiscard]] bool are_finite() const {
    bool all = true;
    for_each_lane([&](auto, lane const& from) { all &= from.high - from.high == 0 && from.low - from.low == 0; });
    return all;
  }

  static constexpr std::uint64_t upper_half = ~std::uint64_t{0} << 27;

  std::array<duckdb_aggregate_state, place_count> owners_ = {};
  std::array<std::array<lane, lane_count>, place_count> lanes_;  // of a place that has an owner
  std::array<idx_t, most_left> left_;
  std::size_t left_count_ = 0;
};

}  // namespace isobit::sql
