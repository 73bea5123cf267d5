// What leaves an exact accumulator: roundings, comparisons and bytes.

#include <isobit/sum/exact.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include <isobit/error.hpp>

#include "arithmetic/bytes.hpp"
#include "arithmetic/hash.hpp"
#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "sum/magnitude.hpp"

ISOBIT_NAMESPACE_BEGIN

using detail::magnitude_of;

namespace {

/// The result where NaN or infinities were seen.
template <class T, class State> std::optional<T> nonfinite_result(State const& state) noexcept {
  using f = format<T>;
  bool const positive = state.positive_infinity_count() != 0, negative = state.negative_infinity_count() != 0;
  if (state.nan_count() != 0 || (positive && negative)) return from_bits<T>(f::canonical_nan);
  if (positive) return from_bits<T>(f::infinity);
  if (negative) return from_bits<T>(f::infinity | f::sign_bit);
  return std::nullopt;
}

}  // namespace

template <int L, int H> template <class T> T basic_exact<L, H>::round(rounding mode) const {
  if (auto const result = nonfinite_result<T>(*this)) return *result;
  auto const [negative, value] = magnitude_of(*this);
  if (value.is_zero()) return integer::signed_zero<T>(seen_ == seen::negative_zeros);
  return integer::assemble<T>(negative, value.leading(), mode);
}

template <int L, int H> template <class T> T basic_exact<L, H>::mean(std::uint64_t count) const {
  if (count == 0)
    throw error(status::invalid_argument, "isobit: the mean of no values; pass the number of values added");
  if (auto const result = nonfinite_result<T>(*this)) return *result;
  auto [negative, quotient] = magnitude_of(*this);
  if (quotient.is_zero()) return integer::signed_zero<T>(seen_ == seen::negative_zeros);
  quotient.extend_below(2);  // the count has at most 64 bits: 64 bits of quotient remain
  bool const remainder = quotient.divide(count);
  auto leading = quotient.leading();
  leading.sticky |= remainder;
  return integer::assemble<T>(negative, leading, rounding::nearest_even);
}

template <int L, int H> template <class T> T basic_exact<L, H>::square_root() const {
  auto const [negative, value] = magnitude_of(*this);
  auto const nonfinite = nonfinite_result<T>(*this);
  if (nonfinite ? is_negative(*nonfinite) : negative) return from_bits<T>(format<T>::canonical_nan);
  if (nonfinite) return *nonfinite;
  if (value.is_zero()) return integer::signed_zero<T>(seen_ == seen::negative_zeros);
  return integer::assemble<T>(false, integer::square_root(value.template leading<integer::uint128>()),
                              rounding::nearest_even);
}

template <int L, int H> int basic_exact<L, H>::sign() const noexcept {
  auto const [negative, value] = magnitude_of(*this);
  return value.is_zero() ? 0 : negative ? -1 : 1;
}

template <int L, int H> bool basic_exact<L, H>::operator==(basic_exact const& other) const noexcept {
  if (nans_ != other.nans_ || positive_infinities_ != other.positive_infinities_ ||
      negative_infinities_ != other.negative_infinities_ || seen_ != other.seen_)
    return false;
  basic_exact difference = *this;
  difference.retract(other);
  return difference.sign() == 0;
}

template <int L, int H> std::partial_ordering basic_exact<L, H>::operator<=>(basic_exact const& other) const noexcept {
  bool const special = nans_ != 0 || positive_infinities_ != 0 || negative_infinities_ != 0 || other.nans_ != 0 ||
                       other.positive_infinities_ != 0 || other.negative_infinities_ != 0;
  if (special) return std::partial_ordering::unordered;
  basic_exact difference = *this;
  difference.retract(other);
  return difference.sign() <=> 0;
}

namespace {

// BITS.md#serialised-state. All integers little-endian.
//   0  "ib"   2  'e'   3  version   4  flags   5  zero   6  i16 lowest digit   8  u16 digits   10  u32 digits...
//   and, if flagged, i64 counts of NaN, +inf, -inf.
constexpr unsigned char header[4] = {'i', 'b', 'e', 1};
constexpr std::size_t header_size = 10;
constexpr std::size_t counts_size = 24;
constexpr unsigned flag_negative = 1, seen_shift = 1, flag_counts = 8, known_flags = 15;

using detail::get, detail::put;

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::malformed_bytes, "isobit: these bytes are not a serialised exact sum: " + why);
}

template <class Exact>
constexpr std::size_t encoded_capacity = header_size + 4 * (Exact::digit_count + 1) + counts_size;

template <class State> std::size_t encode(State const& state, std::byte* bytes) noexcept {
  auto const [negative, value] = magnitude_of(state);
  std::int64_t const counts[] = {state.nan_count(), state.positive_infinity_count(), state.negative_infinity_count()};
  bool const counted = std::ranges::any_of(counts, [](auto count) { return count != 0; });
  unsigned const seen = state.empty() ? 0 : state.only_negative_zeros() ? 1 : 2;
  std::byte* at = bytes;
  for (unsigned char c : header) at = put(at, c);
  at = put(
      at, static_cast<std::uint8_t>((negative ? flag_negative : 0) | seen << seen_shift | (counted ? flag_counts : 0)));
  at = put(at, std::uint8_t{0});
  int const digits = value.is_zero() ? 0 : 2 * value.size - (value.limb[value.size - 1] >> 32 == 0);
  at = put(at, static_cast<std::int16_t>(value.exponent / 32));
  at = put(at, static_cast<std::uint16_t>(digits));
  for (int i = 0; i < digits; ++i) at = put(at, static_cast<std::uint32_t>(value.limb[i / 2] >> (i % 2 * 32)));
  if (counted)
    for (std::int64_t count : counts) at = put(at, count);
  return static_cast<std::size_t>(at - bytes);
}

}  // namespace

template <int L, int H> std::vector<std::byte> basic_exact<L, H>::serialise() const {
  std::byte bytes[encoded_capacity<basic_exact>];
  return {bytes, bytes + encode(*this, bytes)};
}

template <int L, int H> std::uint64_t basic_exact<L, H>::hash() const noexcept {
  std::byte bytes[encoded_capacity<basic_exact>];
  arithmetic::fnv1a hash;
  hash.add(std::span<std::byte const>(bytes, encode(*this, bytes)));
  return hash.value();
}

template <int L, int H> basic_exact<L, H> basic_exact<L, H>::deserialise(std::span<std::byte const> bytes) {
  if (bytes.size() < header_size) refuse("only " + std::to_string(bytes.size()) + " bytes, at least 10 are needed");
  for (std::size_t i = 0; i < 3; ++i)
    if (std::to_integer<unsigned char>(bytes[i]) != header[i]) refuse("they do not start with \"ibe\"");
  if (std::to_integer<unsigned char>(bytes[3]) != header[3])
    refuse("version " + std::to_string(std::to_integer<int>(bytes[3])) + ", this release reads version 1");
  auto const flags = std::to_integer<unsigned>(bytes[4]);
  auto const seen_level = flags >> seen_shift & 3;
  if ((flags & ~known_flags) != 0 || seen_level > 2 || bytes[5] != std::byte{0}) refuse("unknown flags");
  int const lowest = get<std::int16_t>(&bytes[6]);
  std::size_t const size = get<std::uint16_t>(&bytes[8]);
  bool const counts = (flags & flag_counts) != 0;
  bool const negative = (flags & flag_negative) != 0;
  std::size_t const expected = header_size + 4 * size + (counts ? counts_size : 0);
  if (bytes.size() != expected)
    refuse(std::to_string(bytes.size()) + " bytes where the header announces " + std::to_string(expected));

  auto const digit_at = [&](std::size_t i) { return get<std::uint32_t>(&bytes[header_size + 4 * i]); };
  bool const canonical = size == 0 ? lowest == 0 && !negative : digit_at(0) != 0 && digit_at(size - 1) != 0;
  if (!canonical || (seen_level != 2 && (size != 0 || counts))) refuse("the state is not in canonical form");
  int const top = lowest + static_cast<int>(size) - 1;
  if (size != 0 && (lowest < L || top > H))
    throw error(status::out_of_range, "isobit: the serialised sum has digits outside this accumulator; read sums of "
                                      "products into isobit::exact_product");

  basic_exact state;
  if (size != 0) {
    state.low_ = lowest - L;
    state.high_ = top - L;
    state.pending_ = 1;
  }
  for (std::size_t i = 0; i < size; ++i) {
    std::int64_t const digit = digit_at(i);
    state.digits_[state.low_ + static_cast<int>(i)] = negative ? -digit : digit;
  }
  state.seen_ = static_cast<seen>(seen_level);
  if (counts) {
    std::byte const* const at = &bytes[header_size + 4 * size];
    state.nans_ = get<std::int64_t>(at);
    state.positive_infinities_ = get<std::int64_t>(at + 8);
    state.negative_infinities_ = get<std::int64_t>(at + 16);
    if (state.nans_ == 0 && state.positive_infinities_ == 0 && state.negative_infinities_ == 0)
      refuse("the state is not in canonical form");
  }
  return state;
}

#define ISOBIT_INSTANTIATE_FORMAT(State, T)       \
  template T State::round<T>(rounding) const;     \
  template T State::mean<T>(std::uint64_t) const; \
  template T State::square_root<T>() const;
#define ISOBIT_INSTANTIATE(State)                                                 \
  ISOBIT_INSTANTIATE_FORMAT(State, double)                                        \
  ISOBIT_INSTANTIATE_FORMAT(State, float)                                         \
  ISOBIT_INSTANTIATE_FORMAT(State, float16)                                       \
  ISOBIT_INSTANTIATE_FORMAT(State, bfloat16)                                      \
  template int State::sign() const noexcept;                                      \
  template bool State::operator==(State const&) const noexcept;                   \
  template std::partial_ordering State::operator<=>(State const&) const noexcept; \
  template std::uint64_t State::hash() const noexcept;                            \
  template std::vector<std::byte> State::serialise() const;                       \
  template State State::deserialise(std::span<std::byte const>);

ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)

ISOBIT_NAMESPACE_END
