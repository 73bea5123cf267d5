#include <isobit/method/binned.hpp>

#include <cstring>
#include <string>

#include <isobit/error.hpp>

#include "arithmetic/bytes.hpp"
#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "method/binned_state.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class T> void add_to_bins(binned_words<T> const& state, T x) noexcept {
  binned_state<T> bins(state.view());
  bins.add(x);
  bins.write(state);
}

template <class T> void merge_bins(binned_words<T> const& state, binned_view<T> const& other) noexcept {
  binned_state<T> bins(state.view());
  bins.merge(binned_state<T>(other));
  bins.write(state);
}

template <class T> bool same_bins(binned_view<T> const& a, binned_view<T> const& b) noexcept {
  auto const count = static_cast<std::size_t>(a.bins);
  return std::memcmp(a.sums, b.sums, count * sizeof(T)) == 0 &&
         std::memcmp(a.carries, b.carries, count * sizeof(double)) == 0;
}

template <class T> int top_bin(binned_view<T> const& state) noexcept { return binned_state<T>(state).top; }
template <class T> bin bin_at(binned_view<T> const& state, int k) noexcept { return binned_state<T>(state).at[k]; }

namespace {

/// How far a number of units of 2^exponent is shifted up so that an exact sum takes it.
constexpr int shift_into_exact(int exponent) noexcept {
  return std::max(0, exponent - (32 * (exact::highest_digit - 1) - 1));
}

}  // namespace

template <class T> exact value_of_bins(binned_view<T> const& state) noexcept {
  binned_state<T> const bins(state);
  exact value;
  if (is_nonfinite(bins.special)) {
    value.add(bins.special);
    return value;
  }
  auto const add = [&](std::int64_t units, int exponent) {
    int const shift = shift_into_exact(exponent);
    // In halves: shifted up, the carry of 2^62 of the largest numbers is one bit too long.
    for (std::int64_t part : {units / 2, units - units / 2}) value.add_scaled(part << shift, exponent - shift);
  };
  for (int k = 0; k < bins.bins; ++k) {
    // Below the smallest number the contents are multiples of it, since all addends are.
    int const exponent = bins.unit_exponent(k), excess = std::max(0, format<T>::min_exponent - exponent);
    add(bins.at[k].units >> excess, exponent + excess);
    add(bins.at[k].carry, exponent + bin_range<T>::carry_bits);
  }
  value.note_addends(false);
  return value;
}

namespace {

using i128 = __int128;
using integer::uint128;

/// A signed number of 256 bits: enough for four bins of 103 bits each, 40 bits apart. In two registers of 128, for
/// limbs would take twice as long.
struct wide_sum {
  uint128 low = 0;
  i128 high = 0;

  void add_shifted(i128 value, int shift) noexcept {
    uint128 const added = static_cast<uint128>(value) << shift;
    high += shift == 0 ? value >> 127 : value >> (128 - shift);
    low += added;
    high += low < added;
  }

  [[nodiscard]] bool is_zero() const noexcept { return low == 0 && high == 0; }
  [[nodiscard]] bool is_negative() const noexcept { return high < 0; }

  /// The magnitude's upper 128 bits, where the last bit of the whole number is worth 2^exponent.
  [[nodiscard]] integer::leading_bits<uint128> leading(int exponent) const noexcept {
    uint128 upper = static_cast<uint128>(high), lower = low;
    if (is_negative()) {
      lower = -lower;
      upper = ~upper + (lower == 0);
    }
    if (upper == 0) return integer::leading(lower, exponent);
    int const zeros = integer::leading_zeros(upper);
    if (zeros != 0) upper = upper << zeros | lower >> (128 - zeros);
    return {upper, exponent + 128 - zeros, lower << zeros != 0};
  }
};

/// The value of the bins in units of the lowest.
template <class T> wide_sum total_of(binned_state<T> const& bins) noexcept {
  wide_sum sum;
  for (int k = 0; k < bins.bins; ++k) {
    i128 const content = i128{bins.at[k].carry} * (i128{1} << bin_range<T>::carry_bits) + bins.at[k].units;
    sum.add_shifted(content, (bins.bins - 1 - k) * bins.width);
  }
  return sum;
}

}  // namespace

template <class T> T round_bins(binned_view<T> const& state) noexcept {
  binned_state<T> const bins(state);
  if (is_nonfinite(bins.special)) return bins.special;
  wide_sum const sum = total_of(bins);
  if (sum.is_zero()) return T{0};
  auto const leading = sum.leading(bins.unit_exponent(bins.bins - 1));
  return integer::assemble<T>(sum.is_negative(), upper_half(leading), rounding::nearest_even);
}

template <class T> T root_of_bins(binned_view<T> const& state, int scale) {
  require_scale(scale);
  binned_state<T> const bins(state);
  wide_sum const sum = total_of(bins);
  if (is_nonfinite(bins.special) && !is_negative(bins.special)) return bins.special;
  if (is_nonfinite(bins.special) || sum.is_negative()) return from_bits<T>(format<T>::canonical_nan);
  if (sum.is_zero()) return T{0};
  auto const leading = sum.leading(bins.unit_exponent(bins.bins - 1) - 2 * scale);
  return integer::assemble<T>(false, integer::square_root(leading), rounding::nearest_even);
}

namespace {

constexpr unsigned char magic[] = {'i', 'b', 'b', 1};
constexpr std::size_t header_size = 12;
constexpr std::size_t serialised_size(int bins) noexcept { return header_size + 16 * static_cast<std::size_t>(bins); }

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::malformed_bytes,
              "isobit: these bytes are not a binned state: " + why + "; pass what serialise() of the same type wrote");
}

template <class T> int special_code(T special) noexcept {
  if (!is_nonfinite(special)) return 0;
  return is_nan(special) ? 3 : is_negative(special) ? 2 : 1;
}

}  // namespace

template <class T> std::vector<std::byte> serialise_bins(binned_view<T> const& state) {
  binned_state<T> const bins(state);
  std::vector<std::byte> bytes(serialised_size(bins.bins));
  std::byte* at = bytes.data();
  for (unsigned char c : magic) at = put(at, c);
  at = put(at, static_cast<std::uint8_t>(format<T>::precision));
  at = put(at, static_cast<std::uint8_t>(bins.bins));
  at = put(at, static_cast<std::uint8_t>(bins.width));
  at = put(at, static_cast<std::uint8_t>(special_code(bins.special)));
  at = put(at, static_cast<std::int32_t>(bins.top));
  for (int k = 0; k < bins.bins; ++k) {
    at = put(at, bins.at[k].carry);
    at = put(at, bins.at[k].units);
  }
  return bytes;
}

template <class T> void deserialise_bins(binned_words<T> const& state, std::span<std::byte const> bytes) {
  using range = bin_range<T>;
  std::size_t const expected = serialised_size(state.bins);
  if (bytes.size() < header_size) refuse("only " + std::to_string(bytes.size()) + " bytes");
  for (std::size_t i = 0; i < 3; ++i)
    if (get<std::uint8_t>(&bytes[i]) != magic[i]) refuse("they do not start with \"ibb\"");
  if (int const version = get<std::uint8_t>(&bytes[3]); version != magic[3])
    refuse("version " + std::to_string(version) + ", this release reads version 1");
  if (int const precision = get<std::uint8_t>(&bytes[4]); precision != format<T>::precision)
    refuse("its numbers have a precision of " + std::to_string(precision) + " bits, not " +
           std::to_string(format<T>::precision));
  if (int const bins = get<std::uint8_t>(&bytes[5]); bins != state.bins)
    refuse("it has " + std::to_string(bins) + " bins, not " + std::to_string(state.bins));
  if (int const width = get<std::uint8_t>(&bytes[6]); width != state.width)
    refuse("its bins are " + std::to_string(width) + " bits wide, not " + std::to_string(state.width));
  if (bytes.size() != expected)
    refuse(std::to_string(bytes.size()) + " bytes where " + std::to_string(expected) + " are needed");

  binned_state<T> result(state);
  int const code = get<std::uint8_t>(&bytes[7]);
  if (code > 3) refuse("unknown special value");
  result.top = get<std::int32_t>(&bytes[8]);
  if (code == 0 && (result.top < state.lowest + state.bins - 1 || result.top > range::highest(state.width)))
    refuse("its highest bin does not exist");
  bool all_zero = result.top == 0;
  if (code != 0 && !all_zero) refuse("a special value beside bins");
  for (int k = 0; k < state.bins; ++k) {
    std::size_t const at = header_size + 16 * static_cast<std::size_t>(k);
    result.at[k] = {get<std::int64_t>(&bytes[at]), get<std::int64_t>(&bytes[at + 8])};
    auto const [carry, units] = result.at[k];
    std::int64_t const most_carries =
        std::int64_t{1} << std::min(53, 63 - shift_into_exact(result.unit_exponent(k) + range::carry_bits));
    if (units < 0 || units >> range::carry_bits != 0 || carry > most_carries || carry < -most_carries)
      refuse("a bin is out of range");
    int const excess = std::max(0, format<T>::min_exponent - result.unit_exponent(k));
    if (code == 0 && (units & ((std::int64_t{1} << excess) - 1)) != 0) refuse("a bin holds less than any number");
    all_zero = all_zero && carry == 0 && units == 0;
  }
  if (code != 0) {
    if (!all_zero) refuse("a special value beside bins");
    using f = format<T>;
    result.special = from_bits<T>(code == 3   ? f::canonical_nan
                                  : code == 2 ? typename f::bits_type(f::infinity | f::sign_bit)
                                              : f::infinity);
  }
  result.write(state);
}

#define ISOBIT_INSTANTIATE(T)                                                       \
  template void add_to_bins(binned_words<T> const&, T) noexcept;                    \
  template void merge_bins(binned_words<T> const&, binned_view<T> const&) noexcept; \
  template bool same_bins(binned_view<T> const&, binned_view<T> const&) noexcept;   \
  template int top_bin(binned_view<T> const&) noexcept;                             \
  template bin bin_at(binned_view<T> const&, int) noexcept;                         \
  template exact value_of_bins(binned_view<T> const&) noexcept;                     \
  template T round_bins(binned_view<T> const&) noexcept;                            \
  template T root_of_bins(binned_view<T> const&, int);                              \
  template std::vector<std::byte> serialise_bins(binned_view<T> const&);            \
  template void deserialise_bins(binned_words<T> const&, std::span<std::byte const>);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail
ISOBIT_NAMESPACE_END
