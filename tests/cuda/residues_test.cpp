// What kernels of products by residues compute, by the same steps on the host: needs no GPU.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "cuda/gemm/product.hpp"
#include "linalg/residues/number_of_digits.hpp"
#include "support/check.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

/// The steps of cuda::residue_of.
std::uint8_t residue_as_on_gpu(std::int32_t v, linalg::modulus const& m) {
  std::uint32_t const bits = bits_of(linalg::whole_floats) + static_cast<std::uint32_t>(v);
  float const lowered = linalg::whole_floats + static_cast<float>(m.half);
  float const raised = std::fma(from_bits<float>(bits) - lowered, m.inverse, linalg::whole_floats);
  return static_cast<std::uint8_t>(bits - bits_of(raised) * static_cast<std::uint32_t>(m.value));
}

TEST(cuda_host_residues, quotients_of_all_numbers) {
  constexpr std::int32_t largest = 1 << 19;
  for (int i = 0; i < linalg::most_moduli; ++i) {
    linalg::modulus const& m = linalg::residue_system_of(linalg::most_moduli).of[i];
    for (std::int32_t v = -largest; v <= largest; ++v) {
      std::int32_t const expected = (v % m.value + m.value) % m.value;
      ASSERT_EQ(residue_as_on_gpu(v, m), expected) << v << " modulo " << m.value;
    }
  }
}

TEST(cuda_host_residues, sums_of_all_bytes_have_weights_within_range) {
  for (int i = 0; i < linalg::most_moduli; ++i) {
    linalg::modulus const& m = linalg::residue_system_of(linalg::most_moduli).of[i];
    for (std::uint64_t sum : {0ull, 0xffffffffull, 255ull * 255 * 65536 + 255, 0x80000000ull, 0x01020304ull}) {
      std::int32_t v = 0;
      for (int k = 0; k < linalg::sum_bytes; ++k) v += int(sum >> 8 * k & 0xff) * m.sum.of_byte[k];
      ASSERT_LE(std::abs(v), 1 << 19);
      ASSERT_EQ(residue_as_on_gpu(v, m), sum % static_cast<std::uint64_t>(m.value));
    }
  }
  static_assert(255ull * 255 * cuda::most_depth_tiles * cuda::tile_depth + 255 < 1ull << 32);
}

template <int digits> double number_of(cuda::pair_system const& pairs, double const (&sums)[cuda::most_pair_digits]) {
  double digit[digits];
  for (int d = 0; d < digits; ++d) digit[d] = sums[d];
  auto const [high, low, error] =
      linalg::kernel::portable::number_of_digits<cuda::pair_digit_bits>(digit, pairs.shares, pairs.product_digits);
  EXPECT_EQ(error, 0);
  return high + low;
}

/// Numbers of up to 90 bits, and multiples of large ones, are found again from their residues in pairs.
TEST(cuda_host_residues, pairs_give_numbers_back) {
  for (int count = 2; count <= linalg::most_moduli; ++count) {
    cuda::product_system const system = cuda::make_product_system(count);
    cuda::pair_system const& pairs = system.pairs;
    ASSERT_LE(pairs.digits, cuda::most_pair_digits);
    for (double const part : {0.0, 0x1p-60, -0x1p-60, 0.01, -0.01, 0.3, -0.3, 0.4989, -0.4989}) {
      // A whole number of at most 53 bits times a power of two: so its residues are easily found.
      double const wanted = std::trunc(part * system.residues.product);
      auto number = decompose(wanted);
      for (; number.exponent < 0 && number.significand != 0; ++number.exponent) number.significand /= 2;
      double sums[cuda::most_pair_digits] = {};
      double largest = 0;
      auto const share = [&](int t) {
        linalg::modulus const& m = system.residues.of[t];
        auto const value = static_cast<std::uint64_t>(m.value);
        std::uint64_t residue = number.significand % value, power = 1;
        // (M/m)^-1 is the weight of the lowest byte of left elements.
        std::uint64_t const inverse = static_cast<std::uint64_t>(m.left.of_byte[0] + m.value) % value;
        for (int e = 0; e < number.exponent; ++e) power = power * 2 % value;
        residue = residue * power % value * inverse % value;
        return number.negative && residue != 0 ? value - residue : residue;
      };
      for (int p = 0; p < pairs.pairs; ++p) {
        std::uint64_t const first = share(2 * p), second = 2 * p + 1 < count ? share(2 * p + 1) : 0;
        auto const both = static_cast<double>(first * (pairs.weights[p] & 0xffff) + second * (pairs.weights[p] >> 16));
        ASSERT_LT(both, 0x1p17);
        for (int d = 0; d < pairs.digits; ++d) {
          sums[d] += both * pairs.digit[p][d];
          largest = std::max(largest, std::fabs(sums[d]));
        }
      }
      ASSERT_LT(largest, 0x1p53);
      double found = 0;
      switch (pairs.digits) {
      case 1:
        found = number_of<1>(pairs, sums);
        break;
      case 2:
        found = number_of<2>(pairs, sums);
        break;
      case 3:
        found = number_of<3>(pairs, sums);
        break;
      case 4:
        found = number_of<4>(pairs, sums);
        break;
      default:
        found = number_of<5>(pairs, sums);
      }
      EXPECT_EQ(found, wanted) << count << " moduli, " << part;
      EXPECT_EQ(number_of<cuda::most_pair_digits>(pairs, sums), wanted);
    }
  }
}

template <int bits, int digits>
auto put_together(double const (&sums)[digits], double const* shares, double const* product_digits) {
  double digit[digits];
  std::copy(std::begin(sums), std::end(sums), digit);
  return linalg::kernel::portable::number_of_digits<bits>(digit, shares, product_digits);
}

/// Any residues stand for the same number in pairs, digits of 33 bits, as one by one, digits of 41 bits.
TEST(cuda_host_residues, pairs_give_the_numbers_of_single_moduli) {
  random_source random(first_seed());
  for (int count = 2; count <= linalg::most_moduli; ++count) {
    cuda::product_system const system = cuda::make_product_system(count);
    cuda::pair_system const& pairs = system.pairs;
    linalg::residue_system const& single = system.residues;
    double widest = 0;
    for (int n = 0; n < 3000; ++n) {
      double in_pairs[cuda::most_pair_digits] = {}, one_by_one[linalg::most_digits] = {}, share = 0;
      for (int t = 0; t < count; ++t) {
        linalg::modulus const& m = single.of[t];
        auto const residue = static_cast<double>(random.below(static_cast<std::uint64_t>(m.value)));
        unsigned const weights = pairs.weights[t / 2];
        double const weighted = residue * (t % 2 == 0 ? weights & 0xffff : weights >> 16);
        for (int d = 0; d < pairs.digits; ++d) in_pairs[d] += weighted * pairs.digit[t / 2][d];
        for (int d = 0; d < single.digits; ++d) one_by_one[d] += residue * m.digits[d];
        share += residue / m.value;
      }
      double const part = share - std::rint(share);
      if (std::fabs(part) > 0.499) continue;
      widest = std::max(widest, std::fabs(part));
      auto const found = put_together<cuda::pair_digit_bits>(in_pairs, pairs.shares, pairs.product_digits);
      auto const expected = put_together<linalg::digit_bits>(one_by_one, single.shares, single.product_digits);
      exact difference;
      for (double x : {found.high, found.low, -expected.high, -expected.low}) difference.add(x);
      ASSERT_LE(std::fabs(difference.round()), found.error + expected.error) << count << " moduli";
      ASSERT_LE(found.error, std::fabs(found.high) * 0x1p-100);
      ASSERT_NEAR(found.high / single.product, part, 1e-12);
    }
    ASSERT_GT(widest, 0.497);
  }
}

TEST(cuda_host_residues, every_place_is_taken_once) {
  std::set<int> places;
  for (int line = 0; line < cuda::tile_lines; ++line)
    for (int depth = 0; depth < cuda::tile_depth; ++depth) places.insert(cuda::place_in_tile(line, depth));
  EXPECT_EQ(places.size(), static_cast<std::size_t>(cuda::tile_bytes));
  EXPECT_EQ(*places.rbegin(), cuda::tile_bytes - 1);
  std::set<std::size_t> sums;
  constexpr int rows = 2 * cuda::block_rows, columns = 2 * cuda::block_columns;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      auto const [word, byte] = cuda::place_of(i, j, 2);
      sums.insert(4 * word + static_cast<std::size_t>(byte));
    }
  EXPECT_EQ(sums.size(), static_cast<std::size_t>(rows) * columns);
  EXPECT_EQ(*sums.rbegin(), sums.size() - 1);
}

}  // namespace
}  // namespace isobit::test
