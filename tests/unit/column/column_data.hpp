#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "column/columns.hpp"
#include "column/number.hpp"
#include "support/random.hpp"

namespace isobit::test {

using columns::number_format;
using columns::uint128;

inline constexpr number_format all_formats[] = {number_format::binary32, number_format::binary64, number_format::x87,
                                                number_format::binary128};

template <number_format Format> struct format_constant { static constexpr number_format value = Format; };
using format_types = testing::Types<format_constant<number_format::binary32>, format_constant<number_format::binary64>,
                                    format_constant<number_format::x87>, format_constant<number_format::binary128>>;

inline std::string text_of(uint128 bits) {
  char text[40];
  std::snprintf(text, sizeof text, "0x%016llx'%016llx", static_cast<unsigned long long>(bits >> 64),
                static_cast<unsigned long long>(bits));
  return text;
}

/// Numbers as the bits of `shape`, of kinds that are hard to add or to multiply.
template <number_format Format> class column_source {
  using f = columns::shape<Format>;

public:
  explicit column_source(random_source& random) : random_(random) {}

  static constexpr int kinds = 13;

  std::vector<uint128> column(int kind, int ranks) {
    std::vector<uint128> x(static_cast<std::size_t>(ranks));
    int const middle = random_.between(1, f::max_biased - 1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = number(kind, i, middle, x);
    if (kind != 6 || random_.coin()) random_.shuffle(std::span(x));
    return x;
  }

  uint128 finite(int lowest_biased, int highest_biased) {
    int const biased = random_.between(std::max(lowest_biased, 0), std::min(highest_biased, f::max_biased - 1));
    uint128 fraction = wide() & (f::implicit_bit - 1);
    if (random_.one_in(4)) fraction &= ~(f::implicit_bit - 1) | (f::implicit_bit - 1) << random_.below(f::precision);
    return sign() | uint128(biased) << f::stored_bits | (fraction & (f::implicit_bit - 1));
  }

private:
  uint128 wide() {
    std::uint64_t const high = random_.next();
    return uint128{high} << 64 | random_.next();
  }
  uint128 sign() { return random_.coin() ? f::sign_bit : 0; }
  uint128 power_of_two(int biased) { return uint128(std::clamp(biased, 1, f::max_biased - 1)) << f::stored_bits; }

  uint128 number(int kind, std::size_t i, int middle, std::vector<uint128> const& before) {
    int const unit = f::max_exponent - 1;  // the biased exponent of 1
    switch (kind) {
    case 0:
      return finite(unit, unit);
    case 1:
      return finite(unit - 5, unit + 5);
    case 2:
      return finite(middle - f::precision, middle + f::precision);
    case 3:
      return finite(0, f::max_biased - 1);
    case 4:
      return finite(0, 2);
    case 5:  // cancels but for something small
      return i % 2 == 1 ? before[i - 1] ^ f::sign_bit : finite(middle - 3 * f::precision, middle);
    case 6:  // a tie, and sometimes what breaks it
      if (i == 0) return sign() | (finite(middle, middle) & ~f::sign_bit);
      if (i == 1) return sign() | power_of_two(middle - f::precision);
      if (random_.coin()) return sign();
      return sign() | power_of_two(middle - f::precision - random_.between(0, 2 * f::precision + 10));
    case 7:
      return sign();
    case 8:
      return random_.coin() ? f::sign_bit : random_.one_in(8) ? 0 : f::sign_bit;
    case 9:
      return special();
    case 10:
      return random_.one_in(20) ? special() : finite(unit - 5, unit + 5);
    case 11:  // overflow, perhaps in the middle only
      return finite(f::max_biased - 2, f::max_biased - 1);
    default:  // small integers, halves and the like
      return finite(unit, unit + 3) & ~(f::implicit_bit / 32 - 1);
    }
  }
  uint128 special() {
    switch (random_.below(6)) {
    case 0:
      return sign() | f::infinity | (1 + (wide() & (f::implicit_bit / 2 - 1)));
    case 1:
    case 2:
      return sign() | f::infinity;
    case 3:
      return sign() | (f::infinity - 1);
    case 4:
      return sign();
    default:
      return sign() | 1;
    }
  }

  random_source& random_;
};

/// Rows in memory as a program would have them, at any distance, with rubbish between them and in the padding.
class row_memory {
public:
  template <number_format Format>
  static row_memory of(std::vector<std::vector<uint128>> const& columns, int ranks, random_source& random) {
    row_memory rows;
    constexpr std::size_t size = size_of(Format);
    rows.count_ = columns.size();
    rows.ranks_ = ranks;
    rows.stride_ = rows.count_ * size + (random.coin() ? 0 : random.below(40));
    rows.bytes_.resize(rows.stride_ * static_cast<std::size_t>(ranks) + 1);
    for (auto& byte : rows.bytes_) byte = static_cast<std::byte>(random.next());
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
        std::byte number[16];
        columns::store_bits<Format>(number, columns[i][rank]);
        std::memcpy(rows.bytes_.data() + rank * rows.stride_ + i * size, number,
                    Format == number_format::x87 ? 10 : size);
      }
    return rows;
  }
  [[nodiscard]] columns::rows view(std::size_t numbers_an_element = 1) const {
    return {bytes_.data(), stride_, ranks_, count_ / numbers_an_element};
  }

private:
  std::vector<std::byte> bytes_;
  std::size_t count_ = 0, stride_ = 0;
  int ranks_ = 0;
};

/// `reduce` with a guard behind the result; the bytes of the results.
inline std::vector<std::byte> reduced(columns::recipe const& how, columns::operation what, columns::element type,
                                      columns::rows const& in) {
  std::vector<std::byte> result(in.count * type.size() + 16, std::byte{0xa5});
  columns::reduce(how, what, type, in, result.data());
  for (std::size_t k = 0; k < 16; ++k)
    EXPECT_EQ(result[result.size() - 1 - k], std::byte{0xa5}) << "written behind the result";
  result.resize(result.size() - 16);
  return result;
}

template <number_format Format> uint128 bits_at(std::vector<std::byte> const& results, std::size_t i) {
  return columns::load_bits<Format>(results.data() + i * size_of(Format));
}

}  // namespace isobit::test
