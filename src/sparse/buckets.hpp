#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/sparse/csr.hpp>

#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

template <class T, class Index> struct contribution {
  Index row, column;
  T value;
};

/// Contributions by row, in buckets of rows, so that what a bucket needs stays in the cache.
template <class T, class Index> class buckets {
public:
  buckets(driver_ref const& driver, index rows, std::span<Index const> i, std::span<Index const> j,
          std::span<T const> values)
      : rows_(rows), memory_((i.size() * sizeof(contribution<T, Index>) + sizeof(double) - 1) / sizeof(double)) {
    while ((rows - 1) >> shift_ >= most_buckets) ++shift_;
    std::size_t const count = rows == 0 ? 0 : static_cast<std::size_t>((rows - 1) >> shift_) + 1;
    std::size_t const parts = isobit::detail::part_count(driver, i.size());
    std::vector<std::vector<std::size_t>> next(parts, std::vector<std::size_t>(count));
    auto const of = [&](std::size_t k) { return static_cast<std::size_t>(i[k] >> shift_); };
    isobit::detail::for_each_part(driver, parts, i.size(), [&](std::size_t first, std::size_t some, std::size_t part) {
      for (std::size_t k = first; k < first + some; ++k) ++next[part][of(k)];
    });
    std::size_t total = 0;
    for (std::size_t b = 0; b < count; ++b) {
      starts_.push_back(total);
      for (auto& one : next) total += std::exchange(one[b], total);
    }
    starts_.push_back(total);
    isobit::detail::for_each_part(driver, parts, i.size(), [&](std::size_t first, std::size_t some, std::size_t part) {
      for (std::size_t k = first; k < first + some; ++k) all()[next[part][of(k)]++] = {i[k], j[k], values[k]};
    });
  }

  [[nodiscard]] std::size_t count() const noexcept { return starts_.size() - 1; }
  [[nodiscard]] std::span<contribution<T, Index>> operator[](std::size_t b) const noexcept {
    return {all() + starts_[b], starts_[b + 1] - starts_[b]};
  }
  [[nodiscard]] index first_row(std::size_t b) const noexcept { return static_cast<index>(b) << shift_; }
  [[nodiscard]] index rows_in(std::size_t b) const noexcept {
    return std::min(index{1} << shift_, rows_ - first_row(b));
  }

private:
  [[nodiscard]] contribution<T, Index>* all() const noexcept {
    return reinterpret_cast<contribution<T, Index>*>(memory_.data());
  }

  static constexpr index most_buckets = 256;
  index rows_;
  int shift_ = 0;
  linalg::workspace memory_;
  std::vector<std::size_t> starts_;
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
