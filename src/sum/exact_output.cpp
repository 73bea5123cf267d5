// What leaves an exact accumulator: roundings, comparisons and bytes.

#include <isobit/sum/exact.hpp>
#include <isobit/sum/readable_bytes.hpp>

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

namespace {

/// What serialised bytes announce, or why they cannot be read.
struct announcement {
  unsigned seen_level = 0;
  int lowest = 0;
  std::size_t size = 0;
  bool negative = false;
  std::int64_t nans = 0, positive_infinities = 0, negative_infinities = 0;
  status code = status::malformed_bytes;
  std::string problem;
};

std::uint32_t digit_at(std::span<std::byte const> bytes, std::size_t i) noexcept {
  return get<std::uint32_t>(&bytes[header_size + 4 * i]);
}

/// By the head, which is there.
std::size_t announced_size(std::span<std::byte const> bytes) noexcept {
  bool const counts = (std::to_integer<unsigned>(bytes[4]) & flag_counts) != 0;
  return header_size + std::size_t{4} * get<std::uint16_t>(&bytes[8]) + (counts ? counts_size : 0);
}

template <class State> announcement announced(std::span<std::byte const> bytes) {
  announcement all;
  auto const because = [&](std::string const& why) {
    all.problem = "isobit: these bytes are not a serialised exact sum: " + why;
    return all;
  };
  if (bytes.size() < header_size)
    return because("only " + std::to_string(bytes.size()) + " bytes, at least 10 are needed");
  for (std::size_t i = 0; i < 3; ++i)
    if (std::to_integer<unsigned char>(bytes[i]) != header[i]) return because("they do not start with \"ibe\"");
  if (std::to_integer<unsigned char>(bytes[3]) != header[3])
    return because("version " + std::to_string(std::to_integer<int>(bytes[3])) + ", this release reads version 1");
  auto const flags = std::to_integer<unsigned>(bytes[4]);
  all.seen_level = flags >> seen_shift & 3;
  if ((flags & ~known_flags) != 0 || all.seen_level > 2 || bytes[5] != std::byte{0}) return because("unknown flags");
  all.lowest = get<std::int16_t>(&bytes[6]);
  all.size = get<std::uint16_t>(&bytes[8]);
  all.negative = (flags & flag_negative) != 0;
  bool const counts = (flags & flag_counts) != 0;
  std::size_t const expected = announced_size(bytes);
  if (bytes.size() != expected)
    return because(std::to_string(bytes.size()) + " bytes where the header announces " + std::to_string(expected));

  if (counts) {
    std::byte const* const at = &bytes[header_size + 4 * all.size];
    all.nans = get<std::int64_t>(at);
    all.positive_infinities = get<std::int64_t>(at + 8);
    all.negative_infinities = get<std::int64_t>(at + 16);
  }
  bool const counted = all.nans != 0 || all.positive_infinities != 0 || all.negative_infinities != 0;
  bool const canonical =
      all.size == 0 ? all.lowest == 0 && !all.negative : digit_at(bytes, 0) != 0 && digit_at(bytes, all.size - 1) != 0;
  if (!canonical || counts != counted || (all.seen_level != 2 && (all.size != 0 || counts)))
    return because("the state is not in canonical form");
  int const top = all.lowest + static_cast<int>(all.size) - 1;
  if (all.size != 0 && (all.lowest < State::lowest_digit || top > State::highest_digit)) {
    all.code = status::out_of_range;
    all.problem = "isobit: the serialised sum has digits outside this accumulator; read sums of products into "
                  "isobit::exact_product";
  }
  return all;
}

}  // namespace

template <class State> bool detail::is_readable(std::span<std::byte const> bytes) {
  return announced<State>(bytes).problem.empty();
}

std::size_t detail::size_of_first_state(std::span<std::byte const> bytes) noexcept {
  return bytes.size() < header_size ? bytes.size() : std::min(announced_size(bytes), bytes.size());
}

template <int L, int H> basic_exact<L, H> basic_exact<L, H>::deserialise(std::span<std::byte const> bytes) {
  announcement const all = announced<basic_exact>(bytes);
  if (!all.problem.empty()) throw error(all.code, all.problem);
  basic_exact state;
  if (all.size != 0) {
    state.low_ = all.lowest - L;
    state.high_ = all.lowest + static_cast<int>(all.size) - 1 - L;
    state.pending_ = 1;
  }
  for (std::size_t i = 0; i < all.size; ++i) {
    std::int64_t const digit = digit_at(bytes, i);
    state.digits_[state.low_ + static_cast<int>(i)] = all.negative ? -digit : digit;
  }
  state.seen_ = static_cast<seen>(all.seen_level);
  state.nans_ = all.nans;
  state.positive_infinities_ = all.positive_infinities;
  state.negative_infinities_ = all.negative_infinities;
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
  template State State::deserialise(std::span<std::byte const>);                  \
  template bool detail::is_readable<State>(std::span<std::byte const>);

ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)

ISOBIT_NAMESPACE_END
