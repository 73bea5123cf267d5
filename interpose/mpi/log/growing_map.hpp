#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// A map that only grows, up to a fixed size. Any number of threads look things up, without a lock, while one inserts.
/// What was inserted stays where it is, even after the map: it is for things that live as long as the process.
template <class Key, class Value, class Hash> class growing_map {
public:
  [[nodiscard]] Value* find(Key const& key) const noexcept {
    for (std::size_t i = Hash()(key);; ++i) {
      node* const here = places_[i % places].load(std::memory_order_acquire);
      if (here == nullptr) return nullptr;
      if (here->key == key) return &here->value;
    }
  }

  /// Null where the map is full. The key must not be there yet; one thread at a time.
  template <class... Arguments> Value* insert(Key const& key, Arguments&&... arguments) {
    if (2 * (size_ + 1) > places) return nullptr;
    std::size_t i = Hash()(key);
    while (places_[i % places].load(std::memory_order_relaxed) != nullptr) ++i;
    auto* const added = new node{key, {std::forward<Arguments>(arguments)...}};
    places_[i % places].store(added, std::memory_order_release);
    ++size_;
    return &added->value;
  }

private:
  struct node {
    Key key;
    Value value;
  };
  static constexpr std::size_t places = 1 << 13;
  std::array<std::atomic<node*>, places> places_ = {};
  std::size_t size_ = 0;
};

/// For hashes of several words.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) noexcept {
  hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
