#pragma once

#include <cstdint>
#include <span>

#include "cuda/call.hpp"
#include "cuda/kept_memory.hpp"

/// Which keys there are, of those in device memory. All of these wait for the stream.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

template <class Key> struct key_range {
  Key least;
  std::uint64_t extent;  ///< from the least to the largest
};
/// Precondition: there are keys.
template <class Key> key_range<Key> range_of(place const& here, std::span<Key const> keys);

/// The distinct keys, in ascending order, by a sort. Needs 24 bytes a key. Precondition: there are keys.
template <class Key> class distinct_keys {
public:
  distinct_keys(place const& here, std::span<Key const> keys, key_range<Key> range);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// Which of them each key is.
  [[nodiscard]] std::int32_t const* numbers() const noexcept { return numbers_; }
  /// Precondition: room for all.
  void copy_to(place const& here, Key* keys) const;

private:
  kept_memory first_, second_;
  Key least_;
  std::uint64_t* above_least_;  // how far the distinct keys are
  std::int32_t* numbers_;
  std::size_t count_;
};

/// The groups that are present, where keys are so close together that each could have a group.
class present_groups {
public:
  present_groups(place const& here, unsigned char const* present, std::size_t groups);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// Their keys and sums. Precondition: room for all.
  template <class T, class Key> void copy_to(place const& here, Key least, T const* sums, Key* keys, T* to) const;

private:
  kept_memory numbers_;
  std::size_t count_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
