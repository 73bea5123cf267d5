// Batches of products on the GPU have the bits of single ones on the CPU, whether one kernel has them all or not.
#include <string>

#include "cuda/gemm/layout.hpp"
#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

template <class T> class cuda_batches : public testing::Test {};
using types = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(cuda_batches, types);

/// Numbers of every kind, one after another.
template <class T> std::vector<T> numbers(random_source& random, matrix_kind kind, index count) {
  std::vector<T> values;
  for (index i = 0; i < count; ++i) {
    auto const re = matrix_entry<real_of<T>>(random, kind, i % 7, i % 5);
    values.push_back(make<T>(re, matrix_entry<real_of<T>>(random, kind, i % 3, i % 11)));
  }
  return values;
}

TYPED_TEST(cuda_batches, have_the_bits_of_single_products) {
  using T = TypeParam;
  using R = real_of<T>;
  std::uint64_t seed = first_seed();
  for (auto const kind : every_matrix_kind)
    // Small ones, those at the limit, and beyond it.
    for (size const& of : {size{1, 1, 1}, {4, 6, 5}, {2, 3, 0}, {0, 3, 2}, {32, 32, 33}, {16, 64, 256}, {50, 41, 20}})
      for (index const count : {0, 1, 2, 17}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
        random_source random(seed++);
        index const m = of.rows, n = of.columns, k = of.depth;
        bool const by_rows = random.coin(), one_b = random.one_in(4);
        auto const a = numbers<T>(random, kind, m * k * count), b = numbers<T>(random, kind, k * n * count);
        auto c = numbers<T>(random, kind, m * n * count);
        R const factors[] = {0, 1, -1, random_number<R>(random, -3, 3)};
        T const alpha = random.coin() ? T(1) : make<T>(factors[random.between(0, 3)], factors[random.between(0, 3)]);
        T const beta = random.coin() ? T(0) : make<T>(factors[random.between(0, 3)], factors[random.between(0, 3)]);
        device_vector<T> const left(a), right(b), result(c);
        index const step_b = one_b ? 0 : k * n;
        // Columns of a are stored in lines, so that the adjoint has rows there.
        auto const a_at = [&](T const* data) { return linalg::adjoint(column_major(data, k, m)); };
        auto const b_at = [&](T const* data) { return matrix_view<T const>(column_major(data, k, n)); };
        auto const c_at = [&](T* data) { return by_rows ? row_major(data, m, n) : column_major(data, m, n); };
        cuda::gemm_strided_batch(alpha, a_at(left.data()), m * k, b_at(right.data()), step_b, beta, c_at(result.data()),
                                 m * n, count);
        for (index i = 0; i < count; ++i)
          linalg::gemm(alpha, a_at(a.data() + i * m * k), b_at(b.data() + i * step_b), beta,
                       c_at(c.data() + i * m * n));
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        ASSERT_TRUE(same_elements(c, fetched(result, c.size()))) << count << " products of " << m << " x " << n << ", "
                                                                 << k << " deep, alpha " << alpha << ", beta " << beta;
      }
}

TEST(cuda_batches_errors, leave_the_results) {
  std::vector<double> values(64, 3.0);
  device_vector<double> const memory(values);
  auto const a = column_major(memory.data(), 2, 2), c = column_major(memory.data() + 24, 2, 2);
  auto const on_host = column_major(values.data(), 2, 2);
  EXPECT_THROW(cuda::gemm_strided_batch(1.0, a, 4, a, 4, 0.0, c, -4, 5), error);  // the fourth c is its a
  EXPECT_THROW(cuda::gemm_strided_batch(1.0, a, 4, on_host, 4, 0.0, c, 4, 5), error);
  EXPECT_THROW(cuda::gemm_strided_batch(1.0, a, 4, a, 4, 0.0, on_host, 4, 5), error);
  // What is wrong with the last product is found before the first is started.
  matrix_view<double const> const left[] = {a, on_host}, right[] = {a, a};
  matrix_view<double> const results[] = {c, column_major(memory.data() + 40, 2, 2)};
  EXPECT_THROW(cuda::gemm_batch<double>(1.0, left, right, 0.0, results), error);
  EXPECT_EQ(fetched(memory, values.size()), values);
}

/// Where products of a batch lie: needs no GPU.
TEST(cuda_host_batches, have_their_products_at_equal_distances) {
  std::complex<double> numbers[100];
  auto* const parts = reinterpret_cast<double*>(numbers);
  cuda::product_batch<std::complex<double>> batch = {};
  batch.first.left.data = parts, batch.first.right.data = parts + 40, batch.first.c = parts + 100;
  batch.first.left.lines = 3, batch.first.right.lines = 8;
  batch.left_step = 6, batch.right_step = 0, batch.c_step = -10, batch.count = 5;
  EXPECT_EQ(batch.entries(), 12);
  EXPECT_EQ(batch[4].left.data, parts + 24);
  EXPECT_EQ(batch[4].right.data, parts + 40);
  EXPECT_EQ(batch[4].c, parts + 60);
}

}  // namespace
}  // namespace isobit::test
