#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Rows that are worked on together, and the entries after which no further row joins them: what is made of them stays
/// in the cache.
inline constexpr index strip_rows = 512, strip_entries = 1 << 16;
/// Rows of which nothing is made but results, in their places, at a time: the more, the less often a strip begins.
inline constexpr index direct_rows = 4096, direct_entries = index{1} << 40;

/// Some rows of a matrix by rows: all of it, and which.
template <class T, class Index, class Offset> struct row_strip {
  csr_view<T, Index, Offset> matrix;
  index first, count;
};

/// Rows put together from elsewhere.
template <class T, class Index> class gathered_rows {
public:
  void clear() {
    offsets_.assign(1, 0);
    indices_.clear();
    values_.clear();
  }
  void push_back(Index column, T value) {
    indices_.push_back(column);
    values_.push_back(value);
  }
  void end_row() { offsets_.push_back(std::ssize(indices_)); }
  [[nodiscard]] index entries() const noexcept { return std::ssize(indices_); }
  [[nodiscard]] std::pair<std::vector<Index>, std::vector<T>> take() && {
    return {std::move(indices_), std::move(values_)};
  }
  [[nodiscard]] row_strip<T, Index, std::int64_t> strip(index columns) const noexcept {
    index const count = std::ssize(offsets_) - 1;
    return {{unchecked, count, columns, offsets_.data(), indices_.data(), values_.data()}, 0, count};
  }

private:
  std::vector<std::int64_t> offsets_;
  std::vector<Index> indices_;
  std::vector<T> values_;
};

/// The strips of a matrix by rows, which lie where they are.
template <class T, class Index, class Offset> struct strips_of_csr {
  csr_view<T, Index, Offset> const& a;
  index most_rows = strip_rows, most_entries = strip_entries;
  struct memory {};

  [[nodiscard]] row_strip<T, Index, Offset> operator()(index first, index end, memory&) const {
    auto const* const begin = a.offsets + first;
    auto const* const last = begin + std::min(end - first, most_rows);
    __builtin_prefetch(last + most_rows);  // where the next strip ends, which nobody else has read
    auto const most = static_cast<std::int64_t>(*begin) + most_entries;
    // Mostly all rows join; a search would wait for memory at each of its steps.
    auto const* const found = last[-1] <= most ? last : std::upper_bound(begin + 1, last, most);
    return {a, first, found - begin};
  }
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
