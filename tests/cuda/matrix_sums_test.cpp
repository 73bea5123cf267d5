// Sums of rows and columns on the GPU have the bits that `sum` of each has on the CPU.
#include <isobit/cuda.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/limited_blocks.hpp"
#include "cuda/many_inputs.hpp"
#include "support/message.hpp"

namespace isobit::test {
namespace {

template <class T> testing::AssertionResult same_sums(matrix_view<T const> m, matrix_view<T const> device) {
  using real = typename isobit::detail::real_part<T>::type;
  constexpr std::size_t parts = sizeof(T) / sizeof(real);
  for (bool const columns : {false, true}) {
    auto const lines = columns ? transposed(m) : m;
    std::vector<T> expected;
    for (std::ptrdiff_t i = 0; i < lines.rows; ++i) expected.push_back(sum(lines.row(i)));
    device_vector const sums(std::vector<T>(expected.size(), T(-77)));
    if (columns)
      cuda::sum_columns(device, sums.span());
    else
      cuda::sum_rows(device, sums.span());
    auto const found = sums.fetch();
    auto const numbers = [&](std::vector<T> const& x) {
      auto const* const first = reinterpret_cast<real const*>(x.data());
      return std::vector<real>(first, first + parts * x.size());
    };
    if (auto const same = same_bits(numbers(expected), numbers(found)); !same)
      return testing::AssertionFailure() << (columns ? "columns" : "rows") << " of " << m.rows << " x " << m.columns
                                         << ", strides " << m.row_stride << ", " << m.column_stride << ": "
                                         << same.message();
  }
  return testing::AssertionSuccess();
}

template <class T> std::vector<T> elements(random_source& random, std::size_t size_of_each) {
  using real = typename isobit::detail::real_part<T>::type;
  auto const numbers = mixed_numbers<real>(random, size_of_each);
  std::vector<T> result(numbers.size() * sizeof(real) / sizeof(T));
  std::copy_n(numbers.data(), result.size() * sizeof(T) / sizeof(real), reinterpret_cast<real*>(result.data()));
  return result;
}

template <class T> class cuda_matrix_sums : public testing::Test {};
using types = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(cuda_matrix_sums, types);

// Matrices of all shapes: more than a hundred thousand lines together.
TYPED_TEST(cuda_matrix_sums, have_the_bits_of_the_cpu) {
  using T = TypeParam;
  random_source random(first_seed());
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  auto const values = elements<T>(random, 20000);
  device_vector const device(values, 1);
  auto const limit = static_cast<std::ptrdiff_t>(values.size());
  std::size_t lines = 0;
  while (lines < scaled_count(100000)) {
    std::ptrdiff_t const rows = random.one_in(4) ? random.between(0, 20000) : random.between(0, 300);
    std::ptrdiff_t const columns = std::min<std::ptrdiff_t>(random.between(0, random.one_in(5) ? 20000 : 300),
                                                            limit / 4 / std::max<std::ptrdiff_t>(rows, 1));
    std::ptrdiff_t const gap = random.one_in(3) ? random.between(1, 3) : 1;
    std::ptrdiff_t const more = random.one_in(3) ? random.between(0, 3) : 0;
    bool const by_rows = random.coin();
    std::ptrdiff_t const leading = ((by_rows ? columns : rows) + more) * gap;
    std::ptrdiff_t const room = limit - (by_rows ? rows : columns) * leading;
    if (room <= 0) continue;
    auto const first = static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint64_t>(room)));
    auto const at = [&](T const* data) {
      return matrix_view<T const>(data + first, rows, columns, by_rows ? leading : gap, by_rows ? gap : leading);
    };
    limited_blocks const few(random.one_in(3) ? random.between(1, 4) : 1000000);
    ASSERT_TRUE(same_sums(at(values.data()), at(device.data())));
    lines += static_cast<std::size_t>(rows + columns);
  }
}

// Columns of one class each, tall ones with many threads a column, too.
TEST(cuda_matrix_sums_of_classes, have_the_bits_of_the_cpu) {
  for_each_data<double>(2, 200000, [](auto values, auto& random) {
    device_vector const device(std::vector<double>(values.begin(), values.end()));
    for (std::ptrdiff_t const columns : {1, 3, 32, 250}) {
      auto const rows = static_cast<std::ptrdiff_t>(values.size()) / columns;
      limited_blocks const few(random.one_in(3) ? 1 : 1000000);
      ASSERT_TRUE(same_sums(row_major(values.data(), rows, columns),
                            row_major(static_cast<double const*>(device.data()), rows, columns)));
    }
  });
}

TEST(cuda_matrix_sums_errors, are_reported_and_nothing_written) {
  device_vector const values(std::vector<double>(12, 1)), sums(std::vector<double>(4, -77));
  auto const matrix = row_major(values.data(), 3, 4);
  auto const refused = [&](auto out) { return message_of([&] { cuda::sum_columns(matrix, out); }); };
  EXPECT_NE(refused(sums.span().first(3)).find("as many"), std::string::npos);
  EXPECT_NE(refused(values.span().first(4)).find("overwrite"), std::string::npos);
  std::vector<double> host(12);
  EXPECT_NE(refused(std::span(host).first(4)).find("memory of the host"), std::string::npos);
  EXPECT_THROW(cuda::sum_rows(row_major(host.data(), 4, 3), sums.span()), error);
  EXPECT_TRUE(same_bits(std::vector<double>(4, -77), sums.fetch()));
  cuda::sum_columns(matrix, sums.span());
  EXPECT_EQ(sums.fetch(), std::vector<double>(4, 3));
}

}  // namespace
}  // namespace isobit::test
