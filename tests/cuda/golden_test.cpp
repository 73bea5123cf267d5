// The golden results, on the GPU. ISOBIT_GOLDEN_RESULTS names the file where it is not that of the sources.
#include <cstdlib>

#include <gtest/gtest.h>

#include <isobit/cuda.hpp>
#include <isobit/isobit.hpp>

#include "cuda/device_vector.hpp"
#include "golden/compare.hpp"
#include "golden/result_columns.hpp"

namespace isobit::golden {
namespace {

struct gpu_operations {
  cuda::arithmetic with;
  cuda::workspace* memory;

  [[nodiscard]] cuda::on_stream on() const { return {nullptr, *memory, with}; }
  template <class T> static test::device_vector<T> copy(std::span<T const> x) {
    return test::device_vector<T>(std::vector<T>(x.begin(), x.end()));
  }

  template <class R, class T> R sum(std::span<T const> x) const { return cuda::sum<R>(copy(x).view(), on()); }
  template <class R, class T> R asum(std::span<T const> x) const { return cuda::asum<R>(copy(x).view(), on()); }
  template <class R, class T> R squared_norm(std::span<T const> x) const {
    return cuda::squared_norm<R>(copy(x).view(), on());
  }
  template <class R, class T> R nrm2(std::span<T const> x) const { return cuda::nrm2<R>(copy(x).view(), on()); }
  template <class R, class T> R mean(std::span<T const> x) const { return cuda::mean<R>(copy(x).view(), on()); }
  template <class R, class T> R variance(std::span<T const> x) const {
    return cuda::variance<R>(copy(x).view(), 1, on());
  }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    return cuda::dot<R>(copy(x).view(), copy(y).view(), on());
  }
  template <class T> exact state_of(std::span<T const> x) const {
    cuda::accumulator sum({}, on());
    sum.add(copy(x).view(), on());
    return sum.state(on());
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const { return state_of(x).serialise(); }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const { return state_of(x).hash(); }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    using accumulator = std::conditional_t<std::same_as<T, double>, cuda::product_accumulator, cuda::accumulator>;
    accumulator sum({}, on());
    sum.add_products(copy(x).view(), copy(y).view(), on());
    return sum.state(on()).hash();
  }
};

TEST(cuda_golden, results) {
  char const* const given = std::getenv("ISOBIT_GOLDEN_RESULTS");
  std::ifstream file(given != nullptr ? given : ISOBIT_GOLDEN_FOLDER "/results.txt");
  ASSERT_TRUE(file) << "no golden results; ISOBIT_GOLDEN_RESULTS names the file";
  cuda::workspace memory;
  for (auto const with : {cuda::arithmetic::fastest, cuda::arithmetic::integers}) {
    auto const [passed, failed] = compare(file, sizes, result_columns<gpu_operations>{{with, &memory}}, "GPU");
    EXPECT_EQ(failed, 0u);
    EXPECT_GT(passed, 300u);
  }
}

}  // namespace
}  // namespace isobit::golden
