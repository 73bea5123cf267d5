#include <isobit/sum/exact.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <isobit/error.hpp>

#include "sum/accumulate.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

// Every addition changes a digit by less than 2^32, so digits stay below 2^63 for this many.
constexpr std::uint32_t pending_limit = 1u << 30;

using i128 = __int128;
using u128 = unsigned __int128;

// A count at the limit means that many or more. It stays there, for nobody knows what is left when some are retracted;
// and so no infinity and no NaN is ever forgotten.
constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max();
bool is_saturated(std::int64_t count) noexcept { return count == most_counted || count <= -most_counted; }

void add_count(std::int64_t& count, std::int64_t other, int sign) noexcept {
  if (is_saturated(count)) return;
  i128 const change = i128{sign} * other, sum = is_saturated(other) ? change : count + change;
  count = static_cast<std::int64_t>(std::clamp<i128>(sum, -most_counted, most_counted));
}

void check_sizes(std::size_t a, std::size_t b) {
  if (a != b) throw error(status::invalid_argument, "isobit: add_products needs two spans of the same size");
}

}  // namespace

template <int L, int H> double basic_exact<L, H>::double_of(float x) noexcept {
  // By bits: a conversion instruction would lose subnormals under flush-to-zero.
  using single = format<float>;
  using twice = format<double>;
  std::uint64_t const sign = std::uint64_t{bits_of(x) & single::sign_bit} << 32;
  if (is_nonfinite(x))
    return from_bits<double>(sign | twice::infinity | std::uint64_t{bits_of(x) & (single::implicit_bit - 1)} << 29);
  auto const [negative, significand, exponent] = decompose(x);
  if (significand == 0) return from_bits<double>(sign);
  int const top = std::bit_width(significand) - 1;
  auto const fraction = significand << (twice::stored_bits - top) & (twice::implicit_bit - 1);
  return from_bits<double>(sign | std::uint64_t(exponent + top + twice::bias) << twice::stored_bits | fraction);
}

template <int L, int H> void basic_exact<L, H>::note_addends(bool all_negative_zero) noexcept {
  seen_ = std::max(seen_, all_negative_zero ? seen::negative_zeros : seen::others);
}

template <int L, int H> void basic_exact<L, H>::add_scaled(std::int64_t significand, int exponent) noexcept {
  int const position = exponent - 32 * L;
  int const i = position >> 5;
  i128 const shifted = i128{significand} << (position & 31);
  digits_[i] += static_cast<std::uint32_t>(shifted);
  digits_[i + 1] += static_cast<std::uint32_t>(shifted >> 32);
  digits_[i + 2] += static_cast<std::int64_t>(shifted >> 64);
  low_ = std::min(low_, i);
  high_ = std::max(high_, i + 2);
  if (++pending_ >= pending_limit) canonicalise();
}

template <int L, int H> void basic_exact<L, H>::add_digit(std::int64_t value, int k) noexcept {
  int const i = k - L;
  digits_[i] += value;
  low_ = std::min(low_, i);
  high_ = std::max(high_, i);
  pending_ = 1;
}

template <int L, int H>
void basic_exact<L, H>::note_nonfinite(std::int64_t nans, std::int64_t positive_infinities,
                                       std::int64_t negative_infinities) noexcept {
  add_count(nans_, nans, 1);
  add_count(positive_infinities_, positive_infinities, 1);
  add_count(negative_infinities_, negative_infinities, 1);
}

template <int L, int H> void basic_exact<L, H>::add_nonfinite(double x, std::int64_t count) noexcept {
  note_addends(false);
  add_count(is_nan(x) ? nans_ : is_negative(x) ? negative_infinities_ : positive_infinities_, count, 1);
}

template <int L, int H> void basic_exact<L, H>::add_signed(double x, bool negative) noexcept {
  auto const [minus, significand, exponent] = decompose(x);
  auto const value = static_cast<std::int64_t>(significand);
  if (significand != 0) add_scaled(minus != negative ? -value : value, exponent);
  note_addends(significand == 0 && minus);
}

template <int L, int H> void basic_exact<L, H>::add(double x) noexcept {
  is_nonfinite(x) ? add_nonfinite(x, 1) : add_signed(x, false);
}

template <int L, int H> void basic_exact<L, H>::retract(double x) noexcept {
  is_nonfinite(x) ? add_nonfinite(x, -1) : add_signed(x, true);
}

template <int L, int H> void basic_exact<L, H>::add_signed_product(double a, double b, bool retracted) noexcept {
  auto const x = decompose(a);
  auto const y = decompose(b);
  bool const minus = x.negative != y.negative;
  if (is_nonfinite(a) || is_nonfinite(b)) {
    bool const invalid = is_nan(a) || is_nan(b) || x.significand == 0 || y.significand == 0;
    using f = format<double>;
    add_nonfinite(from_bits<double>(invalid ? f::canonical_nan : f::infinity | (minus ? f::sign_bit : 0)),
                  retracted ? -1 : 1);
    return;
  }
  u128 const product = u128{x.significand} * y.significand;
  note_addends(product == 0 && minus);
  if (product == 0) return;
  constexpr int half_bits = 53;
  auto const low = static_cast<std::int64_t>(product & ((u128{1} << half_bits) - 1));
  auto const high = static_cast<std::int64_t>(product >> half_bits);
  bool const negative = minus != retracted;
  int const exponent = x.exponent + y.exponent;
  add_scaled(negative ? -low : low, exponent);
  add_scaled(negative ? -high : high, exponent + half_bits);
}

template <int L, int H> void basic_exact<L, H>::add_product(float a, float b) noexcept {
  add_signed_product(double_of(a), double_of(b), false);
}

template <int L, int H> void basic_exact<L, H>::retract_product(float a, float b) noexcept {
  add_signed_product(double_of(a), double_of(b), true);
}

template <int L, int H> void basic_exact<L, H>::add(std::span<double const> values) {
  summation::accumulate(*this, values.data(), values.size());
}
template <int L, int H> void basic_exact<L, H>::add(std::span<float const> values) {
  summation::accumulate(*this, values.data(), values.size());
}
template <int L, int H> void basic_exact<L, H>::add_all_products(std::span<double const> a, std::span<double const> b) {
  check_sizes(a.size(), b.size());
  if constexpr (holds_products) summation::accumulate_products(*this, a.data(), b.data(), a.size());
}
template <int L, int H> void basic_exact<L, H>::add_products(std::span<float const> a, std::span<float const> b) {
  check_sizes(a.size(), b.size());
  summation::accumulate_products(*this, a.data(), b.data(), a.size());
}

template <int L, int H>
template <int L2, int H2>
void basic_exact<L, H>::merge_signed(basic_exact<L2, H2> const& other, int sign) noexcept {
  if (pending_ + std::uint64_t{other.pending_} + 1 >= pending_limit) {
    canonicalise();
    if (other.pending_ > 1) {
      auto canonical = other;
      canonical.canonicalise();
      return merge_signed(canonical, sign);
    }
  }
  constexpr int offset = L2 - L;
  for (int i = other.low_; i <= other.high_; ++i) digits_[i + offset] += sign * other.digits_[i];
  if (other.low_ <= other.high_) {
    low_ = std::min(low_, other.low_ + offset);
    high_ = std::max(high_, other.high_ + offset);
  }
  pending_ += other.pending_ + 1;
  add_count(nans_, other.nans_, sign);
  add_count(positive_infinities_, other.positive_infinities_, sign);
  add_count(negative_infinities_, other.negative_infinities_, sign);
  seen_ = std::max(seen_, seen(static_cast<int>(other.seen_)));
}

template <int L, int H> void basic_exact<L, H>::retract(basic_exact const& other) noexcept { merge_signed(other, -1); }

// Brings every digit into [0, 2^32), but for the highest of all; returns the carry out of the window.
template <int L, int H> std::int64_t basic_exact<L, H>::propagate() noexcept {
  std::int64_t carry = 0;
  for (int i = low_; i <= high_; ++i) {
    std::int64_t const digit = digits_[i] + carry;
    if (i == digit_count - 1) {
      digits_[i] = digit;
      return digit < 0 ? -1 : 0;
    }
    digits_[i] = digit & 0xffffffff;
    carry = digit >> 32;
  }
  return carry;
}

template <int L, int H> void basic_exact<L, H>::canonicalise() noexcept {
  std::int64_t carry = propagate();
  bool const negative = carry < 0;
  if (negative) {
    for (int i = low_; i <= high_; ++i) digits_[i] = -digits_[i];
    carry = (high_ == digit_count - 1 ? 0 : -carry) + propagate();
  }
  if (carry != 0) digits_[++high_] = carry;
  while (high_ >= low_ && digits_[high_] == 0) --high_;
  while (low_ <= high_ && digits_[low_] == 0) ++low_;
  if (low_ > high_) {
    low_ = digit_count;
    high_ = -1;
  }
  if (negative)
    for (int i = low_; i <= high_; ++i) digits_[i] = -digits_[i];
  pending_ = 1;
}

template class basic_exact<-34, 33>;
template class basic_exact<-68, 65>;
template void exact::merge_signed(exact const&, int) noexcept;
template void exact_product::merge_signed(exact const&, int) noexcept;
template void exact_product::merge_signed(exact_product const&, int) noexcept;

ISOBIT_NAMESPACE_END
