#include <complex>
#include <list>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

namespace {

using isobit::bfloat16;
using isobit::float16;

TEST(storage, of_sixteen_bits_is_read_exactly) {
  std::vector<float16> const halves = {{0x3c00}, {0x0001}, {0xbc00}};   // 1, 2^-24, -1
  std::vector<bfloat16> const brains = {{0x3f80}, {0x0001}, {0xbf80}};  // 1, 2^-133, -1
  EXPECT_EQ(isobit::sum(halves), 0x1p-24f);
  EXPECT_EQ(isobit::sum<double>(brains), 0x1p-133);
  EXPECT_EQ(isobit::dot<double>(halves, halves), 2 + 0x1p-48);
}

#ifdef ISOBIT_HAS_FLOAT16
TEST(storage, may_be_the_compilers_own) {
  std::vector<_Float16> const halves = {_Float16(1), _Float16(0x1p-24f), _Float16(-1)};
  EXPECT_EQ(isobit::sum(halves), 0x1p-24f);
  EXPECT_EQ(isobit::nrm2<double>(std::vector<_Float16>{_Float16(3), _Float16(4)}), 5.0);
}
#endif

TEST(complex_ranges, are_reduced_part_by_part) {
  using complex = std::complex<double>;
  std::list<complex> const z = {{1e16, 3}, {1, -4}, {-1e16, 1}};
  EXPECT_EQ(isobit::sum(z), complex(1, 0));
  EXPECT_EQ(isobit::mean(z), complex(1.0 / 3, 0));
  EXPECT_EQ(isobit::asum(std::list<complex>{{3, -4}, {-1, 2}}), 10.0);
  EXPECT_EQ(isobit::squared_norm(std::list<complex>{{3, -4}, {-1, 2}}), 30.0);
  EXPECT_EQ(isobit::nrm2(std::list<complex>{{3, -4}}), 5.0);
}

TEST(retract, undoes_a_product_of_floats) {
  isobit::exact state;
  state.add(1.5);
  auto const before = state;
  state.add_product(1.1f, -3.3f);
  state.retract_product(1.1f, -3.3f);
  EXPECT_EQ(state, before);
}

}  // namespace
