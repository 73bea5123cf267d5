#pragma once

#include <vector>

#include "integer/limbs.hpp"
#include "reference/integer.hpp"
#include "support/random.hpp"

namespace isobit::test {

using integer::uint128;
using integer::limbs::limb;

/// Runs of zeros and ones are where carries go far.
inline std::vector<limb> random_limbs(random_source& random, int size) {
  std::vector<limb> result;
  for (int i = 0; i < size; ++i) result.push_back(random.one_in(3) ? 0 - random.below(2) : random.next());
  return result;
}

/// The number that these limbs, the least significant first, are.
template <class Limbs> reference::integer number_of(Limbs const& limbs, int size) {
  reference::integer result;
  for (int i = size - 1; i >= 0; --i) result = (result << 64) + reference::integer(false, limbs[i]);
  return result;
}
inline reference::integer number_of(std::vector<limb> const& limbs) {
  return number_of(limbs.data(), static_cast<int>(limbs.size()));
}

inline reference::integer power_of_two(int exponent) {
  return reference::integer(1) << static_cast<std::size_t>(exponent);
}

/// x modulo 2^bits, from 0 up, for an x above -2^bits.
inline reference::integer wrapped(reference::integer x, int bits) {
  if (x.is_negative()) x = x + power_of_two(bits);
  return x < power_of_two(bits) ? x : x - power_of_two(bits);
}

template <class Word> reference::integer number_of(Word x) {
  limb const parts[] = {static_cast<limb>(x), sizeof(Word) > 8 ? static_cast<limb>(x >> (4 * sizeof(Word))) : 0};
  return number_of(parts, 2);
}

/// Whether these are the leading bits of x * 2^exponent.
template <class Word>
bool are_leading(integer::leading_bits<Word> const& bits, reference::integer const& x, int exponent) {
  if (bits.significand >> (8 * sizeof(Word) - 1) == 0) return false;
  int const lowest = std::min(bits.exponent, exponent);
  auto const unit = power_of_two(bits.exponent - lowest);
  auto const rest = (x << static_cast<std::size_t>(exponent - lowest)) - number_of(bits.significand) * unit;
  return bits.sticky ? !rest.is_negative() && !rest.is_zero() && rest < unit : rest.is_zero();
}

}  // namespace isobit::test
