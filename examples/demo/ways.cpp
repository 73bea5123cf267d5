#include "ways.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <thread>

#include <isobit/isobit.hpp>

#include "common/plain_sum.hpp"
#include "ledger.hpp"

namespace demo {
namespace {

/// Every thread adds its share from left to right; then the shares are added.
double plain_on_threads(std::span<double const> values, std::size_t count) {
  std::vector<double> shares(count);
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < count; ++t)
    running.emplace_back([&, t] {
      std::size_t const first = values.size() * t / count, last = values.size() * (t + 1) / count;
      shares[t] = common::standard_sum(values.subspan(first, last - first));
    });
  for (auto& thread : running) thread.join();
  return common::standard_sum(shares);
}

}  // namespace

std::vector<way> all_ways(std::vector<double> const& values) {
  std::vector<way> ways;
  auto const in_order = [&](std::string name, std::vector<double> const& ordered) {
    ways.push_back({std::move(name), common::standard_sum(ordered), isobit::sum(ordered)});
  };
  in_order("as they come", values);
  in_order("backwards", {values.rbegin(), values.rend()});
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  in_order("ascending", sorted);
  in_order("descending", {sorted.rbegin(), sorted.rend()});
  auto parted = values;
  std::stable_partition(parted.begin(), parted.end(), [](double x) { return std::abs(x) < 1e8; });
  in_order("small ones first", parted);
  in_order("shuffled", shuffled(values, 1));
  in_order("shuffled again", shuffled(values, 2));
  ways.push_back({"vector instructions", common::plain_sum<double>(values), isobit::sum(values, isobit::serial())});
  for (std::size_t const count : {2, 3, 4, 8, 16})
    ways.push_back({std::to_string(count) + " threads", plain_on_threads(values, count),
                    isobit::sum(values, isobit::threads(count))});
  return ways;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

std::size_t distinct(std::vector<way> const& ways, double way::*answer) {
  std::set<std::uint64_t> seen;
  for (auto const& one : ways) seen.insert(bits(one.*answer));
  return seen.size();
}

}  // namespace demo
