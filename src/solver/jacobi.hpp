#pragma once

#include <utility>
#include <vector>

#include "solver/vectors.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// z_i = RN(r_i / d_i).
template <class T> class division final : public linear_map<T> {
public:
  division(space<T> const& where, std::vector<T> divisors) : where_(&where), divisors_(std::move(divisors)) {}
  void apply(std::span<T const> r, std::span<T> z) const override {
    for_each_block(where_->on(), z.size(), [&](std::size_t first, std::size_t count) { divide(first, count, r, z); });
  }
  /// Those from `first` on.
  void divide(std::size_t first, std::size_t count, std::span<T const> r, std::span<T> z) const {
    for (std::size_t i = first; i < first + count; ++i) z[i] = quotient(r[i], divisors_[i]);
  }

private:
  space<T> const* where_;
  std::vector<T> divisors_;
};

}  // namespace solver
ISOBIT_NAMESPACE_END
