// Every operation on the GPU has the bits of the CPU: a hundred thousand inputs of each type.
#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/many_inputs.hpp"

namespace isobit::test {
namespace {

constexpr std::size_t inputs_of_each = 100000, batch = 5000;

/// start(result, input, on) leaves a result in device memory; expected(input) is the CPU's.
template <class T, class Result, class Start, class Expected>
void expect_same(cuda::arithmetic with, Start start, Expected expected) {
  std::uint64_t const seed = first_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  many_inputs<T> inputs(seed);
  many_results<Result> results(batch);
  cuda::workspace memory;
  for (std::size_t done = 0; done < scaled_count(inputs_of_each); done += batch) {
    std::vector<Result> wanted;
    for (std::size_t i = 0; i < batch; ++i) {
      auto const x = inputs.next();
      auto const y = inputs.next_like(x);
      start(results.at(i), x.device, y.device, cuda::on_stream(nullptr, memory, with));
      wanted.push_back(expected(x.host, y.host));
    }
    ASSERT_TRUE(same_bits(wanted, results.fetch())) << "after " << done << " inputs";
  }
}

template <class T> class cuda_reductions : public testing::Test {};
using types = testing::Types<double, float, float16, bfloat16>;
TYPED_TEST_SUITE(cuda_reductions, types);

#define ISOBIT_CUDA_TEST(name, result, on_gpu, on_cpu)                                                \
  TYPED_TEST(cuda_reductions, name) {                                                                 \
    using T = TypeParam;                                                                              \
    using R = result;                                                                                 \
    for (auto const with : {cuda::arithmetic::fastest, cuda::arithmetic::integers})                   \
      expect_same<T, R>(                                                                              \
          with, [](R* to, auto const& x, [[maybe_unused]] auto const& y, auto const& on) { on_gpu; }, \
          [](auto const& x, [[maybe_unused]] auto const& y) { return on_cpu; });                      \
  }
using isobit::detail::default_result;
ISOBIT_CUDA_TEST(sum, default_result<T>, cuda::sum_to(to, x, on), sum(x))
ISOBIT_CUDA_TEST(sum_to_double, double, cuda::sum_to(to, x, on), sum<double>(x))
ISOBIT_CUDA_TEST(dot, default_result<T>, cuda::dot_to(to, x, y, on), dot(x, y))
ISOBIT_CUDA_TEST(asum, default_result<T>, cuda::asum_to(to, x, on), asum(x))
ISOBIT_CUDA_TEST(squared_norm, default_result<T>, cuda::squared_norm_to(to, x, on), squared_norm(x))
ISOBIT_CUDA_TEST(nrm2, default_result<T>, cuda::nrm2_to(to, x, on), nrm2(x))
ISOBIT_CUDA_TEST(mean, default_result<T>, cuda::mean_to(to, x, on), mean(x))
ISOBIT_CUDA_TEST(variance, default_result<T>, cuda::variance_to(to, x, 1, on), variance(x))

}  // namespace
}  // namespace isobit::test
