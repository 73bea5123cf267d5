#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>

#include "support/check.hpp"
#include "support/mdspan.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

TEST(view_of, takes_whatever_lies_in_memory_as_a_vector_does) {
  std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
  auto const& fixed = numbers;
  static_assert(std::same_as<decltype(view_of(numbers)), vector_view<double>>);
  static_assert(std::same_as<decltype(view_of(fixed)), vector_view<double const>>);
  static_assert(std::same_as<decltype(view_of(std::span<float const>())), vector_view<float const>>);
  static_assert(std::same_as<decltype(view_of(std::declval<mdspan<double, 1>>())), vector_view<double>>);
  static_assert(std::same_as<decltype(view_of(std::declval<mdspan<double const, 2>>())), matrix_view<double const>>);
  static_assert(std::same_as<decltype(linalg::view_of(numbers)), vector_view<double>>);

  auto const third = view_of(mdspan<double, 1>{numbers.data() + 1, {2}, {3}});
  EXPECT_EQ(third.count(), 2u);
  EXPECT_EQ(third[0], 2);
  EXPECT_EQ(third[1], 5);
  EXPECT_EQ(isobit::sum(mdspan<double, 1>{numbers.data() + 1, {2}, {3}}), 7);
  EXPECT_EQ(isobit::sum(std::array{1.0f, 2.0f}), 3.0f);
}

/// As std::linalg's conjugated(mdspan): what it refers to is not in memory.
struct conjugating : mdspan<std::complex<double>, 1> {
  using reference = std::complex<double>;
};
/// As a row of a matrix of another library: data() and size(), but not side by side.
struct row_of_another_library {
  double* data_;
  [[nodiscard]] double* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return 3; }
  [[nodiscard]] std::size_t innerStride() const { return 3; }
};
template <class V>
concept has_a_view = requires(V&& v) {
  view_of(std::forward<V>(v));
};
TEST(view_of, takes_nothing_that_it_would_misread) {
  static_assert(mdspan_like<mdspan<std::complex<double>, 1>> && !mdspan_like<conjugating>);
  static_assert(!detail::viewable<conjugating> && !detail::viewable<row_of_another_library>);
  static_assert(!std::convertible_to<row_of_another_library, vector_view<double const>>);
  static_assert(has_a_view<std::vector<double>&> && !has_a_view<std::vector<double>>);
  static_assert(std::convertible_to<std::vector<double>, vector_view<double const>>);  // for arguments
  static_assert(!std::convertible_to<std::vector<double> const&, vector_view<double>>);
}

/// Numbers at an odd address, as in packed records. The undefined-behaviour sanitizer sees who reads them as if they
/// were elsewhere.
template <class T> class misaligned {
public:
  misaligned(std::span<T const> values, std::ptrdiff_t stride)
      : bytes_(1 + values.size_bytes() * static_cast<std::size_t>(stride)), size_(values.size()), stride_(stride) {
    for (std::size_t i = 0; i < size_; ++i) std::memcpy(place(i), &values[i], sizeof(T));
  }
  [[nodiscard]] vector_view<T const> view() const {
    return {static_cast<T const*>(static_cast<void const*>(bytes_.data() + 1)), static_cast<std::ptrdiff_t>(size_),
            stride_};
  }

private:
  std::byte* place(std::size_t i) { return bytes_.data() + 1 + i * static_cast<std::size_t>(stride_) * sizeof(T); }
  std::vector<std::byte> bytes_;
  std::size_t size_;
  std::ptrdiff_t stride_;
};

template <class T> class misaligned_views : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(misaligned_views, element_types);

TYPED_TEST(misaligned_views, have_the_bits_of_aligned_ones) {
  using T = TypeParam;
  using complex = std::complex<T>;
  random_source random(first_seed());
  for (std::size_t kind : {0u, 4u, 21u})
    for (std::size_t n : {1u, 2u, 7u, 40u, 5000u, 40000u})
      for (std::ptrdiff_t stride : {1, 2}) {
        SCOPED_TRACE(std::to_string(n) + " elements, stride " + std::to_string(stride) + ", seed " +
                     std::to_string(first_seed()));
        auto const values = make_data(data_classes<T>()[kind], random, n);
        std::span<T const> const x(values);
        misaligned<T> const odd(x, stride);
        auto const y = odd.view();
        EXPECT_TRUE(same_bits(sum(x), sum(y)));
        EXPECT_TRUE(same_bits(sum(x), sum(y, threads(2))));
        EXPECT_TRUE(same_bits(dot(x, x), dot(y, y)));
        EXPECT_TRUE(same_bits(asum(x), asum(y)));
        EXPECT_TRUE(same_bits(nrm2(x), nrm2(y)));
        EXPECT_TRUE(same_bits(mean(x), mean(y)));
        EXPECT_TRUE(same_bits(variance(x), variance(y)));
        EXPECT_TRUE(same_bits(tree_sum(x), tree_sum(y)));
        EXPECT_TRUE(same_bits(sum<binned<T>>(x), sum<binned<T>>(y)));
        EXPECT_TRUE(same_bits(sum<kahan<T>>(x), sum<kahan<T>>(y)));
        EXPECT_TRUE(same_bits(dot<binned<T>>(x, x), dot<binned<T>>(y, y)));
        std::vector<complex> numbers;
        for (T part : x) numbers.emplace_back(part, negated(part));
        misaligned<complex> const odd_numbers(std::span<complex const>(numbers), stride);
        auto const expected = sum(numbers), actual = sum(odd_numbers.view());
        EXPECT_TRUE(same_bits(expected.real(), actual.real()));
        EXPECT_TRUE(same_bits(expected.imag(), actual.imag()));
        EXPECT_TRUE(same_bits(nrm2(numbers), nrm2(odd_numbers.view())));
      }
}

TEST(vector_view, counts_a_negative_stride_from_its_first_element) {
  std::array<double, 5> const x = {1, 2, 4, 8, 16};
  vector_view const backwards(x.data() + 4, 3, -2);
  EXPECT_EQ(backwards[0], 16);
  EXPECT_EQ(backwards[1], 4);
  EXPECT_EQ(backwards[2], 1);
  EXPECT_EQ(isobit::sum(backwards), 21);
  EXPECT_EQ(isobit::dot(backwards, vector_view(x.data(), 3)), 16 + 8 + 4);
  std::array<double, 5> scanned{};
  EXPECT_EQ(isobit::tree_sum(backwards), 21);
  linalg::axpy(1.0, backwards, vector_view(scanned.data(), 3));
  EXPECT_EQ(scanned[0], 16);
  EXPECT_EQ(scanned[2], 1);
}

TEST(blas_vector, has_its_lowest_address_first_whatever_the_stride) {
  std::array<double, 5> x = {1, 2, 4, 8, 16};
  auto const backwards = blas_vector(x.data(), 3, -2);
  EXPECT_EQ(backwards[0], 16);
  EXPECT_EQ(backwards[2], 1);
  auto const forwards = blas_vector(x.data(), 3, 2);
  EXPECT_EQ(forwards[0], 1);
  EXPECT_EQ(forwards[2], 16);
  EXPECT_EQ(blas_vector(x.data(), 1, -7).data, x.data());
  EXPECT_EQ(blas_vector(x.data(), 0, -7).data, x.data());
}

TEST(vector_view, has_parts) {
  std::array<double, 6> x = {0, 1, 2, 3, 4, 5};
  auto const part = vector_view(x.data() + 5, 6, -1).part(2, 3);
  EXPECT_EQ(part.count(), 3u);
  EXPECT_EQ(part[0], 3);
  EXPECT_EQ(part[2], 1);
  EXPECT_THROW((void)part.part(1, 3), error);
  EXPECT_THROW((void)part.part(-1, 1), error);
  EXPECT_THROW((void)part.part(0, -1), error);
  EXPECT_EQ(part.part(3, 0).count(), 0u);
}

TEST(vector_view, refuses_what_cannot_be_one) {
  double x = 1;
  double* const nowhere = nullptr;
  EXPECT_THROW(vector_view(&x, -1), error);
  EXPECT_THROW(vector_view(&x, 2, 0), error);
  EXPECT_THROW(vector_view(nowhere, 1), error);
  EXPECT_NO_THROW(vector_view(nowhere, 0));
  EXPECT_NO_THROW(vector_view(&x, 1, 0));
}

TEST(matrix_view, has_rows_and_columns_that_are_vectors) {
  std::array<double, 6> x = {1, 2, 3, 4, 5, 6};
  auto const m = row_major(x.data(), 2, 3);
  EXPECT_EQ(isobit::sum(m.row(1)), 15);
  EXPECT_EQ(isobit::sum(m.column(2)), 9);
  EXPECT_EQ(isobit::sum(transposed(m).row(2)), 9);
  EXPECT_THROW((void)m.row(2), error);
  EXPECT_THROW((void)m.column(3), error);
}

/// Every reduction reads a conjugated view as the conjugates would be read.
template <class T> class conjugated_views : public testing::Test {};
using real_types = testing::Types<float, double>;
TYPED_TEST_SUITE(conjugated_views, real_types);

TYPED_TEST(conjugated_views, are_read_as_their_conjugates) {
  using complex = std::complex<TypeParam>;
  random_source random(first_seed());
  for (std::ptrdiff_t const n : {0, 1, 2, 7, 40, 3000}) {
    std::vector<complex> z(static_cast<std::size_t>(n)), w(z.size());
    for (auto* const v : {&z, &w})
      for (auto& c : *v)
        c = {static_cast<TypeParam>(random.between(-1000, 1000)) * TypeParam(0.1),
             static_cast<TypeParam>(random.between(-100, 1000)) * TypeParam(0.3)};
    if (n > 1) z[1] = {TypeParam(0), -TypeParam(0)};
    std::vector<complex> conjugates(z.size());
    std::transform(z.begin(), z.end(), conjugates.begin(), [](complex c) { return std::conj(c); });
    auto const view = conjugated(view_of(z));
    auto const same = [&](complex expected, complex actual, char const* what) {
      EXPECT_TRUE(same_bits(expected.real(), actual.real()) && same_bits(expected.imag(), actual.imag()))
          << what << " of " << n;
    };
    for (auto const& on : {threads(1), threads(3)}) {
      same(isobit::sum(conjugates, on), isobit::sum(view, on), "sum");
      if (n > 0) same(isobit::mean(conjugates, on), isobit::mean(view, on), "mean");
      same(isobit::dot(conjugates, w, on), isobit::dot(view, w, on), "dot, left");
      same(isobit::dot(w, conjugates, on), isobit::dot(w, view, on), "dot, right");
      same(isobit::dot(conjugates, conjugates, on), isobit::dot(view, view, on), "dot, both");
      same(isobit::dot(conjugates, w, on), isobit::conjugated_dot(z, w, on), "conjugated_dot");
      same(isobit::dot(z, w, on), isobit::conjugated_dot(view, w, on), "conjugated twice");
      EXPECT_TRUE(same_bits(isobit::asum(conjugates, on), isobit::asum(view, on)));
      EXPECT_TRUE(same_bits(isobit::nrm2(conjugates, on), isobit::nrm2(view, on)));
    }
  }
}

TEST(conjugated_views, of_real_numbers_are_the_numbers) {
  std::array<double, 3> const x = {1, -2, 4};
  EXPECT_EQ(isobit::sum(conjugated(view_of(x))), 3);
  EXPECT_EQ(isobit::dot(conjugated(view_of(x)), x), 21);
}

}  // namespace
}  // namespace isobit::test
