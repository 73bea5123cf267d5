#include "column/inspect.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "arithmetic/environment.hpp"
#include "column/kernels.hpp"
#include "column/value.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

constexpr double largest_condition = std::numeric_limits<double>::max();

template <number_format Format> uint128 bits_at(rows const& in, int rank, std::size_t i) noexcept {
  return load_bits<Format>(in.first + static_cast<std::size_t>(rank) * in.stride + i * size_of(Format));
}

/// A magnitude of any format to the digits of a double, scaled by 2^by.
template <number_format Format> double scaled_magnitude(uint128 magnitude, int by) noexcept {
  auto const [significand, exponent] = scale<Format>(magnitude);
  auto const high = static_cast<double>(static_cast<std::uint64_t>(significand >> 64));
  auto const low = static_cast<double>(static_cast<std::uint64_t>(significand));
  return std::ldexp(high, exponent + by + 64) + std::ldexp(low, exponent + by);
}

/// The facts of the `width` neighbouring numbers from i on that make up one element: one, or the parts of a product of
/// complex numbers, where an infinity in one part comes from either.
template <number_format Format>
column_facts inspect_column(operation what, rows const& in, std::size_t i, std::size_t width, std::byte const* exact) {
  using f = shape<Format>;
  column_facts facts;
  bool result_is_finite = true;
  for (std::size_t part = i; part < i + width; ++part) {
    for (int rank = 0; rank < in.ranks; ++rank) {
      uint128 const bits = bits_at<Format>(in, rank, part);
      facts.has_nan |= is_nan<Format>(bits);
      facts.has_infinity |= magnitude_of<Format>(bits) == f::infinity;
    }
    result_is_finite &= !is_nonfinite<Format>(load_bits<Format>(exact + part * size_of(Format)));
  }
  bool const inputs_are_finite = !facts.has_nan && !facts.has_infinity;
  facts.overflowed = inputs_are_finite && !result_is_finite;
  if (what == operation::product || !inputs_are_finite || !result_is_finite) return facts;

  uint128 const sum = magnitude_of<Format>(load_bits<Format>(exact + i * size_of(Format)));
  int const by = sum != 0 ? -scale<Format>(sum).exponent - f::precision : 0;
  double magnitudes = 0;
  bool all_zero = true;
  for (int rank = 0; rank < in.ranks; ++rank) {
    uint128 const magnitude = magnitude_of<Format>(bits_at<Format>(in, rank, i));
    all_zero &= magnitude == 0;
    if (sum != 0) magnitudes += scaled_magnitude<Format>(magnitude, by);
  }
  if (sum != 0)
    facts.condition = std::min(magnitudes / scaled_magnitude<Format>(sum, by), largest_condition);
  else if (!all_zero)
    facts.condition = std::numeric_limits<double>::infinity();
  return facts;
}

template <number_format Format>
void inspect_columns(operation what, rows const& in, std::size_t width, std::byte const* exact, column_facts& facts) {
  for (std::size_t i = 0; i < in.count; i += width) facts.merge(inspect_column<Format>(what, in, i, width, exact));
}

/// Sums of float and double: kernels, and one by one what they leave out.
template <number_format Format> void inspect_sums(rows const& in, std::byte const* exact, column_facts& facts) {
  constexpr std::size_t size = size_of(Format), long_block = 16 * block_columns;
  auto const& kernels = columns::kernels();
  auto const kernel = Format == number_format::binary64 ? kernels.condition_f64 : kernels.condition_f32;
  auto const are_within = Format == number_format::binary64 ? kernels.within_f64 : kernels.within_f32;
  auto const block_at = [&](std::size_t first, std::size_t most) {
    return block_rows{in.first + first * size, in.stride, in.ranks, std::min(most, in.count - first)};
  };
  for (std::size_t first = 0; first < in.count;) {
    // Few columns are worse than all before them.
    bool const is_first = facts.condition == 0;
    if (!is_first) {
      auto const block = block_at(first, long_block);
      if (are_within(block, exact + first * size, facts.condition)) {
        first += block.count;
        continue;
      }
    }
    std::size_t const end = std::min(in.count, first + (is_first ? block_columns : long_block));
    for (; first < end; first += block_columns)
      for (auto open = kernel(block_at(first, block_columns), exact + first * size, facts.condition); open != 0;
           open &= open - 1) {
        std::size_t const i = first + static_cast<std::size_t>(std::countr_zero(open));
        facts.merge(inspect_column<Format>(operation::sum, in, i, 1, exact));
      }
  }
}

template <number_format Format>
column_facts inspect_format(operation what, bool is_complex, rows const& in, std::byte const* exact,
                            column_facts facts) {
  rows numbers = in;
  if (is_complex) numbers.count *= 2;
  in_standard_rounding([&] {
    if constexpr (!std::is_class_v<typename value_of<Format>::type>)
      if (what == operation::sum) return inspect_sums<Format>(numbers, exact, facts);
    inspect_columns<Format>(what, numbers, is_complex && what == operation::product ? 2 : 1, exact, facts);
  });
  return facts;
}

/// How many numbers lie below, counted from zero on; one more for each minus.
template <number_format Format> std::uint64_t steps_between(uint128 one, uint128 other) noexcept {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  if (one == other || (is_nan<Format>(one) && is_nan<Format>(other))) return 0;
  if (is_nonfinite<Format>(one) || is_nonfinite<Format>(other)) return most;
  uint128 const a = magnitude_of<Format>(one), b = magnitude_of<Format>(other);
  uint128 const steps = is_negative<Format>(one) != is_negative<Format>(other) ? a + b + 1 : a > b ? a - b : b - a;
  return steps > most ? most : static_cast<std::uint64_t>(steps);
}

/// The bytes that count: without x87's padding.
constexpr std::size_t used_bytes(number_format format) noexcept {
  return format == number_format::x87 ? 10 : size_of(format);
}

template <number_format Format>
void add_distances(std::size_t width, std::size_t count, std::byte const* one, std::byte const* other,
                   distance& result) {
  constexpr std::size_t size = size_of(Format);
  for (std::size_t i = 0; i < count; ++i) {
    bool differs = false;
    for (std::size_t at = i * width * size; at < (i + 1) * width * size; at += size) {
      if (std::memcmp(one + at, other + at, used_bytes(Format)) == 0) continue;
      differs = true;
      result.ulps =
          std::max(result.ulps, steps_between<Format>(load_bits<Format>(one + at), load_bits<Format>(other + at)));
    }
    result.different += differs;
  }
}

template <number_format Format>
distance distance_in(bool is_complex, std::size_t count, std::byte const* one, std::byte const* other) {
  constexpr std::size_t size = size_of(Format), block = 1024;
  std::size_t const width = is_complex ? 2 : 1;
  distance result;
  for (std::size_t first = 0; first < count;
       first += block, one += block * width * size, other += block * width * size) {
    std::size_t const some = std::min(block, count - first);
    if (std::memcmp(one, other, some * width * size) == 0) continue;
    if constexpr (!std::is_class_v<typename value_of<Format>::type>)
      if (!is_complex) {
        auto const& kernels = columns::kernels();
        auto const kernel = Format == number_format::binary64 ? kernels.distance_f64 : kernels.distance_f32;
        if (kernel(one, other, some, result.different, result.ulps)) continue;
      }
    add_distances<Format>(width, some, one, other, result);
  }
  return result;
}

/// body.template operator()<Format>() for the format named.
template <class Body> auto for_format(number_format format, Body body) {
  switch (format) {
  case number_format::binary32:
    return body.template operator()<number_format::binary32>();
  case number_format::x87:
    return body.template operator()<number_format::x87>();
  case number_format::binary128:
    return body.template operator()<number_format::binary128>();
  default:
    return body.template operator()<number_format::binary64>();
  }
}

}  // namespace

void column_facts::merge(column_facts const& other) noexcept {
  condition = std::max(condition, other.condition);
  has_nan |= other.has_nan;
  has_infinity |= other.has_infinity;
  overflowed |= other.overflowed;
}

column_facts inspect(operation what, element type, rows const& in, void const* exact, column_facts so_far) {
  return for_format(type.format, [&]<number_format Format>() {
    return inspect_format<Format>(what, type.is_complex, in, static_cast<std::byte const*>(exact), so_far);
  });
}

distance distance_between(element type, std::size_t count, void const* one, void const* other) {
  if (count == 0) return {};
  return for_format(type.format, [&]<number_format Format>() {
    return distance_in<Format>(type.is_complex, count, static_cast<std::byte const*>(one),
                               static_cast<std::byte const*>(other));
  });
}

void distance::merge(distance const& other) noexcept {
  different += other.different;
  ulps = std::max(ulps, other.ulps);
}

number_hash::number_hash(element type, std::size_t count) noexcept
    : type_(type), hash_(count * (type.is_complex ? 2 : 1), (count * type.size() + 7) / 8) {}

void number_hash::add(std::size_t count, void const* numbers) noexcept {
  auto const* const from = static_cast<std::byte const*>(numbers);
  if (type_.format != number_format::x87) return hash_.add(from, count * type_.size());
  for (std::size_t at = 0; at < count * type_.size(); at += size_of(type_.format)) {
    std::uint64_t words[2] = {};
    std::memcpy(words, from + at, used_bytes(type_.format));
    hash_.add(words[0]);
    hash_.add(words[1]);
  }
}

std::uint64_t hash_of(element type, std::size_t count, void const* numbers) noexcept {
  number_hash hash(type, count);
  hash.add(count, numbers);
  return hash.value();
}

void passing_columns::add(operation what, rows const& in, void const* exact) {
  // The first few columns, which show how bad conditions are, what is left of a round of the hashes, and all that no
  // kernel is for go one way after the other.
  std::size_t const width = type.size() / sizeof(double);
  auto const pass = [&](std::size_t first, std::size_t count) {
    rows const part{in.first + first * type.size(), in.stride, in.ranks, count};
    auto const* const sums = static_cast<std::byte const*>(exact) + first * type.size();
    auto const* const mine = part.first + static_cast<std::size_t>(own) * in.stride;
    auto* const input_lanes = input.even_lanes();
    auto* const result_lanes = result.even_lanes();
    passing_facts known{false, false};
    if (what == operation::sum && type.format == number_format::binary64 && facts.condition != 0 &&
        count * width % hash_lanes == 0 && input_lanes != nullptr && result_lanes != nullptr) {
      block_rows const block{part.first, part.stride, part.ranks, count * width};
      known = in_standard_rounding([&] {
        return kernels().pass_f64(block, sums, facts.condition, {mine, input_lanes}, result_lanes, native);
      });
    } else {
      input.add(count, mine);
      result.add(count, sums);
    }
    if (!known.are_within) facts = inspect(what, type, part, sums, facts);
    if (!known.are_native) from_native.merge(distance_between(type, count, native, sums));
    native += count * type.size();
  };
  std::size_t const few = facts.condition == 0 ? std::min(block_columns, in.count) : 0;
  std::size_t const whole = (in.count - few) / hash_lanes * hash_lanes;
  if (few != 0) pass(0, few);
  if (whole != 0) pass(few, whole);
  if (few + whole != in.count) pass(few + whole, in.count - few - whole);
}

}  // namespace columns
ISOBIT_NAMESPACE_END
