#pragma once

#include <cstdint>
#include <string_view>

namespace isobit::tool {

/// FNV-1a without its highest bit, for telling whether ranks have the same.
class hash {
public:
  void add(std::string_view text) noexcept {
    for (char const c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  void add(std::uint64_t number) noexcept {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<unsigned char>(number >> 8 * i));
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_ >> 1; }

private:
  void add_byte(unsigned char byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace isobit::tool
