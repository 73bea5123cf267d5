#include <isobit/cuda/rows.hpp>

#include <string>

#include <gtest/gtest.h>

#include "cuda/device_vector.hpp"
#include "cuda/row_definitions.hpp"
#include "support/check.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

namespace rows = cuda::rows;

/// Rows of every kind: what networks have, what rounds to ties, and what nobody should have.
template <class T> class row_source {
public:
  explicit row_source(std::uint64_t seed) : random_(seed) {}
  random_source& random() { return random_; }

  std::vector<T> next(std::size_t length) {
    std::vector<T> row(length);
    int const kind = random_.between(0, 11), exponent = random_.between(-20, 12);
    double const offset = std::ldexp(uniform(), random_.between(-3, 10));
    for (auto& x : row) x = element(kind, exponent, offset);
    if (kind == 11) std::fill(row.begin(), row.end(), row.front());
    return row;
  }

private:
  double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-52 - 1; }
  double bell() { return uniform() + uniform() + uniform() + uniform(); }

  T element(int kind, int exponent, double offset) {
    double const nothing = -std::numeric_limits<double>::infinity();
    switch (kind) {
    case 0:
    case 1:
      return narrowed<T>(bell());
    case 2:
      return narrowed<T>(bell() * 8);
    case 3:
      return narrowed<T>(std::ldexp(bell(), exponent));
    case 4:
      return narrowed<T>(offset + uniform() * 0.01);  // a mean far from zero
    case 5:
      return narrowed<T>(random_.between(-4, 4));  // ties
    case 6:
      return random_.coin() ? narrowed<T>(nothing) : narrowed<T>(bell());  // masked
    case 7:
      return narrowed<T>(std::ldexp(uniform(), random_.between(-150, 10)));  // far apart, and subnormal
    case 8:
      return from_bits<T>(static_cast<typename format<T>::bits_type>(random_.next()));  // anything
    case 9:
      return narrowed<T>(random_.one_in(20) ? bell() : random_.coin() ? 0.0 : -0.0);
    case 10:
      return narrowed<T>(random_.one_in(8) ? 60.0 : bell());  // one that decides
    default:
      return narrowed<T>(bell() * 3);
    }
  }

  random_source random_;
};

/// Rows on the GPU, at any alignment and distance, and on the host.
template <class T> struct batch {
  std::size_t count, length, stride, offset;
  std::vector<std::vector<T>> row;
  std::vector<T> weight, bias;
  double epsilon;
  device_vector<T> x, weights, biases, out;

  batch(row_source<T>& source, std::size_t count_, std::size_t length_)
      : count(count_), length(length_),
        stride(length + (source.random().coin() ? 0 : static_cast<std::size_t>(source.random().between(0, 19)))),
        offset(source.random().coin() ? 0 : static_cast<std::size_t>(source.random().between(0, 17))),
        row(rows_from(source)), weight(source.next(length)), bias(source.next(length)),
        epsilon(epsilons[source.random().below(4)]), x(spread(), offset), weights(weight, offset % 5),
        biases(bias, offset % 3), out(std::vector<T>(count * stride, T{}), offset % 7) {}

  [[nodiscard]] matrix_view<T const> view() const { return matrix(x.data()); }
  [[nodiscard]] matrix_view<T> result() const { return matrix(out.data()); }
  [[nodiscard]] std::vector<T> fetch(std::size_t i, std::size_t size) const { return fetched(i * stride, size); }
  [[nodiscard]] std::vector<T> fetched(std::size_t first, std::size_t size) const {
    std::vector<T> values(size);
    EXPECT_EQ(cudaMemcpy(values.data(), out.data() + first, size * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return values;
  }

private:
  static constexpr double epsilons[] = {1e-5, 1e-6, 0, 1};
  template <class Element> matrix_view<Element> matrix(Element* data) const {
    auto const size = [](std::size_t n) { return static_cast<std::ptrdiff_t>(n); };
    return {data, size(count), size(length), size(stride), 1};
  }
  std::vector<std::vector<T>> rows_from(row_source<T>& source) const {
    std::vector<std::vector<T>> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(source.next(length));
    return all;
  }
  std::vector<T> spread() const {
    std::vector<T> values(count * stride);
    for (std::size_t i = 0; i < count; ++i)
      std::copy(row[i].begin(), row[i].end(), values.begin() + static_cast<std::ptrdiff_t>(i * stride));
    return values;
  }
};

template <class T> void check_one_number_a_row(batch<T> const& b) {
  auto const compare = [&](char const* name, auto on_gpu, auto on_cpu) {
    SCOPED_TRACE(name);
    on_gpu();
    auto const results = b.fetched(0, b.count);
    for (std::size_t i = 0; i < b.count && !testing::Test::HasFailure(); ++i)
      ASSERT_TRUE(same_bits(on_cpu(b.row[i]), results[i])) << "row " << i;
  };
  compare(
      "sum", [&] { rows::sum(b.out.data(), b.view()); }, sum_of_row<T>);
  compare(
      "mean", [&] { rows::mean(b.out.data(), b.view()); }, mean_of_row<T>);
  compare(
      "logsumexp", [&] { rows::logsumexp(b.out.data(), b.view()); }, logsumexp_of_row<T>);
}

template <class T> void check_rows(batch<T> const& b) {
  vector_view<T const> const none, weight(b.weights.data(), static_cast<std::ptrdiff_t>(b.length)),
      bias(b.biases.data(), static_cast<std::ptrdiff_t>(b.length));
  auto const compare = [&](char const* name, auto on_gpu, auto on_cpu) {
    SCOPED_TRACE(name);
    on_gpu();
    auto const all = b.fetched(0, b.count * b.stride);
    for (std::size_t i = 0; i < b.count && !testing::Test::HasFailure(); ++i) {
      auto const first = all.begin() + static_cast<std::ptrdiff_t>(i * b.stride);
      ASSERT_TRUE(same_bits(on_cpu(b.row[i]), std::vector<T>(first, first + static_cast<std::ptrdiff_t>(b.length))))
          << "row " << i;
    }
  };
  using row = std::vector<T>;
  compare(
      "softmax", [&] { rows::softmax(b.result(), b.view()); }, softmax_of_row<T>);
  compare(
      "log_softmax", [&] { rows::log_softmax(b.result(), b.view()); }, log_softmax_of_row<T>);
  compare(
      "rms_norm", [&] { rows::rms_norm(b.result(), b.view(), weight, b.epsilon); },
      [&](row const& x) { return rms_norm_of_row(x, b.weight, b.epsilon); });
  compare(
      "rms_norm without weights", [&] { rows::rms_norm(b.result(), b.view(), none, b.epsilon); },
      [&](row const& x) { return rms_norm_of_row(x, {}, b.epsilon); });
  compare(
      "layer_norm", [&] { rows::layer_norm(b.result(), b.view(), weight, bias, b.epsilon); },
      [&](row const& x) { return layer_norm_of_row(x, b.weight, b.bias, b.epsilon); });
  compare(
      "layer_norm without biases", [&] { rows::layer_norm(b.result(), b.view(), weight, none, b.epsilon); },
      [&](row const& x) { return layer_norm_of_row(x, b.weight, {}, b.epsilon); });
  compare(
      "layer_norm alone", [&] { rows::layer_norm(b.result(), b.view(), none, none, b.epsilon); },
      [&](row const& x) { return layer_norm_of_row(x, {}, {}, b.epsilon); });
}

template <class T> class cuda_rows : public testing::Test {};
using row_types = testing::Types<float, float16, bfloat16>;
TYPED_TEST_SUITE(cuda_rows, row_types);

template <class T> void check_many(std::uint64_t seed, std::size_t batches, std::size_t count, std::size_t longest) {
  for (std::size_t i = 0; i < batches && !testing::Test::HasFailure(); ++i) {
    row_source<T> source(seed + i);
    auto const length = 1 + source.random().below(longest);
    batch<T> const b(source, count, length);
    SCOPED_TRACE("seed " + std::to_string(seed + i) + ", " + std::to_string(count) + " rows of " +
                 std::to_string(length));
    check_one_number_a_row(b);
    check_rows(b);
  }
}

TYPED_TEST(cuda_rows, short_ones_as_on_the_cpu) { check_many<TypeParam>(first_seed(), scaled_count(50), 2000, 40); }
TYPED_TEST(cuda_rows, of_a_network_as_on_the_cpu) {
  check_many<TypeParam>(first_seed() + 1000, scaled_count(12), 12, 9000);
}
TYPED_TEST(cuda_rows, long_ones_as_on_the_cpu) {
  for (std::size_t const length : {4096u, 8192u, 16384u, 16385u, 50000u, 131072u}) {
    row_source<TypeParam> source(length);
    batch<TypeParam> const b(source, 6, length);
    SCOPED_TRACE("rows of " + std::to_string(length));
    check_one_number_a_row(b);
    check_rows(b);
  }
}

TYPED_TEST(cuda_rows, do_not_depend_on_the_batch) {
  row_source<TypeParam> source(5);
  batch<TypeParam> const b(source, 700, 1000);
  rows::softmax(b.result(), b.view());
  auto const together = b.fetch(300, b.length);
  rows::softmax(b.result().block(300, 0, 1, 1000), b.view().block(300, 0, 1, 1000));
  EXPECT_TRUE(same_bits(together, b.fetch(300, b.length)));
  EXPECT_TRUE(same_bits(softmax_of_row(b.row[300]), together));
}

TEST(cuda_rows_of_nothing, have_the_results_of_nothing) {
  device_vector const out(std::vector<float>{5, 5, 5});
  rows::sum(out.data(), matrix_view<float const>(nullptr, 2, 0, 0, 1));
  rows::sum(out.data() + 2, matrix_view<float const>(nullptr, 0, 7, 7, 1));
  rows::mean(out.data() + 1, matrix_view<float const>(nullptr, 1, 0, 0, 1));
  std::vector<float> results(3);
  ASSERT_EQ(cudaMemcpy(results.data(), out.data(), 12, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_TRUE(same_bits(results[0], 0.0f));
  EXPECT_TRUE(std::isnan(results[1]));
  EXPECT_EQ(results[2], 5.0f);
  EXPECT_THROW(rows::logsumexp(out.data(), matrix_view<float const>(nullptr, 1, 0, 0, 1)), error);
}

TEST(cuda_rows_errors, are_told_and_nothing_is_written) {
  device_vector const x(std::vector<float>(12, 1.0f)), out(std::vector<float>(12, 5.0f));
  auto const in = row_major(static_cast<float const*>(x.data()), 3, 4);
  auto const to = row_major(out.data(), 3, 4);
  vector_view<float const> const none, three(x.data(), 3);
  std::vector<float> host(12);
  EXPECT_THROW(rows::softmax(row_major(out.data(), 4, 3), in), error);
  EXPECT_THROW(rows::softmax(to, transposed(in)), error);
  EXPECT_THROW(rows::softmax(row_major(x.data(), 3, 4), in), error);
  EXPECT_THROW(rows::softmax(row_major(host.data(), 3, 4), in), error);
  EXPECT_THROW(rows::sum(host.data(), in), error);
  EXPECT_THROW(rows::rms_norm(to, in, three, 1e-5), error);
  EXPECT_THROW(rows::rms_norm(to, in, none, -1), error);
  EXPECT_THROW(rows::layer_norm(to, in, none, three, 1e-5), error);
  auto const message = message_of([&] { rows::softmax(row_major(x.data(), 3, 4), in); });
  EXPECT_NE(message.find("overlaps"), std::string::npos) << message;
  ASSERT_EQ(cudaMemcpy(host.data(), out.data(), 48, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_TRUE(same_bits(std::vector<float>(12, 5.0f), host));
}

}  // namespace
}  // namespace isobit::test
