#pragma once

#include <cstdint>
#include <string_view>

namespace common {

/// FNV-1a of bytes: the same on every machine.
class fnv1a {
public:
  constexpr void add_byte(std::uint64_t byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3u; }
  /// The lowest byte first.
  constexpr void add(std::uint64_t word, int bytes = 8) noexcept {
    for (int i = 0; i < bytes; ++i) add_byte(word >> 8 * i & 0xff);
  }
  constexpr void add(std::string_view text) noexcept {
    for (char const c : text) add_byte(static_cast<unsigned char>(c));
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace common
