// Matrix products on the GPU have the bits of linalg::gemm on the CPU.
#include <array>
#include <limits>
#include <string>

#include "cuda/products_on_both.hpp"

namespace isobit::test {
namespace {

template <class T> void expect_same_products(std::vector<size> const& sizes, std::uint64_t seed) {
  for (auto const kind : every_matrix_kind)
    for (auto const [rows, columns, depth] : sizes) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
      random_source random(seed++);
      auto a = random_matrix<T>(random, kind, rows, depth), b = random_matrix<T>(random, kind, depth, columns);
      auto c = random_matrix<T>(random, kind, rows, columns);
      T const alphas[] = {1, 1, -1, T(0.7), random_number<T>(random, -3, 3), 0};
      T const betas[] = {0, 1, -1, T(1.3), random_number<T>(random, -3, 3)};
      expect_same_product(alphas[random.between(0, 5)], a, b, betas[random.between(0, 4)], c);
      if (testing::Test::HasFatalFailure()) return;
    }
}

std::vector<size> const many_sizes = {{1, 1, 1},    {1, 1, 0},     {0, 3, 2},      {2, 3, 1},     {1, 300, 40},
                                      {300, 1, 40}, {17, 33, 129}, {129, 257, 65}, {64, 31, 1000}};

template <class T> class cuda_gemm : public testing::Test {};
using types = testing::Types<double, float>;
TYPED_TEST_SUITE(cuda_gemm, types);

TYPED_TEST(cuda_gemm, of_all_shapes_and_data) {
  for (std::uint64_t round = 0; round < 3; ++round) {
    expect_same_products<TypeParam>(many_sizes, first_seed() + 1000 * round);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(cuda_gemm, of_several_tiles) {
  expect_same_products<TypeParam>({{300, 520, 260}, {257, 129, 515}}, first_seed());
}

/// Other plans cost time, and no bits.
TYPED_TEST(cuda_gemm, with_any_number_of_moduli) {
  for (int moduli = 2; moduli <= 22; ++moduli) {
    SCOPED_TRACE(moduli);
    with_variable const forced("ISOBIT_CUDA_MODULI", std::to_string(moduli));
    expect_same_products<TypeParam>({{70, 40, 90}}, first_seed() + static_cast<std::uint64_t>(moduli));
  }
}

TYPED_TEST(cuda_gemm, on_gpus_of_any_kind) {
  with_variable const forced("ISOBIT_CUDA_ENGINE", "general");
  expect_same_products<TypeParam>({{129, 257, 65}, {260, 300, 300}}, first_seed());
}

/// More products than a sum of 32 bits takes.
TYPED_TEST(cuda_gemm, of_long_sums) {
  for (auto const* const engine : {"", "general"}) {
    with_variable const forced("ISOBIT_CUDA_ENGINE", engine);
    expect_same_products<TypeParam>({{3, 5, 140000}}, first_seed());
  }
}

/// All sums are largest: every element of either factor is the same, and has all its bits.
TYPED_TEST(cuda_gemm, of_the_largest_sums) {
  using T = TypeParam;
  random_source random(first_seed());
  for (index const depth : {128, 1000, 65536}) {
    owned_matrix<T> a(5, depth, random), b(depth, 4, random), c(5, 4, random);
    for (index p = 0; p < depth; ++p) {
      for (index i = 0; i < 5; ++i) a(i, p) = T(2) - std::numeric_limits<T>::epsilon();
      for (index j = 0; j < 4; ++j) b(p, j) = j % 2 == 0 ? a(0, p) : -a(0, p);
    }
    expect_same_product(T(1), a, b, T(0), c);
  }
}

/// Elements just beside whole numbers of the plan, which all rounding would lose: entries are settled by corrections.
TYPED_TEST(cuda_gemm, of_elements_of_many_magnitudes) {
  using T = TypeParam;
  random_source random(first_seed());
  for (int const spread : {4, 10, 20, 40}) {
    owned_matrix<T> a(150, 400, random), b(400, 140, random), c(150, 140, random);
    for (index p = 0; p < 400; ++p) {
      for (index i = 0; i < 150; ++i) a(i, p) = random_number<T>(random, -spread, spread);
      for (index j = 0; j < 140; ++j) b(p, j) = random_number<T>(random, -spread, spread);
    }
    expect_same_product(T(1), a, b, T(0), c);
  }
}

/// A factor converted beforehand, on either side, gives the same bits with any other.
TEST(cuda_gemm_of_doubles, with_products_that_scaling_loses) {
  // Rounded to nothing on one side, and below all numbers after scaling on the other; they decide ties and signs.
  auto const expect_same = [](std::vector<double> const& row, std::vector<double> const& column) {
    auto const depth = static_cast<index>(row.size());
    random_source random(20);  // of layouts
    owned_matrix<double> a(1, depth, random), b(depth, 1, random), c(1, 1, random);
    for (index i = 0; i < depth; ++i) {
      a(0, i) = row[static_cast<std::size_t>(i)];
      b(i, 0) = column[static_cast<std::size_t>(i)];
    }
    expect_same_product(1.0, a, b, 0.0, c);
  };
  expect_same({1 + 0x1p-26, 0x1p-120}, {(1 + 0x1p-27) * 0x1p490, 0x1p-1074});
  expect_same({1 + 0x1p-26, 0x1p-120}, {(1 + 0x1p-27) * 0x1p490, -0x1p-1074});
  expect_same({0, 0x1p-120, 1}, {0x1p490, -0x1p-1074, 0});
}

TYPED_TEST(cuda_gemm, of_prepared_matrices) {
  using T = TypeParam;
  std::uint64_t seed = first_seed();
  for (auto const kind : every_matrix_kind)
    for (auto const other : {kind, matrix_kind::ordinary, matrix_kind::integers}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(static_cast<int>(kind)));
      random_source random(seed++);
      auto a = random_matrix<T>(random, kind, 130, 140), b = random_matrix<T>(random, other, 140, 70);
      auto c = random_matrix<T>(random, kind, 130, 70), by_left = c, by_right = c;
      device_vector<T> const left(a.storage()), right(b.storage());
      std::array<device_vector<T>, 2> const results = {device_vector<T>(c.storage()), device_vector<T>(c.storage())};
      auto const x = on_device<T const>(left, a.view()), y = on_device<T const>(right, b.view());
      cuda::prepared_matrix<T> const first(x, cuda::product_side::left), second(y, cuda::product_side::right);
      linalg::gemm(T(1), a.view(), b.view(), T(1), c.view());
      cuda::gemm(T(1), first, y, T(1), on_device<T>(results[0], c.view()));
      cuda::gemm(T(1), x, second, T(1), on_device<T>(results[1], c.view()));
      EXPECT_THROW(cuda::gemm(T(1), second, y, T(1), on_device<T>(results[1], c.view())), error);
      by_left.storage() = fetched(results[0], c.storage().size());
      by_right.storage() = fetched(results[1], c.storage().size());
      ASSERT_TRUE(same_storage(c, by_left));
      ASSERT_TRUE(same_storage(c, by_right));
    }
}

TYPED_TEST(cuda_gemm, of_batches) {
  using T = TypeParam;
  random_source random(first_seed());
  std::vector<T> a(3 * 20), b(3 * 30), c(3 * 24);
  for (auto* const values : {&a, &b, &c})
    for (T& x : *values) x = random_number<T>(random, -3, 3);
  device_vector<T> const left(a), right(b), result(c);
  cuda::gemm_strided_batch(T(1), column_major(left.data(), 4, 5), 20, column_major(right.data(), 5, 6), 30, T(1),
                           column_major(result.data(), 4, 6), 24, 3);
  for (int i = 0; i < 3; ++i)
    linalg::gemm(T(1), column_major(a.data() + 20 * i, 4, 5), column_major(b.data() + 30 * i, 5, 6), T(1),
                 column_major(c.data() + 24 * i, 4, 6));
  EXPECT_EQ(fetched(result, c.size()), c);
}

TYPED_TEST(cuda_gemm, is_captured_in_a_graph) {
  using T = TypeParam;
  random_source random(first_seed());
  auto a = random_matrix<T>(random, matrix_kind::ordinary, 40, 50),
       b = random_matrix<T>(random, matrix_kind::ordinary, 50, 60);
  auto c = random_matrix<T>(random, matrix_kind::ordinary, 40, 60), actual = c;
  device_vector<T> const left(a.storage()), right(b.storage()), result(c.storage());
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runs = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cuda::gemm(T(1), on_device<T const>(left, a.view()), on_device<T const>(right, b.view()), T(1),
             on_device<T>(result, c.view()), stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&runs, graph, 0), cudaSuccess);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(cudaGraphLaunch(runs, stream), cudaSuccess);
    linalg::gemm(T(1), a.view(), b.view(), T(1), c.view());
  }
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  actual.storage() = fetched(result, actual.storage().size());
  EXPECT_TRUE(same_storage(c, actual));
  cudaGraphExecDestroy(runs), cudaGraphDestroy(graph), cudaStreamDestroy(stream);
}

TEST(cuda_gemm_errors, leave_the_result) {
  std::vector<double> values(12, 3.0);
  device_vector<double> const memory(values);
  auto const m = column_major(memory.data(), 3, 4);
  EXPECT_THROW(cuda::gemm(1.0, m, m, 0.0, m), error);  // shapes
  auto const a = column_major(memory.data(), 2, 2);
  EXPECT_THROW(cuda::gemm(1.0, a, a, 0.0, a), error);                                  // shared memory
  EXPECT_THROW(cuda::gemm(1.0, a, a, 0.0, column_major(values.data(), 2, 2)), error);  // of the host
  EXPECT_EQ(fetched(memory, 12), values);
}

}  // namespace
}  // namespace isobit::test
