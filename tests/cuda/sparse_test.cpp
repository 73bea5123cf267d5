// Sparse matrices on a GPU: every number has the bits that isobit::sparse gives on the CPU.
#include <isobit/cuda/sparse.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

#include "support/message.hpp"
#include "support/sparse_matrices.hpp"

namespace isobit::test {
namespace {

template <class T, class Index, class Offset>
testing::AssertionResult multiplies_alike(csr_matrix<T, Index, Offset> const& a, std::vector<T> const& x, T alpha,
                                          T beta, std::vector<T> start) {
  cuda::sparse::csr_matrix<T, Index, Offset> const on_gpu(a.view());
  cuda::device_array<T> const device_x(x), device_y(start);
  cuda::sparse::multiply(alpha, on_gpu, device_x, beta, device_y);
  sparse::multiply(alpha, a, x, beta, vector_view<T>(start));
  return same_elements(start, device_y.fetch()) << " alpha " << alpha << ", beta " << beta;
}

template <class T, class Index, class Offset> void check_products(std::size_t count) {
  auto const classes = data_classes<T>();
  for_each_case<T>(count, [&](random_source& random, data_class<T> const& kind) {
    index const rows = random.between(0, random.one_in(4) ? 3000 : 300), columns = random.between(1, 200);
    auto const a = random_matrix<T, Index, Offset>(random, kind, rows, columns);
    auto const& other = random.coin() ? kind : classes[random.below(classes.size())];
    auto x = elements<T>(other, random, columns);
    if (random.one_in(3)) std::fill(x.begin(), x.end(), power_of_two<T>(false, random.between(-3, 3)));
    T const alpha = random.coin() ? T(1) : nasty<T>(random, random_kind(random));
    T const beta = random.coin() ? T{} : nasty<T>(random, random_kind(random));
    ASSERT_TRUE(multiplies_alike(a, x, alpha, beta, elements<T>(kind, random, rows)));
  });
}

TEST(cuda_sparse, products_have_the_bits_of_the_cpu_double) { check_products<double, std::int32_t, std::int32_t>(12); }
TEST(cuda_sparse, products_have_the_bits_of_the_cpu_float) { check_products<float, std::int32_t, std::int32_t>(12); }
TEST(cuda_sparse, products_have_the_bits_of_the_cpu_with_wide_indices) {
  check_products<double, std::int64_t, std::int64_t>(3);
  check_products<double, std::int32_t, std::int64_t>(3);
  check_products<float, std::int64_t, std::int64_t>(3);
}

/// Rows beyond what a few lanes take, among short ones.
template <class T> void check_long_rows(data_class<T> const& kind) {
  SCOPED_TRACE(kind.name);
  random_source random(11);
  csr_matrix<T> a;
  a.rows = 40, a.columns = 5000;
  for (index i = 0; i < a.rows; ++i) {
    int const length = i == 7 ? 150'000 : i == 20 ? 8192 : i == 21 ? 8193 : random.between(0, 40);
    for (int k = 0; k < length; ++k) a.indices.push_back(static_cast<std::int32_t>(random.below(5000)));
    a.offsets.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  a.values = elements<T>(kind, random, static_cast<index>(a.indices.size()));
  auto const x = elements<T>(kind, random, a.columns);
  EXPECT_TRUE(multiplies_alike(a, x, T(1), T(0), std::vector<T>(40)));
  EXPECT_TRUE(multiplies_alike(a, x, T(-3), T(0.7), elements<T>(kind, random, 40)));
}
TEST(cuda_sparse, long_rows) {
  for (auto const& kind : data_classes<double>()) check_long_rows(kind);
  for (auto const& kind : data_classes<float>()) check_long_rows(kind);
}

TEST(cuda_sparse, what_is_nothing_is_left_alone) {
  std::vector<double> const start = {-0.0, 1e300, -5};
  std::vector<double> const x = {1, -1, 0};
  csr_matrix<double> none;
  none.rows = none.columns = 3;
  none.offsets = {0, 0, 0, 0};
  for (double const beta : {0.0, 1.0, 2.0, -1.0, 1e300}) {
    EXPECT_TRUE(multiplies_alike(none, x, 1.0, beta, start));
    csr_matrix<double> const some{3, 3, {0, 2, 2, 3}, {0, 1, 2}, {2, 2, -4}};
    EXPECT_TRUE(multiplies_alike(some, x, 0.0, beta, start));
    EXPECT_TRUE(multiplies_alike(some, x, 1.0, beta, start));
    EXPECT_TRUE(multiplies_alike(some, x, std::numeric_limits<double>::infinity(), beta, start));
  }
  EXPECT_TRUE(multiplies_alike(csr_matrix<double>{}, {}, 1.0, 0.0, {}));
}

template <class T, class Index> void check_assembly(std::size_t count) {
  for_each_case<T>(count, [&](random_source& random, data_class<T> const& kind) {
    index const rows = random.between(1, random.coin() ? 5 : 400), columns = random.between(1, 40);
    auto const n = static_cast<std::size_t>(random.between(0, random.one_in(5) ? 60'000 : 2000));
    std::vector<Index> i(n), j(n);
    for (Index& one : i) one = static_cast<Index>(random.below(static_cast<std::size_t>(rows)));
    for (Index& one : j) one = static_cast<Index>(random.below(static_cast<std::size_t>(columns)));
    auto const values = elements<T>(kind, random, static_cast<index>(n));
    auto const others = elements<T>(kind, random, static_cast<index>(n));
    cuda::device_array<Index> const device_i(i), device_j(j);
    cuda::device_array<T> const device_values(values), device_others(others);
    cuda::sparse::coo_pattern<Index> const pattern(rows, columns, device_i, device_j);
    auto a = pattern.template assemble<T>(device_values);
    ASSERT_TRUE(same_matrix(sparse::from_triplets<T, Index>(rows, columns, i, j, values), a.fetch()));
    pattern.template set_values<T>(device_others, a);
    ASSERT_TRUE(same_matrix(sparse::from_triplets<T, Index>(rows, columns, i, j, others), a.fetch()));
  });
}
TEST(cuda_sparse, assembled_entries_have_the_bits_of_the_cpu) {
  check_assembly<double, std::int32_t>(4);
  check_assembly<float, std::int32_t>(4);
  check_assembly<double, std::int64_t>(2);
}
TEST(cuda_sparse, one_place_with_many_contributions) {
  random_source random(3);
  std::vector<std::int32_t> const place(200'000, 0);
  std::vector<double> values(place.size());
  for (double& one : values) one = random_number<double>(random, -300, 300);
  cuda::device_array<std::int32_t> const i(place);
  auto const a = cuda::sparse::from_triplets<double, std::int32_t>(1, 1, i, i, cuda::device_array<double>(values));
  EXPECT_TRUE(same_matrix(sparse::from_triplets<double, std::int32_t>(1, 1, place, place, values), a.fetch()));
}

TEST(cuda_sparse, what_does_not_fit_is_refused) {
  csr_matrix<double> const a{2, 2, {0, 1, 2}, {0, 1}, {1, 1}};
  cuda::sparse::csr_matrix<double> const on_gpu(a.view());
  cuda::device_array<double> const x(std::vector<double>{1, 2}), y(std::vector<double>{7, 8, 9});
  EXPECT_THROW(cuda::sparse::multiply(1.0, on_gpu, x, 0.0, y), error);
  EXPECT_THROW(cuda::sparse::multiply(1.0, on_gpu, y, 0.0, x), error);
  EXPECT_THROW(cuda::sparse::multiply(1.0, on_gpu, x, 0.0, x), error);
  EXPECT_THROW(cuda::sparse::multiply(1.0, on_gpu, x, 0.0, on_gpu.values), error);
  std::vector<double> on_host = {7, 8};
  auto const refused = message_of([&] { cuda::sparse::multiply(1.0, on_gpu, x, 0.0, on_host); });
  EXPECT_NE(refused.find("memory of the host"), std::string::npos) << refused;
  EXPECT_EQ(y.fetch(), (std::vector<double>{7, 8, 9}));
  cuda::device_array<std::int32_t> const i(std::vector{0, 1}), outside(std::vector{0, 2}), one(std::vector{0});
  using pattern = cuda::sparse::coo_pattern<std::int32_t>;
  EXPECT_EQ(message_of([&] { return pattern(2, 2, i, outside); }),
            "isobit::cuda::sparse: contribution 1 is for column 2, and there are 2, numbered from 0");
  EXPECT_THROW(pattern(2, 2, i, one), error);
  EXPECT_THROW(pattern(-1, 2, i, i), error);
  auto matrix = pattern(2, 2, i, i).assemble<double>(x);
  EXPECT_THROW(pattern(2, 2, one, one).set_values<double>(x, matrix), error);
}

}  // namespace
}  // namespace isobit::test
