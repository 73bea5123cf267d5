#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace columns {

/// The floating-point formats that MPI programs reduce.
enum class number_format : std::uint8_t { binary32, binary64, x87, binary128 };

/// How many bytes a number takes in memory.
constexpr std::size_t size_of(number_format format) noexcept {
  return format == number_format::binary32 ? 4 : format == number_format::binary64 ? 8 : 16;
}

/// What a buffer consists of: numbers, or pairs of them that are complex numbers.
struct element {
  number_format format = number_format::binary64;
  bool is_complex = false;

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_of(format) * (is_complex ? 2 : 1); }
  bool operator==(element const&) const = default;
};

enum class operation : std::uint8_t { sum, product };

}  // namespace columns
ISOBIT_NAMESPACE_END
