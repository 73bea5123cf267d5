#pragma once

#include <concepts>

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// What keys are compared by: the key itself.
template <class Key> struct key_rank {
  using type = Key;
  static Key const& of(Key const& key) noexcept { return key; }
  static Key const& key_of(Key const& rank) noexcept { return rank; }
};

/// Of a floating-point number an integer, in the order of the values: the same for both zeros, and for all NaN, which
/// come last. Integers, so that no compiler flag makes NaN unequal to itself, or disappear.
template <std::floating_point Key> struct key_rank<Key> {
  static_assert(has_format<Key>, "isobit::sum_by_key: keys that are floating-point numbers are float or double");
  using shape = format<Key>;
  using type = typename shape::bits_type;
  static type of(Key key) noexcept {
    type const bits = bits_of(canonical(key));
    if ((bits & shape::sign_bit) == 0 || bits == shape::sign_bit) return bits | shape::sign_bit;
    return ~bits;
  }
  static Key key_of(type rank) noexcept {
    return from_bits<Key>((rank & shape::sign_bit) != 0 ? rank ^ shape::sign_bit : ~rank);
  }
};

}  // namespace detail
ISOBIT_NAMESPACE_END
