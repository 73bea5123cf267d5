#include <cmath>

#include <gtest/gtest.h>

#include "linalg_support.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

template <class T> class linalg_environment : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>>;
TYPED_TEST_SUITE(linalg_environment, numbers);

/// What body() does where every second rank has another rounding mode, or takes subnormal numbers for zero.
template <class Body> void in_environment(std::uint64_t control, Body body) {
  float_environment const before = read_environment();
  if (rank_in(MPI_COMM_WORLD) % 2 == 1) write_environment({control, 0});
  body();
  std::uint64_t const after = read_environment().control;
  write_environment(before);
  EXPECT_EQ(after, rank_in(MPI_COMM_WORLD) % 2 == 1 ? control : before.control) << "left behind";
}

TYPED_TEST(linalg_environment, of_some_ranks_changes_nothing) {
  using T = TypeParam;
  using limits = std::numeric_limits<linalg_real<T>>;
  with_ranks(size_of(MPI_COMM_WORLD), [](MPI_Comm comm) {
    int const ranks = size_of(comm), rank = rank_in(comm);
    index const m = 6, n = 5, share = 4, k = share * ranks;
    random_source random(first_seed());
    for (entries const kind : {entries::ordinary, entries::huge}) {
      whole_product<T> const whole(m, n, k, kind, random);
      // Subnormal, and not zero.
      T const alpha = T(5 * limits::denorm_min());
      T const beta = kind == entries::huge ? T(0) : T(3 * limits::denorm_min());
      auto expected = whole.c, expected_vector = std::vector<T>(static_cast<std::size_t>(m), T(2));
      linalg::gemm(alpha, whole.a_view(), whole.b_view(), beta, whole.view(expected), serial());
      linalg::gemv(alpha, whole.a_view(), whole.b_view().column(0), beta, vector_view<T>(expected_vector), serial());
      auto const a_columns = whole.a_view().block(0, share * rank, m, share);
      auto const b_rows = whole.b_view().block(share * rank, 0, share, n);
      std::vector<T> x;
      for (index p = 0; p < k; ++p) x.push_back(whole.b_view().at(p, 0));
      // One row of processes, to which columns are dealt; b is stored by rows.
      mla::block_cyclic const a_layout{m, k, m, share, 1, ranks}, b_layout{n, k, n, share, 1, ranks},
          c_layout{m, n, m, n, 1, ranks};
      mla::distributed_matrix<T const> const a{a_layout, a_columns.data, m}, b{b_layout, b_rows.data, n};

      for (std::uint64_t const control : every_control_word()) {
        SCOPED_TRACE(std::string(name_of(kind)) + " with control word " + std::to_string(control));
        auto c = whole.c;
        in_environment(control, [&] { mla::gemm_split_k(alpha, a_columns, b_rows, beta, whole.view(c), comm); });
        EXPECT_TRUE(same_numbers(expected, c)) << "gemm_split_k";
        c = whole.c;
        in_environment(control,
                       [&] { mla::gemm_row_blocks(alpha, whole.a_view(), b_rows, beta, whole.view(c), comm); });
        EXPECT_TRUE(same_numbers(expected, c)) << "gemm_row_blocks";
        c = whole.c;
        in_environment(control, [&] {
          mla::gemm(alpha, a, transposed(b), beta, mla::distributed_matrix<T>{c_layout, c.data(), m}, comm);
        });
        EXPECT_TRUE(same_numbers(rank == 0 ? expected : whole.c, c)) << "gemm";
        std::vector<T> y(static_cast<std::size_t>(m), T(2));
        in_environment(control, [&] { mla::gemv(alpha, a, vector_view<T const>(x), beta, vector_view<T>(y), comm); });
        EXPECT_TRUE(same_numbers(expected_vector, y)) << "gemv";
      }
    }
  });
}

}  // namespace
}  // namespace isobit::test
