#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace arithmetic {

/// FNV-1a: the same on every machine.
class fnv1a {
public:
  /// The next byte; or the next word, where only equality matters.
  constexpr void add(std::uint64_t next) noexcept { value_ = (value_ ^ next) * 0x100000001b3u; }
  constexpr void add(std::span<std::byte const> bytes) noexcept {
    for (std::byte const b : bytes) add(std::to_integer<std::uint64_t>(b));
  }
  constexpr void add(std::string_view text) noexcept {
    for (char const c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Random words of Steele, Lea and Flood 2014.
class splitmix64 {
public:
  explicit constexpr splitmix64(std::uint64_t seed) noexcept : state_(seed) {}
  [[nodiscard]] constexpr std::uint64_t next() noexcept { return mixed(state_ += 0x9e3779b97f4a7c15u); }

  /// Spreads every bit over all bits; a bijection.
  [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

private:
  std::uint64_t state_;
};

}  // namespace arithmetic
ISOBIT_NAMESPACE_END
