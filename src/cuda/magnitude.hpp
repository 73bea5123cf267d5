#pragma once

#include <cstdint>

#include "integer/natural.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A sum as a sign and a magnitude, as `detail::magnitude_of` has it on the CPU.
struct device_magnitude {
  bool negative = false;
  integer::natural<80> value;
};

/// Digits from `low` to `high` may be other than zero; none if low > high.
struct digit_range {
  int low, high;
};

/// Propagates carries, so that the digits are those of the magnitude; returns the sign, and what stands above them.
struct carried_out {
  bool negative;
  std::int64_t above;
};
ISOBIT_HOST_DEVICE inline carried_out make_magnitude(std::int64_t* digit, digit_range range) {
  auto const propagate = [&](std::int64_t sign) {
    std::int64_t carry = 0;
    for (int i = range.low; i <= range.high; ++i) {
      std::int64_t const one = sign * digit[i] + carry;
      digit[i] = one & 0xffffffff;
      carry = one >> 32;
    }
    return carry;
  };
  std::int64_t const carry = propagate(1);
  if (carry >= 0) return {false, carry};
  return {true, propagate(-1) - carry};
}

/// By one thread.
template <class State>
ISOBIT_HOST_DEVICE void find_magnitude(std::int64_t* digit, digit_range range, device_magnitude& result) {
  auto const [negative, above] = make_magnitude(digit, range);
  auto& value = result.value;
  result.negative = negative;
  value.size = 0;
  value.exponent = 32 * (range.low + State::lowest_digit);
  int i = range.low;
  for (; i < range.high; i += 2)
    value.limb[value.size++] = static_cast<std::uint64_t>(digit[i]) | static_cast<std::uint64_t>(digit[i + 1]) << 32;
  if (i == range.high)
    value.limb[value.size++] = static_cast<std::uint64_t>(digit[i]) | static_cast<std::uint64_t>(above) << 32;
  else if (above != 0)
    value.limb[value.size++] = static_cast<std::uint64_t>(above);
  value.trim();
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
