// gemmt, syrk and herk on the GPU have the bits of the CPU, and leave the other half alone.
#include <string>

#include "cuda/gemm/layout.hpp"
#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

using linalg::triangle;

template <class T> class cuda_half_products : public testing::Test {};
using types = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(cuda_half_products, types);

/// on_cpu(a, c) and on_gpu(a, c) of the same matrices, whole memory of c compared.
template <class T, class OnCpu, class OnGpu>
void expect_same_half(owned_matrix<T>& a, owned_matrix<T>& c, OnCpu on_cpu, OnGpu on_gpu) {
  device_vector<T> const factor(a.storage()), result(c.storage());
  auto actual = c;
  on_cpu(matrix_view<T const>(a.view()), c.view());
  on_gpu(on_device<T const>(factor, a.view()), on_device<T>(result, c.view()));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  actual.storage() = fetched(result, actual.storage().size());
  ASSERT_TRUE(same_storage(c, actual)) << c.view().rows << " rows, " << a.view().columns << " products";
}

TYPED_TEST(cuda_half_products, have_the_bits_of_the_cpu) {
  using T = TypeParam;
  using R = real_of<T>;
  std::uint64_t seed = first_seed();
  for (auto const kind : every_matrix_kind)
    for (auto const& [n, depth] : {std::pair<index, index>{1, 3}, {2, 0}, {7, 5}, {130, 40}, {270, 33}})
      for (auto const half : {triangle::lower, triangle::upper}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
        random_source random(seed++);
        auto a = random_matrix<T>(random, kind, n, depth), c = random_matrix<T>(random, kind, n, n), d = c, e = c;
        R const numbers[] = {0, 1, -1, random_number<R>(random, -3, 3)};
        R const alpha = numbers[random.between(0, 3)], beta = numbers[random.between(0, 3)];
        T const turned = make<T>(alpha, numbers[random.between(0, 3)]), other = make<T>(beta, beta);
        expect_same_half(
            a, c, [&](auto x, auto y) { linalg::syrk(half, turned, x, other, y); },
            [&](auto x, auto y) { cuda::syrk(half, turned, x, other, y); });
        expect_same_half(
            a, d, [&](auto x, auto y) { linalg::herk(half, alpha, x, beta, y); },
            [&](auto x, auto y) { cuda::herk(half, alpha, x, beta, y); });
        expect_same_half(
            a, e, [&](auto x, auto y) { linalg::gemmt(half, turned, x, linalg::adjoint(x), other, y); },
            [&](auto x, auto y) { cuda::gemmt(half, turned, x, linalg::adjoint(x), other, y); });
        if (this->HasFatalFailure()) return;
      }
}

TEST(cuda_half_products_errors, leave_the_result) {
  std::vector<std::complex<double>> values(12, {3.0, 4.0});
  device_vector<std::complex<double>> const memory(values);
  auto const a = column_major(memory.data(), 2, 2), rectangle = column_major(memory.data() + 4, 2, 4);
  auto const square = column_major(memory.data() + 4, 2, 2);
  EXPECT_THROW(cuda::herk(triangle::lower, 1.0, a, 1.0, rectangle), error);
  EXPECT_THROW(cuda::herk(triangle::lower, 1.0, a, 1.0, a), error);  // shared memory
  EXPECT_THROW(cuda::herk(triangle::lower, 1.0, column_major(values.data(), 2, 2), 1.0, square), error);  // of the host
  EXPECT_THROW(cuda::syrk(triangle::upper, 1.0, a, 1.0, rectangle), error);
  EXPECT_EQ(fetched(memory, values.size()), values);
}

/// The halves of parts of a result are those of the whole: needs no GPU.
TEST(cuda_host_halves, of_parts_are_those_of_the_whole) {
  constexpr int n = 9;
  for (int const sign : {-1, 0, 1}) {
    cuda::written_half const whole = {sign, 0};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        EXPECT_EQ(whole.has(i, j), sign == 0 || (sign > 0 ? i >= j : i <= j)) << sign << ": " << i << ", " << j;
    double entries[n * n * 2] = {};
    cuda::product_task<double> task = {};
    cuda::product_task<std::complex<double>> complex_task = {};
    task.c = complex_task.c = entries;
    task.half = complex_task.half = whole;
    complex_task.right.of_column = 1;
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        auto const part = task.rows(row, n - row).columns(column, n - column);
        auto const of_complex = complex_task.columns(2 * column, 2 * (n - column)).rows(row, n - row);
        for (int i = 0; i < n - row; ++i)
          for (int j = 0; j < n - column; ++j) {
            bool const expected = whole.has(row + i, column + j);
            EXPECT_EQ(part.writes(i, j), expected);
            EXPECT_EQ(of_complex.writes(i, 2 * j), expected);
            EXPECT_EQ(of_complex.writes(i, 2 * j + 1), expected);
          }
      }
  }
}

}  // namespace
}  // namespace isobit::test
