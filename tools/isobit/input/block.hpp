#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "../basics/left_out.hpp"

namespace isobit::tool {

class reader;

/// Memory that grows but is never cleared; or elements elsewhere, until somebody wants to change them.
template <class T> class buffer {
public:
  /// At least `count` elements; what was there is kept.
  T* reserve(std::size_t count) {
    count = std::max(count, size_);
    if (count > capacity_) {
      auto larger = std::make_unique_for_overwrite<T[]>(count);
      std::ranges::copy(span(), larger.get());
      data_ = std::move(larger);
      capacity_ = count;
    } else if (borrowed_ != nullptr) {
      std::ranges::copy(span(), data_.get());
    }
    borrowed_ = nullptr;
    return data_.get();
  }
  void set_size(std::size_t size) {
    size_ = size;
    if (size == 0) borrowed_ = nullptr;
  }
  void push(T value) {
    if (size_ == capacity_ || borrowed_ != nullptr) reserve(capacity_ < 512 ? 1024 : 2 * capacity_);
    data_[size_++] = value;
  }
  /// What lies elsewhere, and stays there as long as it is wanted.
  void borrow(std::span<T const> elements) noexcept {
    borrowed_ = elements.data();
    size_ = elements.size();
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() { return reserve(size_); }
  [[nodiscard]] std::span<T const> span() const noexcept {
    return {borrowed_ != nullptr ? borrowed_ : data_.get(), size_};
  }

private:
  std::unique_ptr<T[]> data_;
  T const* borrowed_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A piece of an input as it was read: whole tokens, rows or elements.
struct chunk {
  buffer<char> bytes;
  std::uint64_t offset = 0;         ///< where it starts in a file that is read by position (then `bytes` is not filled)
  std::size_t count = 0;            ///< elements, likewise
  std::shared_ptr<void> elsewhere;  ///< what others have read; then `bytes` is not filled either
  std::uint64_t line = 1;           ///< of its first byte
  std::uint64_t column = 1;
};

/// Numbers: one column of them, or two of the same length (of a pair of CSV columns, or real and imaginary parts).
struct block {
  static constexpr std::size_t most_columns = 2;

  std::uint64_t ordinal = 0;  ///< its place among the blocks of the whole input
  bool is_single = false;     ///< the numbers are floats
  std::size_t columns = 1;
  std::size_t rows = 0;
  left_out skipped;
  buffer<double> doubles[most_columns];
  buffer<float> floats[most_columns];

  chunk piece;                    ///< what the numbers are made of,
  std::shared_ptr<reader> maker;  ///< and who makes them; shared, for the next file may be open already

  void clear(bool single, std::size_t column_count) {
    is_single = single;
    columns = column_count;
    rows = 0;
    skipped = {};
    for (std::size_t c = 0; c < most_columns; ++c) {
      doubles[c].set_size(0);
      floats[c].set_size(0);
    }
  }
  template <std::floating_point T> buffer<T>& column(std::size_t c) {
    if constexpr (std::same_as<T, double>)
      return doubles[c];
    else
      return floats[c];
  }
  template <std::floating_point T> [[nodiscard]] std::span<T const> values(std::size_t c) const {
    if constexpr (std::same_as<T, double>)
      return doubles[c].span();
    else
      return floats[c].span();
  }
  /// use(span) with the numbers of a column in their own type.
  template <class Use> void with_values(std::size_t c, Use use) const {
    if (is_single)
      use(values<float>(c));
    else
      use(values<double>(c));
  }
};

}  // namespace isobit::tool
