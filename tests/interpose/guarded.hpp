#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace conformance {

/// Memory between guards that nobody may write to.
class guarded {
public:
  explicit guarded(std::size_t size) : bytes_(size + 2 * margin, guard), size_(size) { reset(); }
  /// As it was at first, at the same place.
  void reset() { std::fill_n(data(), size_, untouched); }
  [[nodiscard]] std::byte* data() { return bytes_.data() + margin; }
  [[nodiscard]] std::byte const* data() const { return bytes_.data() + margin; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool intact() const {
    auto const is_guard = [](std::byte b) { return b == guard; };
    return std::all_of(bytes_.begin(), bytes_.begin() + margin, is_guard) &&
           std::all_of(bytes_.end() - margin, bytes_.end(), is_guard);
  }
  [[nodiscard]] bool operator==(guarded const&) const = default;

  static constexpr std::byte untouched{0x5a};

private:
  static constexpr std::ptrdiff_t margin = 64;
  static constexpr std::byte guard{0xa5};
  std::vector<std::byte> bytes_;
  std::size_t size_;
};

}  // namespace conformance
