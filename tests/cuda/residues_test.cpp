// What kernels of products by residues compute, by the same steps on the host: needs no GPU.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "cuda/gemm/layout.hpp"
#include "linalg/residues/moduli.hpp"

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
