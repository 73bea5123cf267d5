#include <algorithm>
#include <limits>

#include "column/integers.hpp"
#include "integer/fixed_point.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

template <number_format Format> uint128 sum_in_integers(column const& numbers) noexcept {
  using f = shape<Format>;
  bool nan = false, infinity = false, negative_infinity = false, only_negative_zeros = true;
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  auto const at = [&](int rank) {
    return load_bits<Format>(numbers.first + static_cast<std::size_t>(rank) * numbers.stride);
  };
  for (int rank = 0; rank < numbers.ranks; ++rank) {
    uint128 const bits = at(rank);
    uint128 const magnitude = magnitude_of<Format>(bits);
    only_negative_zeros &= bits == f::sign_bit;
    if (magnitude >= f::infinity) {
      (magnitude > f::infinity ? nan : is_negative<Format>(bits) ? negative_infinity : infinity) = true;
    } else if (magnitude != 0) {
      int const exponent = scale<Format>(magnitude).exponent;
      lowest = std::min(lowest, exponent);
      highest = std::max(highest, exponent);
    }
  }
  if (nan || (infinity && negative_infinity)) return f::canonical_nan;
  if (infinity || negative_infinity) return f::infinity | (negative_infinity ? f::sign_bit : 0);
  if (lowest > highest) return only_negative_zeros ? f::sign_bit : 0;

  // Three words for an addend wherever it begins, and one for the carries of 2^31 of them and for the sign.
  constexpr auto words_for = [](int range) { return range / 64 + 4; };
  integer::fixed_point<words_for(f::max_exponent - f::precision - f::min_exponent)> sum(words_for(highest - lowest));
  for (int rank = 0; rank < numbers.ranks; ++rank) {
    uint128 const bits = at(rank);
    auto const [significand, exponent] = scale<Format>(magnitude_of<Format>(bits));
    if (significand != 0) sum.add(is_negative<Format>(bits), significand, exponent - lowest);
  }
  bool const negative = sum.take_sign();
  return sum.is_zero() ? 0 : rounded<Format>(negative, sum.template leading<uint128>(lowest));
}

template uint128 sum_in_integers<number_format::binary32>(column const&) noexcept;
template uint128 sum_in_integers<number_format::binary64>(column const&) noexcept;
template uint128 sum_in_integers<number_format::x87>(column const&) noexcept;
template uint128 sum_in_integers<number_format::binary128>(column const&) noexcept;

}  // namespace columns
ISOBIT_NAMESPACE_END
