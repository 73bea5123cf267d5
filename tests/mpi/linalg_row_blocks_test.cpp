#include <gtest/gtest.h>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

template <class T> class linalg_row_blocks : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(linalg_row_blocks, numbers);

template <class T>
void expect_bits_of_one_process(MPI_Comm comm, whole_product<T> const& whole, random_source& random) {
  auto const rank = static_cast<std::size_t>(rank_in(comm));
  auto const row_parts = parts_of(whole.m, size_of(comm), random),
             depth_parts = parts_of(whole.k, size_of(comm), random);
  index const row = start_of(row_parts, rank_in(comm)), rows = row_parts[rank];
  index const first = start_of(depth_parts, rank_in(comm)), depth = depth_parts[rank];
  auto const a = whole.a_view().block(row, 0, rows, whole.k);
  auto const b = whole.b_view().block(first, 0, depth, whole.n);
  auto c = whole.c, expected = whole.expected;
  // What other ranks hold is not touched here.
  auto const mine = whole.view(expected).block(row, 0, rows, whole.n);
  auto result = whole.c;
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < whole.n; ++j) whole.view(result).at(row + i, j) = mine.at(i, j);

  mla::gemm_row_blocks(whole.alpha, a, b, whole.beta, whole.view(c).block(row, 0, rows, whole.n), comm);
  EXPECT_TRUE(same_numbers(result, c));

  if (whole.n != 1) return;
  c = whole.c;
  mla::gemv_row_blocks(whole.alpha, a, b.column(0), whole.beta, vector_view<T>(c.data() + row, rows), comm, threads(2));
  EXPECT_TRUE(same_numbers(result, c)) << "gemv";
}

TYPED_TEST(linalg_row_blocks, has_the_bits_of_one_process) {
  for_each_product<TypeParam>(expect_bits_of_one_process<TypeParam>);
}

TYPED_TEST(linalg_row_blocks, takes_nothing_at_all) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    random_source random(first_seed());
    for (auto const& [m, n, k] : {std::array<index, 3>{0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {0, 0, 0}})
      expect_bits_of_one_process(comm, whole_product<T>(m, n, k, entries::ordinary, random), random);
  });
}

TYPED_TEST(linalg_row_blocks, reads_conjugated_and_transposed_rows) {
  using T = TypeParam;
  with_ranks(2, [](MPI_Comm comm) {
    random_source random(first_seed());
    whole_product<T> const whole(4, 3, 6, entries::ordinary, random);
    index const half = 6 / size_of(comm), first = half * rank_in(comm);
    auto expected = whole.c, c = whole.c;
    linalg::gemm(whole.alpha, whole.a_view(), conjugated(whole.b_view()), whole.beta, whole.view(expected), serial());
    mla::gemm_row_blocks(whole.alpha, whole.a_view(), conjugated(whole.b_view().block(first, 0, half, 3)), whole.beta,
                         whole.view(c), comm);
    EXPECT_TRUE(same_numbers(expected, c));
  });
}

}  // namespace
}  // namespace isobit::test
