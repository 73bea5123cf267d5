#pragma once

#include <cstddef>
#include <vector>

#include "binned.hpp"
#include "total.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

inline void put_little_endian(std::vector<std::byte>& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

/// The bytes that an exact accumulator which saw the same addends must serialise to: BITS.md#serialised-state, written
/// down once more.
[[nodiscard]] inline std::vector<std::byte> serialise(total const& state) {
  std::vector<std::byte> bytes;
  auto const put = [&](std::uint64_t value, int size) { put_little_endian(bytes, value, size); };

  // The value as digits of 2^(32k): an exponent that is a multiple of 32, and no zero digits at either end.
  int const exponent = state.value().exponent();
  int lowest = exponent >= 0 ? exponent / 32 : -((31 - exponent) / 32);
  auto digits = state.value().significand_at(32 * lowest).digits();
  while (!digits.empty() && digits.front() == 0) {
    digits.erase(digits.begin());
    ++lowest;
  }
  if (digits.empty()) lowest = 0;

  unsigned const seen = state.empty() ? 0 : state.only_negative_zeros() ? 1 : 2;
  bool const counts = !state.is_finite();
  for (char c : {'i', 'b', 'e'}) put(static_cast<unsigned char>(c), 1);
  put(1, 1);
  put((state.value().is_negative() ? 1u : 0u) | seen << 1 | (counts ? 8u : 0u), 1);
  put(0, 1);
  put(static_cast<std::uint64_t>(lowest), 2);
  put(digits.size(), 2);
  for (auto digit : digits) put(digit, 4);
  if (counts)
    for (auto count : {state.nan_count(), state.positive_infinity_count(), state.negative_infinity_count()})
      put(static_cast<std::uint64_t>(count), 8);
  return bytes;
}

/// The bytes of a binned state of so many bins: BITS.md#binned.
template <class T> [[nodiscard]] std::vector<std::byte> serialise(bins<T> const& state, int kept) {
  std::vector<std::byte> bytes;
  auto const put = [&](auto value, int size) { put_little_endian(bytes, static_cast<std::uint64_t>(value), size); };
  T const special = state.round(kept);
  for (char c : {'i', 'b', 'b'}) put(c, 1);
  put(1, 1);
  put(format<T>::precision, 1);
  put(kept, 1);
  put(state.width(), 1);
  put(state.is_finite() ? 0 : is_nan(special) ? 3 : is_negative(special) ? 2 : 1, 1);
  put(state.is_finite() ? state.top(kept) : 0, 4);
  for (int k = 0; k < kept; ++k) {
    auto const [carry, units] = state.is_finite() ? state.parts(state.top(kept) - k) : detail::bin{};
    put(carry, 8);
    put(units, 8);
  }
  return bytes;
}

/// FNV-1a of the bytes.
[[nodiscard]] inline std::uint64_t hash(std::vector<std::byte> const& bytes) {
  std::uint64_t result = 0xcbf29ce484222325u;
  for (std::byte b : bytes) result = (result ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
  return result;
}

}  // namespace reference

ISOBIT_NAMESPACE_END
