#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Numbers keys in the order in which they are first seen. A hash table whose slots say where a key is: small, so that
/// the slots of many keys stay in the cache.
template <class Key> class key_index {
public:
  /// The number of a key, which is given one where it has none.
  std::uint32_t number_of(Key const& key) {
    for (std::size_t at = start_of(key);; at = (at + 1) & (slots_.size() - 1)) {
      std::uint32_t const number = slots_[at];
      if (number == empty) {
        slots_[at] = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) double_slots();
        return static_cast<std::uint32_t>(keys_.size() - 1);
      }
      if (keys_[number] == key) return number;
    }
  }

  /// All keys, each at its number.
  [[nodiscard]] std::vector<Key> const& keys() const noexcept { return keys_; }

private:
  static constexpr std::uint32_t empty = UINT32_MAX;
  static constexpr int least_bits = 4;

  /// The upper bits of a product: standard hashes of integers are often the integers themselves.
  [[nodiscard]] std::size_t start_of(Key const& key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    auto const hash = static_cast<std::uint64_t>(std::hash<Key>()(key));
    return static_cast<std::size_t>((hash ^ hash >> 32) * odd >> (64 - bits_));
  }

  void double_slots() {
    if (keys_.size() > empty / 2) throw error(status::out_of_range, "isobit::sum_by_key: more than 2^31 keys");
    slots_.assign(std::size_t{1} << ++bits_, empty);
    for (std::size_t number = 0; number < keys_.size(); ++number) {
      std::size_t at = start_of(keys_[number]);
      while (slots_[at] != empty) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<std::uint32_t>(number);
    }
  }

  int bits_ = least_bits;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(std::size_t{1} << least_bits, empty);
  std::vector<Key> keys_;
};

}  // namespace detail
ISOBIT_NAMESPACE_END
