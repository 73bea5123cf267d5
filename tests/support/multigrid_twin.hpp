#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "support/preconditioner_twins.hpp"
#include "support/random.hpp"

namespace isobit::test::twins {

/// A level of BITS.md's multigrid, and those below it.
template <class T> class multigrid_level {
public:
  multigrid_level(table<T> a, std::vector<std::uint64_t> numbers, solver::multigrid_options const& how, int depth)
      : a_(std::move(a)), how_(how), cycles_(depth < 6 ? how.cycles : 1) {
    auto const scale = static_cast<real_of<T>>(0.75 * largest_circle(a_));
    for (std::size_t i = 0; i < a_.n; ++i) divisors_.push_back(a_(i, i) * scale);
    find_groups(numbers);
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < a_.n; ++i)
      if (group_of_[i] == i) roots.push_back(i);
    if (roots.size() == a_.n) return;
    for (std::size_t& group : group_of_)
      group = static_cast<std::size_t>(std::find(roots.begin(), roots.end(), group) - roots.begin());
    table<T> coarse(roots.size());
    std::vector<exact_sum<T>> sums(roots.size() * roots.size());
    for (std::size_t i = 0; i < a_.n; ++i)
      for (std::size_t j = 0; j < a_.n; ++j)
        if (a_.has(i, j)) {
          std::size_t const at = group_of_[i] * roots.size() + group_of_[j];
          sums[at].add(a_(i, j));
          coarse.stored[at] = true;
        }
    for (std::size_t k = 0; k < sums.size(); ++k)
      if (coarse.stored[k]) coarse.values[k] = sums[k].round();
    std::vector<std::uint64_t> coarse_numbers;
    for (std::size_t const root : roots) coarse_numbers.push_back(numbers[root]);
    coarser_ = std::make_shared<multigrid_level>(std::move(coarse), coarse_numbers, how, depth + 1);
  }

  [[nodiscard]] vector<T> apply(vector<T> const& r) const {
    vector<T> z;
    for (std::size_t i = 0; i < a_.n; ++i) z.push_back(quotient(r[i], divisors_[i]));
    smooth(coarser_ ? how_.smoothing_steps - 1 : 15, r, z);
    for (int cycle = 0; coarser_ && cycle < cycles_; ++cycle) {
      auto const left = difference(r, a_.times(z));
      std::vector<reference::entry<T>> sums(coarser_->a_.n);
      for (std::size_t i = 0; i < a_.n; ++i) sums[group_of_[i]].add(left[i]);
      vector<T> right;
      for (auto const& sum : sums) right.push_back(sum.round());
      auto const correction = coarser_->apply(right);
      for (std::size_t i = 0; i < a_.n; ++i) {
        reference::entry<T> sum;
        sum.add(z[i]);
        sum.add_product(T(1.5), correction[group_of_[i]]);
        z[i] = sum.round();
      }
      smooth(how_.smoothing_steps, r, z);
    }
    return z;
  }

private:
  void smooth(int steps, vector<T> const& r, vector<T>& z) const {
    for (int step = 0; step < steps; ++step) {
      auto const left = difference(r, a_.times(z));
      for (std::size_t i = 0; i < a_.n; ++i) z[i] = z[i] + quotient(left[i], divisors_[i]);
    }
  }

  void find_groups(std::vector<std::uint64_t> const& numbers) {
    std::vector<std::size_t> order;
    std::vector<std::uint64_t> rank;
    for (std::size_t i = 0; i < a_.n; ++i) {
      order.push_back(i);
      rank.push_back(common::splitmix64(numbers[i])());
    }
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return rank[i] > rank[j]; });
    auto const is_strong = [&](std::size_t i, std::size_t j) {
      auto const tie = static_cast<double>(size_of(a_(i, j)));
      double const both = static_cast<double>(size_of(a_(i, i))) * static_cast<double>(size_of(a_(j, j)));
      return i != j && a_.has(i, j) && tie * tie >= how_.strength * how_.strength * both;
    };
    std::vector<bool> root(a_.n);
    for (std::size_t const i : order) {
      root[i] = true;
      for (std::size_t j = 0; j < a_.n; ++j)
        if (root[j] && rank[j] > rank[i] && is_strong(i, j)) root[i] = false;
    }
    for (std::size_t i = 0; i < a_.n; ++i) {
      group_of_.push_back(i);
      for (std::size_t j = 0; j < a_.n && !root[i]; ++j)
        if (root[j] && is_strong(i, j) && (group_of_[i] == i || size_of(a_(i, j)) > size_of(a_(i, group_of_[i]))))
          group_of_[i] = j;
    }
  }

  table<T> a_;
  solver::multigrid_options how_;
  int cycles_;
  vector<T> divisors_;
  std::vector<std::size_t> group_of_;  // its root, then its number among the groups
  std::shared_ptr<multigrid_level> coarser_;
};

template <class T> map<T> multigrid(table<T> const& a, solver::multigrid_options const& how) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < a.n; ++i) numbers.push_back(i);
  auto const top = std::make_shared<multigrid_level<T>>(a, numbers, how, 0);
  return [top](vector<T> const& r) { return top->apply(r); };
}

}  // namespace isobit::test::twins
