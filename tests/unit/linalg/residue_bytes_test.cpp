// Residues byte by byte: quotients, elements, sums and the way back, against integers.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include <isobit/sum/exact.hpp>

#include "linalg/kernels.hpp"
#include "support/check.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using namespace linalg;
using wide_integer = __int128;

int modulo(wide_integer x, int m) { return static_cast<int>((x % m + m) % m); }

template <class Body> void for_each_modulus(Body body) {
  for (int i = 0; i < most_moduli; ++i) body(residue_system_of(most_moduli).of[i]);
}

TEST(residue_bytes, moduli_have_no_common_divisor) {
  for (int i = 0; i < most_moduli; ++i)
    for (int j = 0; j < i; ++j) ASSERT_EQ(std::gcd(residue_moduli[i], residue_moduli[j]), 1);
}

// The quotient by one float is exact for every number that kernels can meet.
TEST(residue_bytes, quotients_of_all_numbers) {
  constexpr std::int32_t most = element_bytes * 255 * 128 + 128;
  static_assert(most <= 1 << 19);
  for_each_modulus([](modulus const& m) {
    for (std::int32_t v = -(1 << 19); v <= 1 << 19; ++v) {
      int const expected = modulo(v, m.value);
      ASSERT_EQ(positive_residue(v, m), expected) << v << " modulo " << m.value;
      int const byte = nearest_residue(v, m) & 255, nearest = byte < 128 ? byte : byte - 256;
      ASSERT_EQ(modulo(nearest, m.value), expected) << v << " modulo " << m.value;
    }
  });
}

/// Whole numbers of all sizes, and those at the ends.
std::vector<double> whole_numbers(random_source& random) {
  std::vector<double> numbers = {0,      1,       -1,     255,     -256,    0x1p31,   -0x1p31,
                                 0x1p32, -0x1p32, 0x1p63, -0x1p63, 0x1p93,  -0x1p93,  0x1.fffffp93,
                                 0x1p62, -0x1p62, 0x1p64, 128,     -0x1p64, 0x1.8p31, -0x1.8p31};
  while (numbers.size() < 64 * 40) {
    auto const significand = static_cast<double>(static_cast<std::int64_t>(random.next() >> 11));
    int const exponent = static_cast<int>(random.between(-52, 40));
    numbers.push_back(std::rint(std::ldexp(random.coin() ? significand : -significand, exponent)));
  }
  return numbers;
}

TEST(residue_bytes, of_elements) {
  random_source random(first_seed());
  auto const numbers = whole_numbers(random);
  for (int count : {2, 9, 17, most_moduli}) {
    auto const& system = residue_system_of(count);
    for (std::size_t first = 0; first + residue_piece <= numbers.size(); first += residue_piece) {
      std::vector<std::uint8_t> left(static_cast<std::size_t>(count) * residue_piece), right(left.size());
      residue_kernels().left(system, &numbers[first], left.data(), residue_piece);
      residue_kernels().right(system, &numbers[first], right.data(), residue_piece);
      for (int t = 0; t < count; ++t) {
        int const m = residue_moduli[t];
        int others = 1;  // M/m modulo m
        for (int s = 0; s < count; ++s)
          if (s != t) others = others * residue_moduli[s] % m;
        for (index p = 0; p < residue_depth; ++p)
          for (index q = 0; q < residue_lines; ++q) {
            auto const at = static_cast<std::size_t>(t * residue_piece + q * residue_depth + p);
            auto const x = static_cast<wide_integer>(numbers[first + static_cast<std::size_t>(p * residue_lines + q)]);
            ASSERT_EQ(left[at] * others % m, modulo(x, m)) << "modulo " << m << ", seed " << first_seed();
            ASSERT_LT(left[at], m);
            ASSERT_EQ(modulo(static_cast<std::int8_t>(right[at]), m), modulo(x, m)) << "modulo " << m;
          }
      }
    }
  }
}

/// Residues of factors and what `multiply` makes of them, in pieces of the given number of products.
struct byte_product {
  index groups, depth;
  std::vector<std::uint8_t> left, right, out;

  byte_product(index row_groups, index products)
      : groups(row_groups), depth(products), left(static_cast<std::size_t>(groups * residue_lines * depth)),
        right(static_cast<std::size_t>(residue_lines * depth)),
        out(static_cast<std::size_t>(groups * residue_lines * columns_of_call)) {}

  void multiply(modulus const& m, index at_once, index first_column) {
    for (index first = 0; first < depth; first += at_once)
      residue_kernels().multiply(m, {groups, std::min(at_once, depth - first) / residue_depth,
                                     left.data() + first * residue_lines, depth * residue_lines,
                                     right.data() + first * residue_lines + first_column * residue_depth, first != 0,
                                     out.data(), groups * residue_lines});
  }
  [[nodiscard]] std::int64_t sum(index row, index column) const {
    std::int64_t total = 0;
    for (index p = 0; p < depth; ++p) {
      index const place = p / residue_depth * residue_piece + p % residue_depth;
      auto const a = left[static_cast<std::size_t>(row / residue_lines * depth * residue_lines + place +
                                                   row % residue_lines * residue_depth)];
      auto const b = right[static_cast<std::size_t>(place + column * residue_depth)];
      total += std::int64_t{a} * static_cast<std::int8_t>(b);
    }
    return total;
  }
  void check(modulus const& m, index first_column) const {
    for (index j = 0; j < columns_of_call; ++j)
      for (index i = 0; i < groups * residue_lines; ++i)
        ASSERT_EQ(out[static_cast<std::size_t>(j * groups * residue_lines + i)],
                  modulo(sum(i, first_column + j), m.value))
            << "modulo " << m.value << ", row " << i << ", column " << j;
  }
};

TEST(residue_bytes, of_sums) {
  random_source random(first_seed());
  for_each_modulus([&](modulus const& m) {
    for (index groups = 1; groups <= most_row_groups; ++groups) {
      byte_product product(groups, 4 * random.between(1, 30));
      for (auto& x : product.left) x = static_cast<std::uint8_t>(random.below(256));
      for (auto& x : product.right) x = static_cast<std::uint8_t>(random.below(256));
      for (index column : {index{0}, residue_lines - columns_of_call}) {
        product.multiply(m, 4 * random.between(1, 30), column);
        product.check(m, column);
      }
    }
  });
}

// The most products that a sum of 32 bits has room for, all as large as they can be, of either sign; and one piece
// more.
TEST(residue_bytes, of_the_largest_sums) {
  for_each_modulus([](modulus const& m) {
    for (std::uint8_t right : {std::uint8_t{0x80}, std::uint8_t{0x7f}}) {
      byte_product product(1, most_residue_products + residue_depth);
      std::fill(product.left.begin(), product.left.end(), std::uint8_t{255});
      std::fill(product.right.begin(), product.right.end(), right);
      product.multiply(m, most_residue_products, 0);
      product.check(m, 0);
    }
  });
}

/// A whole number as signed digits, 2^41 apart.
struct digits {
  std::int64_t digit[most_digits + 1] = {};

  [[nodiscard]] int modulo_of(int m) const {
    wide_integer rest = 0;
    for (int i = most_digits; i >= 0; --i) rest = (rest * (std::int64_t{1} << digit_bits) + digit[i]) % m;
    return modulo(rest, m);
  }
  [[nodiscard]] exact value() const {
    exact sum;
    for (int i = 0; i <= most_digits; ++i) sum.add(std::ldexp(static_cast<double>(digit[i]), digit_bits * i));
    return sum;
  }
};

/// factor * M + offset, nearly, for factors between -1/2 and 1/2.
digits part_of_product(residue_system const& system, double factor, std::int64_t offset) {
  digits result;
  double rest = factor * system.product;
  for (int i = most_digits; i >= 0; --i) {
    double const unit = std::ldexp(1.0, digit_bits * i), digit = std::trunc(rest / unit);
    result.digit[i] = static_cast<std::int64_t>(digit);
    rest -= digit * unit;
  }
  result.digit[0] += offset;
  return result;
}

/// How far the reconstruction is off beyond what it says, in which no number may be.
void expect_reconstructed(residue_system const& system, std::vector<digits> const& numbers) {
  auto const count = numbers.size(), stride = count;
  std::vector<std::uint8_t> residues(stride * static_cast<std::size_t>(system.count));
  for (int t = 0; t < system.count; ++t) {
    int const m = system.of[t].value;
    int others = 1, inverse = 1;
    for (int s = 0; s < system.count; ++s)
      if (s != t) others = others * system.of[s].value % m;
    while (others * inverse % m != 1) ++inverse;
    for (std::size_t i = 0; i < count; ++i)
      residues[static_cast<std::size_t>(t) * stride + i] =
          static_cast<std::uint8_t>(numbers[i].modulo_of(m) * inverse % m);
  }
  std::vector<double> high(count), low(count), error(count);
  residue_kernels().reconstruct(system, static_cast<index>(count), residues.data(), static_cast<index>(stride),
                                {high.data(), low.data(), error.data()});
  for (std::size_t i = 0; i < count; ++i) {
    exact difference = numbers[i].value();
    double const value = difference.round();
    difference.subtract(high[i]);
    difference.subtract(low[i]);
    ASSERT_LE(std::abs(difference.round()), error[i]) << system.count << " moduli, " << hexadecimal(value);
    ASSERT_LE(error[i], std::abs(value) * 0x1p-100) << system.count << " moduli, " << hexadecimal(value);
  }
}

// Up to half of the product of the moduli, from both sides; and small numbers, which are exact.
TEST(residue_bytes, give_the_number_again) {
  random_source random(first_seed());
  for (int count = 2; count <= most_moduli; ++count) {
    auto const& system = residue_system_of(count);
    std::vector<digits> numbers;
    bool const has_room = count > 3;  // so that offsets stay below half of the product
    for (double factor : {0.499, -0.499, has_room ? 0.4999999 : 0.1, has_room ? -0.4999999 : 0.1, 0.25, -0.25, 0x1p-9})
      for (int offset : {-1, 0, 1, 20}) numbers.push_back(part_of_product(system, factor, offset));
    while (numbers.size() % residue_lines != 0) numbers.push_back({});
    for (int i = 0; i < 96; ++i) {
      int const bits = static_cast<int>(random.between(0, 8 * count));
      double const factor = (static_cast<double>(random.below(1 << 30)) - 0x1p29) * 0x1p-30 * 0.998;
      numbers.push_back(part_of_product(system, std::ldexp(factor, -bits), static_cast<int>(random.below(20))));
    }
    expect_reconstructed(system, numbers);
  }
}

}  // namespace
}  // namespace isobit::test
