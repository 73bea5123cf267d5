// Residues byte by byte: quotients, elements, sums and the way back, against integers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>
#include <tuple>
#include <vector>

#include <isobit/sum/exact.hpp>

#include "linalg/kernels.hpp"
#include "support/check.hpp"
#include "support/random.hpp"

#if defined(ISOBIT_HAS_avx512_vnni)
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::avx512_vnni {
// compiled_tiles.cpp
extern residue_table const emulated_tile_kernels;
extern void residues_in_lanes(modulus const& m, bool positive, std::int32_t first, index count, std::uint8_t* out);
}  // namespace linalg::kernel::avx512_vnni
ISOBIT_NAMESPACE_END
#endif

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

TEST(residue_bytes, there_are_no_other_systems) {
  for (int const count : {-1, 0, 1, most_moduli + 1}) EXPECT_THROW(std::ignore = residue_system_of(count), error);
  for (int count = 2; count <= most_moduli; ++count) EXPECT_EQ(residue_system_of(count).count, count);
}

constexpr std::int32_t most_number = 1 << 19;
static_assert(element_bytes * 255 * 128 + 128 <= most_number);

// The quotient by one float is exact for every number that kernels can meet.
TEST(residue_bytes, quotients_of_all_numbers) {
  for_each_modulus([](modulus const& m) {
    for (std::int32_t v = -most_number; v <= most_number; ++v) {
      int const expected = modulo(v, m.value);
      ASSERT_EQ(positive_residue(v, m), expected) << v << " modulo " << m.value;
      int const byte = nearest_residue(v, m) & 255, nearest = byte < 128 ? byte : byte - 256;
      ASSERT_EQ(modulo(nearest, m.value), expected) << v << " modulo " << m.value;
    }
  });
}

#if defined(ISOBIT_HAS_avx512_vnni)
// The same in vectors, which multiply bytes.
TEST(residue_bytes, quotients_of_all_numbers_in_vectors) {
  if (fast_residue_kernels() == nullptr) GTEST_SKIP() << "this machine has no VNNI";
  constexpr index count = 2 * most_number + residue_lines;
  std::vector<std::uint8_t> positive(static_cast<std::size_t>(count)), nearest(positive.size());
  for_each_modulus([&](modulus const& m) {
    kernel::avx512_vnni::residues_in_lanes(m, true, -most_number, count, positive.data());
    kernel::avx512_vnni::residues_in_lanes(m, false, -most_number, count, nearest.data());
    int expected = modulo(-most_number, m.value);
    for (std::size_t i = 0; i < positive.size(); ++i, expected = expected + 1 == m.value ? 0 : expected + 1) {
      ASSERT_EQ(positive[i], expected) << i << " modulo " << m.value;
      int const byte = nearest[i] < 128 ? nearest[i] : nearest[i] - 256;
      ASSERT_TRUE(byte == expected || byte == expected - m.value) << i << " modulo " << m.value;
    }
  });
}
#endif

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

template <class Body> void for_each_kernels(Body body) {
  auto const run = [&](char const* name, residue_table const* kernels) {
    SCOPED_TRACE(name);
    if (kernels != nullptr) return body(*kernels);
    std::printf("skipped: this machine has no %s\n", name);
  };
  run("kernels without tiles", &residue_kernels());
  run("tiles (AMX)", tile_residue_kernels());
#if defined(ISOBIT_HAS_avx512_vnni)
  run("VNNI beside emulated tiles",
      fast_residue_kernels() != nullptr ? &kernel::avx512_vnni::emulated_tile_kernels : nullptr);
#endif
}

/// The residues of a few elements of a group of lines, some of which are missing.
void check_elements(residue_table const& kernels, int count, double const* numbers, index depth, bool is_short) {
  auto const& system = residue_system_of(count);
  lines_to_convert lines = {.from = {},
                            .step = residue_lines + 1,
                            .depth = depth,
                            .factor = {},
                            .is_short = is_short,
                            .most_remainders = 100};
  for (index q = 0; q < residue_lines; ++q)
    lines.from[q] = q == 5 ? nullptr : numbers + q, lines.factor[q] = q == 6 ? 0.5 : 1;
  index const chunks = (depth + residue_chunk - 1) / residue_chunk, size = chunks * chunk_bytes;
  std::vector<std::uint8_t> left(static_cast<std::size_t>(count * size)), right(left.size());
  std::vector<remainder> rests(static_cast<std::size_t>(residue_lines * lines.most_remainders)), rests_again = rests;
  converted_lines found = {}, found_again = {};
  for (index q = 0; q < residue_lines; ++q)
    found.remainders[q] = &rests[static_cast<std::size_t>(q * lines.most_remainders)],
    found_again.remainders[q] = &rests_again[static_cast<std::size_t>(q * lines.most_remainders)];
  kernels.left(system, lines, found, left.data(), size);
  kernels.right(system, lines, found_again, right.data(), size);
  for (int t = 0; t < count; ++t) {
    int const m = residue_moduli[t];
    int others = 1;  // M/m modulo m
    for (int s = 0; s < count; ++s)
      if (s != t) others = others * residue_moduli[s] % m;
    for (index p = 0; p < chunks * residue_chunk; ++p)
      for (index q = 0; q < residue_lines; ++q) {
        double const x = p < depth && lines.from[q] != nullptr ? lines.from[q][p * lines.step] * lines.factor[q] : 0;
        auto const whole = static_cast<wide_integer>(std::nearbyint(x));
        index const chunk = t * size + p / residue_chunk * chunk_bytes;
        auto const a =
            left[static_cast<std::size_t>(chunk + place_in_chunk(residue_order::pieces, q, p % residue_chunk))];
        auto const b =
            right[static_cast<std::size_t>(chunk + place_in_chunk(kernels.right_order, q, p % residue_chunk))];
        ASSERT_EQ(a * others % m, modulo(whole, m)) << "modulo " << m << ", seed " << first_seed();
        ASSERT_LT(a, m);
        ASSERT_EQ(modulo(static_cast<std::int8_t>(b), m), modulo(whole, m)) << "modulo " << m;
      }
  }
  for (index q = 0; q < residue_lines; ++q) {
    double sum = 0;
    index noted = 0;
    for (index p = 0; p < depth && q == 6; ++p) {
      double const x = lines.from[q][p * lines.step] * lines.factor[q], rest = x - std::nearbyint(x);
      if (rest == 0) continue;
      sum += std::abs(rest);
      for (auto const* all : {&found, &found_again}) {
        if (noted >= lines.most_remainders) continue;
        ASSERT_EQ(all->remainders[q][noted].place, p);
        ASSERT_EQ(all->remainders[q][noted].value, rest / lines.factor[q]);
      }
      ++noted;
    }
    for (auto const* all : {&found, &found_again}) {
      ASSERT_EQ(all->lost[q], sum);
      ASSERT_EQ(all->count[q], noted);
    }
  }
}

TEST(residue_bytes, of_elements) {
  random_source random(first_seed());
  auto numbers = whole_numbers(random);
  for_each_kernels([&](residue_table const& kernels) {
    for (int count : {2, 9, 17, most_moduli})
      for (index depth : {1, 63, 64, 130}) check_elements(kernels, count, numbers.data(), depth, false);
    auto few = numbers;
    for (double& x : few)
      if (std::abs(x) > 0x1p62) x = std::ldexp(x, -32);
    few[17] = -0x1p63, few[18] = 0x1.fffffffffffffp62;
    for (double& x : few) x = std::rint(x);
    for (index depth : {5, 128}) check_elements(kernels, most_moduli, few.data(), depth, true);
  });
}

/// Residues of factors and what `multiply` makes of them, in pieces of the given number of products.
struct byte_product {
  index rows, columns, depth;  // the first two in groups
  std::vector<std::uint8_t> left, right, out;
  std::vector<std::int32_t> sums;

  byte_product(index row_groups, index column_groups, index products)
      : rows(row_groups), columns(column_groups), depth(products), left(static_cast<std::size_t>(rows * group_size())),
        right(static_cast<std::size_t>(columns * group_size())),
        out(static_cast<std::size_t>(4 * rows * columns * residue_lines * residue_lines)),
        sums(static_cast<std::size_t>(sums_needed(rows, columns) + residue_lines)) {}

  [[nodiscard]] index group_size() const { return (depth + residue_chunk - 1) / residue_chunk * chunk_bytes; }
  [[nodiscard]] index out_stride(residue_table const& kernels) const {
    return rows * residue_lines * kernels.moduli_together;
  }
  /// Of what lies beyond the depth, one factor is zero.
  void clear_padding() {
    for (index i = 0; i < rows * residue_lines; ++i)
      for (index p = depth; p < group_size() / residue_lines; ++p) left[place(residue_order::pieces, i, p)] = 0;
  }
  [[nodiscard]] std::size_t place(residue_order order, index line, index p) const {
    return static_cast<std::size_t>(line / residue_lines * group_size() + p / residue_chunk * chunk_bytes +
                                    place_in_chunk(order, line % residue_lines, p % residue_chunk));
  }
  void multiply(residue_table const& kernels, modulus const& m, index at_once) {
    for (index first = 0; first < depth; first += at_once)
      kernels.multiply(m, {rows, columns, (std::min(at_once, depth - first) + residue_depth - 1) / residue_depth,
                           left.data() + first * residue_lines, group_size(), right.data() + first * residue_lines,
                           group_size(), nullptr, nullptr, first != 0, out.data(), kernels.moduli_together - 1,
                           out_stride(kernels), aligned_sums()});
  }
  [[nodiscard]] std::int32_t* aligned_sums() {
    void* at = sums.data();
    std::size_t room = sums.size() * sizeof sums[0];
    return static_cast<std::int32_t*>(std::align(64, sizeof sums[0], at, room));
  }
  [[nodiscard]] std::int64_t sum(residue_table const& kernels, index row, index column) const {
    std::int64_t total = 0;
    for (index p = 0; p < depth; ++p)
      total += std::int64_t{left[place(residue_order::pieces, row, p)]} *
               static_cast<std::int8_t>(right[place(kernels.right_order, column, p)]);
    return total;
  }
  void check(residue_table const& kernels, modulus const& m) const {
    for (index j = 0; j < columns * residue_lines; ++j)
      for (index i = 0; i < rows * residue_lines; ++i)
        ASSERT_EQ(out[static_cast<std::size_t>(j * out_stride(kernels) + (i + 1) * kernels.moduli_together - 1)],
                  modulo(sum(kernels, i, j), m.value))
            << "modulo " << m.value << ", row " << i << ", column " << j;
  }
};

TEST(residue_bytes, of_sums) {
  random_source random(first_seed());
  for_each_kernels([&](residue_table const& kernels) {
    for_each_modulus([&](modulus const& m) {
      byte_product product(random.between(1, 5), random.between(1, 4), random.between(1, 500));
      for (auto& x : product.left) x = static_cast<std::uint8_t>(random.below(256));
      for (auto& x : product.right) x = static_cast<std::uint8_t>(random.below(256));
      product.clear_padding();
      product.multiply(kernels, m, residue_chunk * random.between(1, 8));
      product.check(kernels, m);
    });
    // Longer than what tiles sum up at once.
    modulus const& m = residue_system_of(most_moduli).of[7];
    for (index depth : {1024, 1280, 1281, 2500}) {
      byte_product product(3, 3, depth);
      for (auto& x : product.left) x = static_cast<std::uint8_t>(random.below(256));
      for (auto& x : product.right) x = static_cast<std::uint8_t>(random.below(256));
      product.clear_padding();
      product.multiply(kernels, m, most_residue_products);
      product.check(kernels, m);
    }
  });
}

// The most products that a sum of 32 bits has room for, all as large as they can be, of either sign; and one piece
// more.
TEST(residue_bytes, of_the_largest_sums) {
  for_each_kernels([](residue_table const& kernels) {
    for (int t : {0, 1, most_moduli - 1}) {
      modulus const& m = residue_system_of(most_moduli).of[t];
      for (std::uint8_t right : {std::uint8_t{0x80}, std::uint8_t{0x7f}}) {
        byte_product product(1, 1, most_residue_products + residue_depth);
        std::fill(product.left.begin(), product.left.end(), std::uint8_t{255});
        std::fill(product.right.begin(), product.right.end(), right);
        product.clear_padding();
        product.multiply(kernels, m, most_residue_products);
        product.check(kernels, m);
      }
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

/// A number of so many bits, all of them random, of either sign.
digits of_random_bits(int bits, random_source& random) {
  digits result;
  std::int64_t const sign = random.coin() ? 1 : -1;
  for (int i = 0; bits > 0; ++i, bits -= digit_bits)
    result.digit[i] = sign * static_cast<std::int64_t>(random.next() >> (64 - std::min(bits, digit_bits)));
  return result;
}

/// The reconstruction is off by no more than it says, which is little, and nothing where the number fits.
void expect_reconstructed(residue_table const& kernels, residue_system const& system,
                          std::vector<digits> const& numbers) {
  auto const count = static_cast<index>(numbers.size()), together = index{kernels.moduli_together};
  index const stride = count * together;
  std::vector<std::uint8_t> residues(static_cast<std::size_t>(stride * ((system.count + together - 1) / together)));
  for (int t = 0; t < system.count; ++t) {
    int const m = system.of[t].value;
    int others = 1, inverse = 1;
    for (int s = 0; s < system.count; ++s)
      if (s != t) others = others * system.of[s].value % m;
    while (others * inverse % m != 1) ++inverse;
    for (index i = 0; i < count; ++i)
      residues[static_cast<std::size_t>(t / together * stride + i * together + t % together)] =
          static_cast<std::uint8_t>(numbers[static_cast<std::size_t>(i)].modulo_of(m) * inverse % m);
  }
  constexpr index most = residue_part_side, tile_rows = 24, tile_size = 25;
  std::vector<double> ones(most, 1.0), lost(most), high(4 * tile_size), low(high.size()), error(high.size()),
      radius(high.size());
  for (index first = 0; first < count; first += most) {
    index const rows = std::min(most, count - first);
    kernels.reconstruct(system, {.rows = rows,
                                 .columns = 1,
                                 .tile_rows = tile_rows,
                                 .tile_size = tile_size,
                                 .residues = residues.data() + first * together,
                                 .column_stride = stride,
                                 .modulus_stride = stride,
                                 .row_unit = ones.data(),
                                 .column_unit = ones.data(),
                                 .row_lost = lost.data(),
                                 .column_lost = lost.data(),
                                 .high = high.data(),
                                 .low = low.data(),
                                 .error = error.data(),
                                 .radius = radius.data()});
    for (index i = 0; i < rows; ++i) {
      auto const at = static_cast<std::size_t>(i / tile_rows * tile_size + i % tile_rows);
      exact difference = numbers[static_cast<std::size_t>(first + i)].value();
      double const value = difference.round();
      difference.subtract(high[at]);
      difference.subtract(low[at]);
      ASSERT_GE(radius[at], error[at]);
      ASSERT_LE(std::abs(difference.round()), error[at]) << system.count << " moduli, " << hexadecimal(value);
      ASSERT_LE(error[at], std::abs(value) * 0x1p-100) << system.count << " moduli, " << hexadecimal(value);
      if (std::abs(value) < 0x1p93) {
        ASSERT_EQ(error[at], 0) << system.count << " moduli, " << hexadecimal(value);
      }
    }
  }
}

// Up to half of the product of the moduli, from both sides; and small numbers, which are exact.
TEST(residue_bytes, give_the_number_again) {
  random_source random(first_seed());
  std::vector<std::pair<residue_system const*, std::vector<digits>>> all;
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
    // Up to a quarter of the product.
    for (int i = 0; i < 480; ++i)
      numbers.push_back(of_random_bits(static_cast<int>(random.between(0, std::ilogb(system.product) - 2)), random));
    all.push_back({&system, numbers});
  }
  for_each_kernels([&](residue_table const& kernels) {
    for (auto const& [system, numbers] : all) expect_reconstructed(kernels, *system, numbers);
  });
}

}  // namespace
}  // namespace isobit::test
