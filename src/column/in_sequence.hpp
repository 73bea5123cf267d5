#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "arithmetic/environment.hpp"
#include "column/columns.hpp"
#include "column/value.hpp"
#include "method/kernel/compensated_table.hpp"
#include "method/listings.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

template <class T> T value_at(rows const& in, int rank, std::size_t i) noexcept {
  return in_memory<T>::load(in.first + static_cast<std::size_t>(rank) * in.stride + i * in_memory<T>::size);
}
template <class T> void put_result(std::byte* result, std::size_t i, T x) noexcept {
  in_memory<T>::store(result + i * in_memory<T>::size, canonical(x));
}

/// x0 op x1 op x2 ..., one rounding an operation.
template <class T, class Operation> void in_rank_order(rows const& in, std::byte* result, Operation operation) {
  in_standard_rounding([&] {
    constexpr std::size_t together = 64;
    T partial[together];
    for (std::size_t first = 0; first < in.count; first += together) {
      std::size_t const n = std::min(together, in.count - first);
      for (std::size_t k = 0; k < n; ++k) partial[k] = value_at<T>(in, 0, first + k);
      for (int rank = 1; rank < in.ranks; ++rank)
        for (std::size_t k = 0; k < n; ++k) partial[k] = operation(partial[k], value_at<T>(in, rank, first + k));
      for (std::size_t k = 0; k < n; ++k) put_result(result, first + k, partial[k]);
    }
  });
}

/// The same in an order that depends on the seed and the column's bits and on nothing else, so that whoever computes a
/// result, on whichever rank and as whichever part of a vector, draws the same.
template <class T, class Operation>
void in_shuffled_order(rows const& in, std::uint64_t seed, std::byte* result, Operation operation) {
  std::vector<T> values(static_cast<std::size_t>(in.ranks));
  in_standard_rounding([&] {
    for (std::size_t i = 0; i < in.count; ++i) {
      word_hash hash(seed);
      for (int rank = 0; rank < in.ranks; ++rank) {
        values[static_cast<std::size_t>(rank)] = value_at<T>(in, rank, i);
        in_memory<T>::hash(hash, values[static_cast<std::size_t>(rank)]);
      }
      arithmetic::splitmix64 random(hash.value());
      for (std::size_t left = values.size(); left > 1; --left) {
        auto const drawn = static_cast<std::size_t>(uint128{random.next()} * left >> 64);
        std::swap(values[left - 1], values[drawn]);
      }
      T total = values[0];
      for (std::size_t k = 1; k < values.size(); ++k) total = operation(total, values[k]);
      put_result(result, i, total);
    }
  });
}

/// What an accumulator of the library makes of each column, added in rank order.
template <class Accumulator> void by_accumulator(rows const& in, std::byte* result) {
  using T = typename Accumulator::value_type;
  std::vector<T> values(static_cast<std::size_t>(in.ranks));
  for (std::size_t i = 0; i < in.count; ++i) {
    for (int rank = 0; rank < in.ranks; ++rank) values[static_cast<std::size_t>(rank)] = value_at<T>(in, rank, i);
    Accumulator state;
    state.add(std::span<T const>(values));
    put_result(result, i, state.round());
  }
}

/// `compensated` for wide numbers: the listings of docs/maths/compensated.md.
template <compensation Method, class T> void compensated_in_rank_order(rows const& in, std::byte* result) {
  for (std::size_t i = 0; i < in.count; ++i) {
    method::compensated_sum<T> state{};
    for (int rank = 0; rank < in.ranks; ++rank) {
      listings::step_of<Method>::add(state, value_at<T>(in, rank, i));
      if (is_nonfinite(state.correction)) state.correction = T{};
    }
    put_result(result, i, state.sum);
  }
}

}  // namespace columns
ISOBIT_NAMESPACE_END
