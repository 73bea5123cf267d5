#pragma once

#include <cstdint>
#include <set>

#include <isobit/sum/exact.hpp>

#include "../output/number.hpp"

namespace isobit::tool {

/// The results that one method gave for what should be the same sum.
class spread {
public:
  void add(double result) {
    if (bits_seen_.empty() || result < smallest_) smallest_ = result;
    if (bits_seen_.empty() || result > largest_) largest_ = result;
    bits_seen_.insert(bits_of(result));
  }
  [[nodiscard]] double smallest() const noexcept { return smallest_; }
  [[nodiscard]] double largest() const noexcept { return largest_; }
  /// How many results differ in their bits.
  [[nodiscard]] std::size_t distinct() const noexcept { return bits_seen_.size(); }

private:
  double smallest_ = 0, largest_ = 0;
  std::set<std::uint64_t> bits_seen_;
};

/// result - sum, rounded once.
inline double distance(double result, exact const& sum) {
  exact missing = sum;
  missing.subtract(result);
  double const rounded = missing.round<double>();
  return rounded == 0 ? 0 : -rounded;
}

}  // namespace isobit::tool
