// What kernels of products by residues compute, by the same steps on the host: needs no GPU.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "cuda/gemm/product.hpp"
#include "linalg/residues/number_of_digits.hpp"

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
