#pragma once

#include "cuda/groups/window.hpp"
#include "integer/assemble.hpp"
#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// An exact sum, of which one window of bits after another is known, from the highest down: whatever the windows still
/// to come add, these few words are enough to round it. docs/maths/cuda.md#groups
class descent {
public:
  /// Widths beyond would not fit, with three words.
  static constexpr int most_width = 42;

  /// Adds what the numbers have in a window, as sums of the words: the window below the one before.
  template <int Words> ISOBIT_HOST_DEVICE void add(window<Words> const& here, std::int64_t const* word) noexcept {
    static_assert(Words <= 3);
    if (decided_) return;
    limb total[limb_count] = {};
    for (int k = 0; k < Words; ++k) add_to(total, word[k], k * here.width);
    add_to(total, rest_, here.bits());
    exponent_ = here.exponent;
    if (take_rest(total)) return;
    int below_head = head_exponent_ - here.exponent;
    if (!has_head_) {
      has_head_ = true;
      below_head = most(bit_length(total) - head_bits, 0);
      head_exponent_ = here.exponent + below_head;
    }
    head_ += take_above(total, below_head);
    if (take_rest(total)) return;
    if (below_head < most_bits) {  // is it just below the next unit of the head?
      limb const one = 1;
      integer::limbs::add(total, limb_count, true, &one, 1, below_head);
      if (take_rest(total)) {
        ++head_;
        return;
      }
    }
    decided_ = true;
  }

  /// Precondition: no numbers have bits below the last window.
  [[nodiscard]] ISOBIT_HOST_DEVICE bool is_zero() const noexcept { return !has_head_ && rest_ == 0; }
  template <class T> [[nodiscard]] ISOBIT_HOST_DEVICE T round() const noexcept {
    __int128 value = has_head_ ? head_ : __int128{rest_};
    bool sticky = has_head_ && (decided_ || rest_ != 0);
    if (has_head_ && !decided_ && rest_ < 0) --value;
    bool const negative = value < 0;
    if (negative) value = sticky ? ~value : -value;  // -(v + t) = (-v - 1) + (1 - t)
    auto leading = integer::upper_half(
        integer::leading(static_cast<integer::uint128>(value), has_head_ ? head_exponent_ : exponent_));
    leading.sticky |= sticky;
    return integer::assemble<T>(negative, leading, rounding::nearest_even);
  }

private:
  using limb = integer::limbs::limb;
  static constexpr int rest_bits = 62, head_bits = 100;
  static constexpr int limb_count = 3, most_bits = 64 * limb_count - 1;

  static ISOBIT_HOST_DEVICE constexpr int most(int a, int b) noexcept { return a > b ? a : b; }
  /// All bits set for a negative total.
  static ISOBIT_HOST_DEVICE limb sign_of(limb const* total) noexcept {
    return static_cast<limb>(static_cast<std::int64_t>(total[limb_count - 1]) >> 63);
  }
  static ISOBIT_HOST_DEVICE void add_to(limb* total, std::int64_t value, int position) noexcept {
    limb const magnitude = value < 0 ? -static_cast<limb>(value) : static_cast<limb>(value);
    integer::limbs::add(total, limb_count, value < 0, &magnitude, 1, position);
  }
  static ISOBIT_HOST_DEVICE int bit_length(limb const* total) noexcept {
    limb const flip = sign_of(total);
    for (int k = limb_count - 1; k >= 0; --k)
      if (limb const one = total[k] ^ flip; one != 0) return 64 * k + integer::bit_length(one);
    return 0;
  }

  /// Whether the total is short enough to be the rest; then it is.
  ISOBIT_HOST_DEVICE bool take_rest(limb const* total) noexcept {
    if (bit_length(total) > rest_bits) return false;
    rest_ = static_cast<std::int64_t>(total[0]);
    return true;
  }
  /// floor(total / 2^position), which the total loses. Where all of it is below, only the sign counts.
  static ISOBIT_HOST_DEVICE __int128 take_above(limb* total, int position) noexcept {
    limb const sign = sign_of(total);
    if (position >= most_bits) return static_cast<std::int64_t>(sign);
    auto const at = [&](int k) { return k < limb_count ? total[k] : sign; };
    int const whole = position / 64, within = position % 64;
    auto const shifted = [&](int k) { return at(whole + k) >> within | at(whole + k + 1) << 1 << (63 - within); };
    auto const above = static_cast<__int128>(integer::uint128{shifted(1)} << 64 | shifted(0));
    if (within != 0) total[whole] &= (limb{1} << within) - 1;
    for (int k = within != 0 ? whole + 1 : whole; k < limb_count; ++k) total[k] = 0;
    return above;
  }

  /// The sum so far is head 2^head_exponent + rest 2^exponent, where there is a head; or (head + t) 2^head_exponent
  /// with 0 < t < 1, whatever follows, where that is decided.
  __int128 head_ = 0;
  std::int64_t rest_ = 0;
  std::int16_t head_exponent_ = 0, exponent_ = 0;
  bool has_head_ = false, decided_ = false;
};
static_assert(sizeof(descent) == 32);

}  // namespace cuda
ISOBIT_NAMESPACE_END
