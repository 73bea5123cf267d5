#pragma once

#include <utility>
#include <vector>

#include <isobit/sparse/multiply.hpp>

#include "solver/schedule.hpp"
#include "solver/vectors.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// The solution of a triangular system, in the order of the numbers of the whole system: t = RN(b_i - sum of a_ij*x_j),
/// x_i = RN(t / d_i).
template <class T> class sweep {
public:
  /// Without divisors, nothing is divided.
  sweep(space<T> const& where, local_rows<T> const& triangle, std::vector<T> divisors, bool forwards)
      : where_(&where), schedule_(schedule_rows(where, triangle, forwards)), divisors_(std::move(divisors)),
        remainders_(schedule_.order.size()), x_(static_cast<std::size_t>(triangle.columns)) {
    // A level's rows one after another.
    rows_.rows = triangle.rows, rows_.columns = triangle.columns;
    for (index const row : schedule_.order) {
      auto const i = static_cast<std::size_t>(row);
      for (auto k = static_cast<std::size_t>(triangle.offsets[i]);
           k < static_cast<std::size_t>(triangle.offsets[i + 1]); ++k) {
        rows_.indices.push_back(triangle.indices[k]);
        rows_.values.push_back(triangle.values[k]);
      }
      rows_.offsets.push_back(static_cast<std::int64_t>(rows_.indices.size()));
    }
  }

  /// x, for b of owned rows; `remainders` becomes t where it is wanted.
  void solve(std::span<T const> b, std::span<T> x, std::span<T> remainders = {}) const {
    for (std::size_t phase = 0; phase + 1 < schedule_.phases.size(); ++phase) {
      if (phase > 0) where_->update(x_);
      for (index level = schedule_.phases[phase]; level < schedule_.phases[phase + 1]; ++level)
        solve_level(static_cast<std::size_t>(level), b, remainders);
    }
    std::copy_n(x_.begin(), x.size(), x.begin());
  }

private:
  void solve_level(std::size_t level, std::span<T const> b, std::span<T> remainders) const {
    auto const first = static_cast<std::size_t>(schedule_.levels[level]);
    auto const count = static_cast<std::size_t>(schedule_.levels[level + 1]) - first;
    auto const t = std::span(remainders_).subspan(first, count);
    auto const row = [&](std::size_t i) { return static_cast<std::size_t>(schedule_.order[first + i]); };
    for_each_number(where_->on(), t, [&](std::size_t i) { return b[row(i)]; });
    sparse::csr_view<T, std::int32_t, std::int64_t> const a(sparse::unchecked, static_cast<index>(count), rows_.columns,
                                                            rows_.offsets.data() + first, rows_.indices.data(),
                                                            rows_.values.data());
    sparse::multiply(T{-1}, a, linalg::vector_view<T const>(x_), T{1}, linalg::vector_view<T>(t), where_->on());
    for_each_block(where_->on(), count, [&](std::size_t from, std::size_t some) {
      for (std::size_t i = from; i < from + some; ++i) {
        x_[row(i)] = divisors_.empty() ? t[i] : quotient(t[i], divisors_[row(i)]);
        if (!remainders.empty()) remainders[row(i)] = t[i];
      }
    });
  }

  space<T> const* where_;
  schedule schedule_;
  std::vector<T> divisors_;
  local_rows<T> rows_;  // as scheduled
  mutable std::vector<T> remainders_, x_;
};

/// A lower triangle and an upper one, one after another.
template <class T> class two_sweeps final : public linear_map<T> {
public:
  enum class passes { solution, remainder };
  /// What the second starts from: the solution of the first, or what it was before its division.
  two_sweeps(sweep<T> lower, sweep<T> upper, passes what)
      : lower_(std::move(lower)), upper_(std::move(upper)), what_(what) {}

  void apply(std::span<T const> r, std::span<T> z) const override {
    between_.resize(r.size());
    if (what_ == passes::remainder)
      lower_.solve(r, z, between_);
    else
      lower_.solve(r, between_);
    upper_.solve(between_, z);
  }

private:
  sweep<T> lower_, upper_;
  passes what_;
  mutable std::vector<T> between_;
};

}  // namespace solver
ISOBIT_NAMESPACE_END
