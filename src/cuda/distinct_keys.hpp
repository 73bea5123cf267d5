#pragma once

#include <cstdint>
#include <span>

#include "cuda/call.hpp"
#include "cuda/passing_memory.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The distinct ones of keys in device memory, in ascending order. Needs 24 bytes a key.
template <class Key> class distinct_keys {
public:
  /// Waits for the stream. Precondition: there are keys.
  distinct_keys(place const& here, std::span<Key const> keys);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// Which of them each key is.
  [[nodiscard]] std::int32_t const* numbers() const noexcept { return numbers_; }
  /// Precondition: room for all.
  void copy_to(place const& here, Key* keys) const;

private:
  passing_memory first_, second_;
  std::uint64_t* ranks_;  // of the distinct keys, which are in the order of the keys
  std::int32_t* numbers_;
  std::size_t count_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
