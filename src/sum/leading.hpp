#pragma once

#include <cstdint>
#include <limits>

#include "certify/enclosure_arithmetic.hpp"
#include "certify/rounding_test.hpp"
#include "sum/exact_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

using certify::certain, certify::enclosure, certify::round_within, certify::uncertain;

/// A sum known to lie within radius of the state: an enclosure around an accumulator.
struct enclosed_sum {
  exact state;
  double radius = 0;
};

/// The same in two doubles, in the standard environment: what they cannot hold adds to the radius.
inline enclosure<double> in_two(enclosed_sum const& sum) {
  exact rest = sum.state;
  double parts[3];
  for (double& part : parts) {
    part = rest.round<double>();
    rest.subtract(part);
  }
  // The third part is the rest, up to half a unit in its last place.
  return {parts[0], parts[1], (sum.radius + magnitude(parts[2])) * (1 + 0x1p-50)};
}

/// One level of extraction over a whole term, with a bound on what is left: for data too wide for the flags whose
/// sum does not cancel, and for products. docs/maths/sum.md#leading
template <class Term> class leading_pass {
public:
  explicit leading_pass(machine const& machine) noexcept : kernels_(*machine.kernels) {}

  /// False where the data are out of reach (inf, NaN, near overflow, all zero): use the exact path.
  bool add(Term term, std::size_t n) {
    return start(term, n) && for_each_block(n, kernels_.lanes, [&](std::size_t offset, block const& b) {
             return add_block(term.at(offset), b);
           });
  }

  [[nodiscard]] bool has_one_extractor() const noexcept { return !flushed_; }

  /// The same for callers with blocks of their own: before the first, with all n addends, then for each.
  bool start(Term term, std::size_t n) { return fit(largest_of(term, n < sample_size ? n : sample_size)); }
  bool add_block(Term term, block const& b) {
    auto sum = term.leading(kernels_, b, three_halves<double>(top_));
    if (!sum.in_range) {
      std::uint64_t largest = 0;
      for_each_piece(b, [&](std::size_t first, std::size_t count) {
        largest = std::max(largest, largest_of(term.at(first), count));
      });
      flush();
      if (!fit(largest)) return false;
      sum = term.leading(kernels_, b, three_halves<double>(top_));
      if (!sum.in_range) return false;
    }
    if (is_nonfinite(sum.rest)) return false;
    units_ += sum.units;
    rest_ += sum.rest;
    elements_ += elements(b);
    longest_chain_ = std::max(longest_chain_, b.length / kernels_.lanes + b.tail_count / kernels_.lanes);
    ++blocks_;
    return true;
  }

  /// The sum in two doubles at little cost, if all of it had one extractor: else nothing is known.
  [[nodiscard]] enclosure<double> quickly_in_two() const noexcept {
    constexpr __int128 limit = __int128{1} << 62;
    if (flushed_ || units_ > limit || units_ < -limit) return certify::unknown();
    auto const units = static_cast<std::int64_t>(units_);
    double const ulp = power_of_two<double>(top_ - 52);
    auto const high = static_cast<double>(units);
    auto const low = static_cast<double>(units - static_cast<std::int64_t>(high));
    double const rest = low * ulp + rest_;
    // Adding low is one more rounding of what is far below the sum.
    double const extra = low == 0 ? 0 : (rest < 0 ? -rest : rest) * 0x1p-52;
    return {high * ulp, rest, radius() + extra};
  }

  [[nodiscard]] enclosure<double> in_two() {
    auto const quick = quickly_in_two();
    return quick.radius < std::numeric_limits<double>::infinity() ? quick : summation::in_two(enclosed());
  }

  [[nodiscard]] enclosed_sum const& enclosed() noexcept {
    flush();
    return total_;
  }

private:
  static constexpr std::size_t sample_size = 32;
  static constexpr int lowest_top = -900, highest_top = 900;

  std::uint64_t largest_of(Term term, std::size_t n) const {
    std::uint64_t largest = 0;
    double buffer[256];
    for (std::size_t i = 0; i < n; i += 256) {
      std::size_t const count = std::min<std::size_t>(256, n - i);
      term.at(i).doubles(kernels_, count, buffer);
      largest = std::max(largest, kernels_.largest_f64(buffer, count));
    }
    return largest;
  }

  // With |x| < 2^e and m additions to a chain, 1.5*2^(e + log2(m) + 2) keeps the chain in its binade; one more bit
  // for elements larger than the sample's.
  bool fit(std::uint64_t largest) noexcept {
    constexpr int chain_bits = 12;  // a chain has at most block_size/4 + 8 additions
    static_assert(block_size / 4 + 8 < std::size_t{1} << chain_bits);
    if (largest == 0 || largest >= format<double>::infinity) return false;
    int const chain = kernels_.lanes >= 4 ? chain_bits - 2 : chain_bits;
    top_ = std::max(exponent_above(largest) + chain + 3, lowest_top);
    return top_ <= highest_top;
  }

  // Every |r| <= 0.75 ulp, and at most `depth` additions lie on the way of any of them.
  [[nodiscard]] double radius() const noexcept {
    double const ulp = power_of_two<double>(top_ - 52);
    double const depth = static_cast<double>(longest_chain_ + blocks_ + 16);
    double const count = static_cast<double>(elements_);
    return 0.77 * (depth * count * 0x1p-53) * ulp + count * 0x1p-1000;
  }

  void flush() noexcept {
    flushed_ = true;
    if (elements_ == 0) return;
    // 128 bits in two parts of 62 bits; the low part is not negative.
    constexpr int part_bits = 62;
    auto const low = static_cast<std::int64_t>(units_ & ((__int128{1} << part_bits) - 1));
    total_.state.add_scaled(low, top_ - 52);
    total_.state.add_scaled(static_cast<std::int64_t>(units_ >> part_bits), top_ - 52 + part_bits);
    total_.state.add(rest_);
    total_.radius += radius() * (1 + 0x1p-23);  // more than 2^29 such additions can round away
    units_ = 0;
    rest_ = 0;
    elements_ = blocks_ = longest_chain_ = 0;
  }

  table const& kernels_;
  int top_ = 0;
  __int128 units_ = 0;
  double rest_ = 0;
  std::size_t elements_ = 0, blocks_ = 0, longest_chain_ = 0;
  bool flushed_ = false;
  enclosed_sum total_;
};

}  // namespace summation
ISOBIT_NAMESPACE_END
