// Where there is no GPU, every public call says so, and leaves its results alone.
#include <isobit/cuda.hpp>
#include <isobit/cuda/functions.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "math/function_list.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

#define ISOBIT_EXPECT_NO_GPU(...)                                                            \
  do {                                                                                       \
    auto const message = message_of([&] { (void)(__VA_ARGS__); });                           \
    EXPECT_NE(message.find("no GPU"), std::string::npos) << #__VA_ARGS__ << ": " << message; \
  } while (false)

template <class T, class Result> void expect_refusals(Result result) {
  Result const before = result;
  std::vector<T> const x(3), y(3);
  ISOBIT_EXPECT_NO_GPU(cuda::sum(x));
  ISOBIT_EXPECT_NO_GPU(cuda::sum_to(&result, x));
  ISOBIT_EXPECT_NO_GPU(cuda::sum(std::vector<T>{}));
  ISOBIT_EXPECT_NO_GPU(cuda::mean(x));
  ISOBIT_EXPECT_NO_GPU(cuda::mean_to(&result, x));
  ISOBIT_EXPECT_NO_GPU(cuda::dot(x, y));
  ISOBIT_EXPECT_NO_GPU(cuda::dot_to(&result, x, y));
  EXPECT_THROW((void)cuda::dot(x, std::vector<T>(2)), error);
  EXPECT_THROW(cuda::dot_to(&result, x, std::vector<T>(2)), error);
  EXPECT_EQ(result, before);
}

/// Those whose results are real numbers, and variances, which are of real numbers.
template <class T, class Result> void expect_real_refusals(Result result) {
  Result const before = result;
  std::vector<T> const x(3);
  ISOBIT_EXPECT_NO_GPU(cuda::asum(x));
  ISOBIT_EXPECT_NO_GPU(cuda::asum_to(&result, x));
  ISOBIT_EXPECT_NO_GPU(cuda::nrm2(x));
  ISOBIT_EXPECT_NO_GPU(cuda::nrm2_to(&result, x));
  ISOBIT_EXPECT_NO_GPU(cuda::squared_norm(x));
  ISOBIT_EXPECT_NO_GPU(cuda::squared_norm_to(&result, x));
  if constexpr (real<T>) {
    ISOBIT_EXPECT_NO_GPU(cuda::variance(x));
    ISOBIT_EXPECT_NO_GPU(cuda::variance_to(&result, x));
  }
  EXPECT_EQ(result, before);
}

TEST(cuda_without_gpu, there_is_nothing_to_give_back) { ISOBIT_EXPECT_NO_GPU(cuda::release_kept_memory()); }

TEST(cuda_without_gpu, reductions_say_so) {
  expect_refusals<double>(7.0);
  expect_refusals<float>(7.0f);
  expect_refusals<float16>(7.0f);
  expect_refusals<bfloat16>(7.0);
  expect_refusals<std::complex<double>>(std::complex(7.0, 8.0));
  expect_refusals<std::complex<float>>(std::complex(7.0f, 8.0f));
  expect_real_refusals<double>(7.0);
  expect_real_refusals<float>(7.0f);
  expect_real_refusals<float16>(7.0f);
  expect_real_refusals<bfloat16>(7.0);
  expect_real_refusals<std::complex<double>>(7.0);
  expect_real_refusals<std::complex<float>>(7.0f);
  std::vector<std::complex<double>> const z(2);
  ISOBIT_EXPECT_NO_GPU(cuda::conjugated_dot(z, z));
}

template <class T> void expect_refusals_of_many_sums() {
  std::vector<T> const x(6);
  std::vector<T> out(6, T(-77));
  std::vector<std::int32_t> const offsets(7);
  std::vector<std::int64_t> const wide_offsets(7);
  ISOBIT_EXPECT_NO_GPU(cuda::segmented_sum(x, offsets, out));
  ISOBIT_EXPECT_NO_GPU(cuda::segmented_sum(x, wide_offsets, out));
  ISOBIT_EXPECT_NO_GPU(cuda::sum_rows(row_major(x.data(), 6, 1), out));
  ISOBIT_EXPECT_NO_GPU(cuda::sum_columns(row_major(x.data(), 1, 6), out));
  ISOBIT_EXPECT_NO_GPU(cuda::inclusive_scan(x, out));
  ISOBIT_EXPECT_NO_GPU(cuda::exclusive_scan(x, out));
  ISOBIT_EXPECT_NO_GPU(cuda::sum<binned<T, 3>>(x));
  ISOBIT_EXPECT_NO_GPU(cuda::reduce<binned<T, 2>>(x));
  EXPECT_THROW(cuda::segmented_sum(x, std::span(offsets).first(6), out), error);
  EXPECT_THROW(cuda::segmented_sum(out, offsets, out), error);
  EXPECT_THROW(cuda::sum_rows(row_major(x.data(), 3, 2), out), error);
  EXPECT_THROW(cuda::sum_rows(row_major(out.data(), 6, 1), out), error);
  EXPECT_THROW(cuda::inclusive_scan(std::span(x).first(5), out), error);
  EXPECT_THROW(cuda::exclusive_scan(std::span<T const>(out).first(5), std::span(out).last(5)), error);
  EXPECT_EQ(out, std::vector<T>(6, T(-77)));
}

TEST(cuda_without_gpu, many_sums_say_so) {
  expect_refusals_of_many_sums<double>();
  expect_refusals_of_many_sums<float>();
  std::vector<std::complex<double>> const z(2);
  std::vector<std::complex<double>> out(2);
  ISOBIT_EXPECT_NO_GPU(cuda::sum_columns(row_major(z.data(), 1, 2), out));
  EXPECT_THROW(cuda::sum_columns(conjugated(row_major(z.data(), 1, 2)), out), error);
}

template <class T> void expect_refusals_of_groups() {
  std::vector<int> const keys(3);
  std::vector<T> const x(3), edges(3);
  std::vector<T> sums(2, T(-77));
  std::uint64_t refused = 9;
  ISOBIT_EXPECT_NO_GPU(cuda::scatter_add<T, int>(keys, x, sums));
  ISOBIT_EXPECT_NO_GPU(cuda::scatter_add_to<T, int>(sums, &refused, keys, x));
  if constexpr (real<T>) {
    ISOBIT_EXPECT_NO_GPU(cuda::bincount<T, int>(keys, x, sums));
    ISOBIT_EXPECT_NO_GPU(cuda::bincount_to<T, int>(sums, &refused, keys, x));
    ISOBIT_EXPECT_NO_GPU(cuda::histogram<T>(x, edges, x, sums));
    ISOBIT_EXPECT_NO_GPU(cuda::histogram_to<T>(sums, &refused, x, edges, x));
    ISOBIT_EXPECT_NO_GPU(cuda::sum_by_key<T, int>(keys, x));
    std::vector<int> distinct(2, -77);
    ISOBIT_EXPECT_NO_GPU(cuda::sum_by_key_to<T, int>(distinct, sums, keys, x));
    EXPECT_EQ(distinct, std::vector(2, -77));
  }
  EXPECT_THROW((cuda::scatter_add<T, int>(std::span(keys).first(2), x, sums)), error);
  EXPECT_EQ(sums, std::vector<T>(2, T(-77)));
  EXPECT_EQ(refused, 9u);
}

TEST(cuda_without_gpu, sums_of_groups_say_so) {
  expect_refusals_of_groups<double>();
  expect_refusals_of_groups<float>();
  expect_refusals_of_groups<std::complex<double>>();
}

TEST(cuda_without_gpu, memory_and_accumulators_say_so) {
  ISOBIT_EXPECT_NO_GPU(cuda::workspace());
  ISOBIT_EXPECT_NO_GPU(cuda::accumulator());
  ISOBIT_EXPECT_NO_GPU(cuda::accumulator(exact{}));
  ISOBIT_EXPECT_NO_GPU(cuda::product_accumulator());
}

TEST(cuda_without_gpu, products_say_so) {
  std::vector<double> const a(6, 1.0);
  std::vector<double> c(4, 7.0);
  auto const left = column_major(a.data(), 2, 3), right = column_major(a.data(), 3, 2);
  ISOBIT_EXPECT_NO_GPU(cuda::gemm(1.0, left, right, 0.0, column_major(c.data(), 2, 2)));
  ISOBIT_EXPECT_NO_GPU(cuda::prepared_matrix<double>(left, cuda::product_side::left));
  EXPECT_THROW(cuda::gemm(1.0, left, left, 0.0, column_major(c.data(), 2, 2)), error);
  EXPECT_EQ(c, std::vector<double>(4, 7.0));
}

TEST(cuda_without_gpu, complex_products_and_halves_say_so) {
  using complex = std::complex<double>;
  std::vector<complex> const a(6, {1.0, 2.0});
  std::vector<complex> c(4, {7.0, 8.0}), before = c;
  auto const left = column_major(a.data(), 2, 3), right = column_major(a.data(), 3, 2);
  auto const result = column_major(c.data(), 2, 2);
  ISOBIT_EXPECT_NO_GPU(cuda::gemm(complex(1, 1), left, right, 0.0, result));
  ISOBIT_EXPECT_NO_GPU(cuda::gemm_strided_batch(1.0, left, 0, right, 0, 0.0, result, 0, 2));
  ISOBIT_EXPECT_NO_GPU(cuda::herk(linalg::triangle::lower, 1.0, left, 1.0, result));
  ISOBIT_EXPECT_NO_GPU(cuda::syrk(linalg::triangle::upper, 1.0, left, 1.0, result));
  EXPECT_THROW(cuda::herk(linalg::triangle::lower, 1.0, left, 1.0, column_major(c.data(), 2, 1)), error);
  EXPECT_THROW(cuda::gemm(1.0, left, right, 0.0, column_major(c.data(), 1, 2)), error);
  EXPECT_EQ(c, before);
}

TEST(cuda_without_gpu, sparse_systems_say_so) {
  sparse::csr_matrix<double> const a{2, 2, {0, 1, 2}, {0, 1}, {1, 1}};
  ISOBIT_EXPECT_NO_GPU(cuda::device_array<double>(3));
  ISOBIT_EXPECT_NO_GPU(cuda::sparse::csr_matrix<double>(a.view()));
  std::vector<double> const x(2, 1.0);
  std::vector<double> y(2, 7.0);
  cuda::sparse::csr_view<double> const view{2, 2, 2, a.offsets.data(), a.indices.data(), a.values.data()};
  ISOBIT_EXPECT_NO_GPU(cuda::sparse::multiply(1.0, view, x, 0.0, y));
  ISOBIT_EXPECT_NO_GPU(cuda::sparse::coo_pattern<std::int32_t>(2, 2, a.indices, a.indices));
  ISOBIT_EXPECT_NO_GPU(cuda::solver::jacobi<double>(view));
  ISOBIT_EXPECT_NO_GPU(cuda::solver::cg(view, x, y));
  EXPECT_EQ(y, std::vector<double>(2, 7.0));
}

/// call(out) writes a function's results to an array, which has to have the arguments' size.
template <class T> void expect_refusals_of(std::string_view name, auto call) {
  std::vector<T> out(3, T(-77));
  auto const message = message_of([&] { call(std::span<T>(out)); });
  EXPECT_NE(message.find("no GPU"), std::string::npos) << name << ": " << message;
  EXPECT_THROW(call(std::span<T>(out).first(2)), error) << name;
  EXPECT_EQ(out, std::vector<T>(3, T(-77))) << name;
}

TEST(cuda_without_gpu, functions_say_so) {
  std::vector<double> const x(3, 0.5);
  std::vector<float> const narrow(3, 0.5f);
#define ISOBIT_OF_ONE(f)                                                      \
  expect_refusals_of<float>(#f, [&](auto out) { cuda::cr::f(narrow, out); }); \
  expect_refusals_of<double>(#f, [&](auto out) { cuda::cr::f(x, out); });
#define ISOBIT_OF_TWO(f)                                                              \
  expect_refusals_of<float>(#f, [&](auto out) { cuda::cr::f(narrow, narrow, out); }); \
  expect_refusals_of<double>(#f, [&](auto out) { cuda::cr::f(x, x, out); });
  ISOBIT_MATH_UNARY(ISOBIT_OF_ONE)
  ISOBIT_MATH_BINARY(ISOBIT_OF_TWO)
#undef ISOBIT_OF_TWO
#undef ISOBIT_OF_ONE
  std::vector<double> more(3);
  std::vector<float> narrow_more(3);
  expect_refusals_of<double>("sincos", [&](auto out) { cuda::cr::sincos(x, out, more); });
  expect_refusals_of<float>("sincos", [&](auto out) { cuda::cr::sincos(narrow, out, narrow_more); });
}

#undef ISOBIT_EXPECT_NO_GPU

}  // namespace
}  // namespace isobit::test
