#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

#include <isobit/arithmetic/bits.hpp>

#include "element.hpp"

namespace isobit::tool {

template <class Bits> Bits swapped(Bits x) noexcept {
  if constexpr (sizeof(Bits) == 8)
    return __builtin_bswap64(x);
  else if constexpr (sizeof(Bits) == 4)
    return __builtin_bswap32(x);
  else if constexpr (sizeof(Bits) == 2)
    return __builtin_bswap16(x);
  else
    return x;
}

/// Whether there is a double of this value: 53 bits from the first that is set to the last.
template <std::integral Integer> constexpr bool is_double(Integer x) noexcept {
  std::uint64_t const magnitude = x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
  return magnitude == 0 || static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <= 53;
}

/// use(x) with the element at any address: a float, a double or an integer.
template <class Use> auto with_element(element_type type, bool swaps, void const* at, Use use) {
  auto const bits = [&]<class Bits>(Bits x) {
    std::memcpy(&x, at, sizeof x);
    return swaps ? swapped(x) : x;
  };
  switch (type) {
  case element_type::f64:
    return use(std::bit_cast<double>(bits(std::uint64_t{})));
  case element_type::f32:
    return use(std::bit_cast<float>(bits(std::uint32_t{})));
  case element_type::f16:
    return use(widen(float16{bits(std::uint16_t{})}));
  case element_type::bf16:
    return use(widen(bfloat16{bits(std::uint16_t{})}));
  case element_type::i8:
    return use(static_cast<std::int8_t>(bits(std::uint8_t{})));
  case element_type::i16:
    return use(static_cast<std::int16_t>(bits(std::uint16_t{})));
  case element_type::i32:
    return use(static_cast<std::int32_t>(bits(std::uint32_t{})));
  case element_type::i64:
    return use(static_cast<std::int64_t>(bits(std::uint64_t{})));
  case element_type::u8:
    return use(bits(std::uint8_t{}));
  case element_type::u16:
    return use(bits(std::uint16_t{}));
  case element_type::u32:
    return use(bits(std::uint32_t{}));
  case element_type::u64:
    break;
  }
  return use(bits(std::uint64_t{}));
}

}  // namespace isobit::tool
